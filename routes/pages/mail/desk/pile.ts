/** The unread letters of a desk, and which of them lies on top for each writer. */
import { unreadIds } from "../../../../kv/letters/boxes/boxes.ts";
import { type Letter, partnerIdFor, placeFor } from "../../../../kv/letters/letter.ts";
import { expectLetters, lettersByIds } from "../../../../kv/letters/letters.ts";
import type { MemberContext } from "../../../http/env.ts";

/** The unread letters of the inbox and of the introductions, the newest first. */
export async function unreadLetters(c: MemberContext): Promise<Letter[]> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const { inbox, introduction } = await unreadIds(store, me.id);
  const ids = [...inbox, ...introduction];
  expectLetters(store, ids);
  const letters = await lettersByIds(store, ids);
  return letters.toSorted((one, other) => placeFor(other, me.id).at - placeFor(one, me.id).at || other.id - one.id);
}

export interface Pile {
  letter: Letter;
  count: number;
}

/** The newest letter of each writer, with the number of them; `letters` come the newest first. */
export function onePerWriter(letters: Letter[], myId: number): Pile[] {
  const byWriter = Map.groupBy(letters, (letter) => partnerIdFor(letter, myId));
  return [...byWriter.values()].map((each) => ({ letter: each[0]!, count: each.length }));
}
