/** Daria's translator at work on a letter of James: what the tests of the work page begin with. */
import { take, type TranslatorWorld } from "./translators.ts";

/** What she types beside the three paragraphs of his letter. */
export const russian = ["Дорогая Дарья,", "Только одно: флюгер простил церковь.", "Джеймс"];

/** The texts of the sheets on a work page. */
export const partsOf = (html: string): string[] =>
  [...html.matchAll(/<textarea[^>]*name="segment"[^>]*>([\s\S]*?)<\/textarea>/g)].map((found) => found[1]!);

/** A letter of James to Daria that she has taken, and the path of its page. */
export async function atWork(world: TranslatorWorld) {
  const letter = await world.write(world.james, world.daria);
  await take(world.hers, letter);
  return { letter, path: `/en/agency/mail/${letter.id}` };
}
