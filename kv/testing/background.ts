/** For tests of the background that men in the United States state: answers, and the way of two people to contact. */
import type { Store } from "../open.ts";
import { answerConsent, askConsent } from "../safety/background/consents.ts";
import type { Background, BackgroundStatement } from "../safety/background/statement.ts";
import { fileStatement, noteSearch } from "../safety/background/statements.ts";

/** The answers of somebody who was married once, has a daughter, and has lived in Ohio and in Canada. */
export const plainAnswers: Background = {
  told: { protectionOrders: null, violence: null, prostitution: null, substances: null, sponsored: null },
  offences: [],
  isMarried: false,
  formerMarriages: [{ ended: "divorce", endedOn: "2015-06-30" }],
  childrenAges: [11],
  states: ["OH"],
  countryIds: [124],
};

const must = <Done extends { ok: boolean }>(done: Done): Done & { ok: true } => {
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done as Done & { ok: true };
};

/** Files his statement, and notes that the registry was searched and he is not in it. */
export async function searchedStatement(
  store: Store,
  manId: number,
  actorId: number,
  answers: Background = plainAnswers,
): Promise<BackgroundStatement> {
  const { statement } = must(await fileStatement(store, { manId, answers, signature: "John Doe" }));
  const { number } = statement;
  return must(await noteSearch(store, { manId, number, day: "2026-02-28", found: "", actorId })).statement;
}

/** He shows her the statement that holds, and she consents. */
export async function consented(store: Store, manId: number, ladyId: number, number = 1): Promise<void> {
  must(await askConsent(store, { manId, ladyId }));
  must(await answerConsent(store, { ...anAnswer, manId, ladyId, number, consents: true }));
}

/** How the statement lay before her, and her signature. */
export const anAnswer = {
  locale: "uk",
  words: "read",
  pamphlet: "https://pamphlet.test/",
  signature: "Olena",
} as const;
