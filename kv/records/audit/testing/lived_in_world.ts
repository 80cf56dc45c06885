/** For tests of the audit: a small world in which a little of everything has happened. */
import { confirmByCode } from "../../../accounts/confirming.ts";
import { startSession } from "../../../accounts/signing_in/sessions.ts";
import { beginSignUp, codeOf } from "../../../accounts/sign_up.ts";
import type { Letter } from "../../../letters/letter.ts";
import { openLetter } from "../../../letters/opening.ts";
import { sendLetter } from "../../../letters/sending.ts";
import { asking, proofOf } from "../../../testing/sign_ups.ts";
import { createPeople, testPasswordHash, type TestStore } from "../../../testing/store.ts";

/** A dialogue with a paid, a locked and a free letter, a session and two sign-ups: a little of everything. */
export async function livedInWorld(store: TestStore) {
  const { james, wei, olena, daria } = await createPeople(store);
  const send = async (authorId: number, recipientId: number, sendKey: string): Promise<Letter> => {
    store.clock.advance({ minutes: 1 });
    const sent = await sendLetter(store, { authorId, recipientId, body: `The letter ${sendKey}`, sendKey });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
  const introduction = await send(olena.id, james.id, "introduction");
  await openLetter(store, james.id, introduction.id, false);
  const fromJames = await send(james.id, olena.id, "from-james");
  const paid = await send(olena.id, james.id, "paid");
  await openLetter(store, james.id, paid.id, true);
  const locked = await send(olena.id, james.id, "locked");
  await send(wei.id, daria.id, "from-wei");
  const { session } = await startSession(store, james.id, false);
  const wanted = {
    firstname: "Tom",
    lastname: "",
    birthdate: "1980-01-01",
    countryId: 840,
    promoEmails: false,
    locale: "en" as const,
    groupId: 1 as const,
    passwordHash: testPasswordHash,
  };
  const confirmed = await beginSignUp(store, { ...wanted, email: "tom@men.test" }, asking);
  await confirmByCode(store, proofOf("tom@men.test"), codeOf(store, confirmed));
  const waiting = await beginSignUp(store, { ...wanted, email: "tim@men.test" }, asking);
  return { james, wei, olena, daria, introduction, fromJames, paid, locked, session, waiting };
}

export type World = Awaited<ReturnType<typeof livedInWorld>>;

/** Changes a stored record by hand, as no code of ours ever would. */
export async function tamper<T>(store: TestStore, key: Deno.KvKey, change: Partial<T>): Promise<void> {
  const { value } = await store.kv.get<T>(key);
  if (value === null) throw new Error(`nothing to tamper with at ${key.join(" ")}`);
  await store.kv.set(key, { ...value, ...change });
}
