/** Translates a man's own words with the machine of the chat: once, and kept with the name of the machine. */
import { keepTranslatedWords } from "../../../kv/safety/background/own_words.ts";
import { type BackgroundStatement, type ToldQuestion, toldQuestions } from "../../../kv/safety/background/statement.ts";
import { refuse, type Result } from "../../../kv/store/refusals.ts";
import type { Dependencies } from "../../http/env.ts";

/** False with the demo's phrases, which serve only chats. */
export const mayTranslate = ({ machineTranslator, liveTranslator }: Dependencies): boolean =>
  machineTranslator !== null && liveTranslator !== null;

/** Translates and keeps all of them, or none. Refuses `translation_unavailable`. */
export async function translateOwnWords(
  { store, machineTranslator, liveTranslator }: Dependencies,
  statement: BackgroundStatement,
  locale: string,
): Promise<Result<object>> {
  if (!machineTranslator || !liveTranslator) return refuse("translation_unavailable");
  const { manId, language, answers } = statement;
  const texts: Partial<Record<ToldQuestion, string>> = {};
  let by: string = liveTranslator.name;
  for (const question of toldQuestions) {
    const text = answers.told[question];
    if (text === null) continue;
    // Counts against the limit of the man who wrote it, as in a chat.
    const made = await liveTranslator.translate({ text, from: language, to: locale, personId: manId });
    if (!made.ok) return refuse("translation_unavailable");
    texts[question] = made.text;
    by = made.by;
  }
  await keepTranslatedWords(store, statement, locale, { texts, by });
  return { ok: true };
}
