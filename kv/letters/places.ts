/** The place of a letter, when its author's city is taken down: letters that were sent before do not go on showing it. */
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { hashOf } from "../store/proof.ts";
import { lettersOfAll } from "./boxes/boxes.ts";
import { authorIdOf, type Letter } from "./letter.ts";
import { namedCity } from "./written.ts";

/** A letter that is being sent in the moment of the taking down is sent by then. */
const againAfterMs = 60_000;

/**
 * Adds to a commit that no letter of this author says any more that it was written in that city. The letters, of which
 * there may be thousands, follow the commit. The job knows the city by its mark: words that are taken down are not kept.
 */
export function addPlaceClearing(store: Store, op: Deno.AtomicOperation, userId: number, city: string): void {
  const work = { kind: "clear_letter_places", userId, mark: markOf(city) } as const;
  addJob(store, op, work);
  addJob(store, op, work, store.now() + againAfterMs);
}

const markOf = (city: string): string => hashOf(namedCity(city));

/** Takes the place off the letters of an author that were written in the city with this mark. */
export async function clearLetterPlaces(store: Store, userId: number, mark: string): Promise<void> {
  const names = (letter: Letter) => letter.place !== undefined && markOf(letter.place.city) === mark;
  for await (const letter of lettersOfAll(store, userId)) {
    if (authorIdOf(letter) !== userId || !names(letter)) continue;
    await changeRecord<Letter>(store, keys.letter(letter.id), (present) => {
      if (!names(present)) return present;
      const { place: _, ...rest } = present;
      return rest;
    });
  }
}
