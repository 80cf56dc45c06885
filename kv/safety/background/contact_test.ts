/** Where the site asks for backgrounds, no word passes between a man in the United States and a lady before her consent. */
import { expect } from "expect";
import { mayAsk } from "../../../chat/server/requests/may_ask.ts";
import { balanceOf } from "../../credits/ledger/ledger.ts";
import { letterById } from "../../letters/letters.ts";
import { openLetter } from "../../letters/opening.ts";
import { sendLetter } from "../../letters/sending.ts";
import { audit } from "../../records/audit.ts";
import { dayMs } from "../../store/days.ts";
import { talkBetween } from "../../talks/kept_talks.ts";
import { proposeTalk } from "../../talks/talks.ts";
import { anAnswer, consented, plainAnswers, searchedStatement } from "../../testing/background.ts";
import { countingStore } from "../../testing/counting_store.ts";
import { paidPayment, taxedIn } from "../../testing/payments.ts";
import { createVera, runSafetyJobs } from "../../testing/safety.ts";
import { createMan, createPeople, type TestStore, testStore } from "../../testing/store.ts";
import { createTranslationWorld, send } from "../../testing/translators.ts";
import { answerConsent, askConsent } from "./consents.ts";
import { contactRefusal, contactStage, isAskedForBackground } from "./contact.ts";
import { fileStatement } from "./statements.ts";

async function world(asksBackground = true) {
  const store = await testStore({ asksBackground });
  const people = await createPeople(store);
  const vera = await createVera(store);
  const hank = await createMan(store, { firstname: "Hank", countryId: 840, credits: 200 });
  return { store, ...people, vera, hank, [Symbol.dispose]: () => store.close() };
}

const letter = (store: TestStore, authorId: number, recipientId: number) =>
  sendLetter(store, { authorId, recipientId, body: "Good evening to you.", sendKey: store.randomToken() });

/** Tries every way from one to the other: the refusal of each, with its wording, or null if it is open. */
async function waysOf(store: TestStore, fromId: number, toId: number): Promise<(string | null)[]> {
  const moments = [Math.ceil(store.now() / dayMs + 1) * dayMs];
  const tried = [
    await letter(store, fromId, toId),
    await mayAsk(store, fromId, toId),
    await proposeTalk(store, { proposerId: fromId, partnerId: toId, kind: "text", moments }),
  ];
  return tried.map((each) => each.ok ? null : `${each.reason} ${each.wording ?? "missing"}`);
}

const all = (wording: string) => Array(3).fill(`background_required ${wording}`);

Deno.test("a man in the United States writes, talks and proposes a time once she has consented, and not before", async () => {
  using w = await world();
  const { store, hank, olena, vera } = w;
  expect(await waysOf(store, hank.id, olena.id)).toEqual(all("missing"));
  await fileStatement(store, { manId: hank.id, answers: plainAnswers, signature: "Hank" });
  expect(await waysOf(store, hank.id, olena.id)).toEqual(all("searching"));
  await searchedStatement(store, hank.id, vera.id, { ...plainAnswers, childrenAges: [] });
  expect(await waysOf(store, hank.id, olena.id)).toEqual(all("unshown"));
  expect(await waysOf(store, olena.id, hank.id)).toEqual(all("his"));
  await askConsent(store, { manId: hank.id, ladyId: olena.id });
  expect(await waysOf(store, hank.id, olena.id)).toEqual(all("asked"));
  expect(await waysOf(store, olena.id, hank.id)).toEqual(all("hers"));
  await consented(store, hank.id, olena.id, 2);
  expect(await waysOf(store, hank.id, olena.id)).toEqual([null, null, null]);
  expect((await letter(store, olena.id, hank.id)).ok).toBe(true);
  // To nobody else.
  expect(await waysOf(store, hank.id, w.daria.id)).toEqual(all("unshown"));
});

Deno.test("a later statement, and a consent that is taken back, close what was open", async () => {
  using w = await world();
  const { store, hank, olena, vera } = w;
  await searchedStatement(store, hank.id, vera.id);
  await consented(store, hank.id, olena.id);
  const sent = await letter(store, olena.id, hank.id);
  if (!sent.ok) throw new Error(sent.reason);
  await letter(store, hank.id, olena.id);
  const sealed = await letter(store, olena.id, hank.id);
  if (!sealed.ok) throw new Error(sealed.reason);
  await searchedStatement(store, hank.id, vera.id, { ...plainAnswers, states: ["OH", "TX"] });
  expect(await contactStage(store, hank.id, olena.id)).toBe("unshown");
  await consented(store, hank.id, olena.id, 2);
  expect(await contactStage(store, hank.id, olena.id)).toBe("open");
  const answer = { ...anAnswer, manId: hank.id, ladyId: olena.id, number: 2, consents: false };
  await answerConsent(store, answer);
  expect(await waysOf(store, hank.id, olena.id)).toEqual(all("refused"));
  // What has come and was read stays; what is sealed stays sealed, and costs nothing.
  expect((await openLetter(store, hank.id, sent.letter.id, false)).ok).toBe(true);
  expect(await openLetter(store, hank.id, sealed.letter.id, true)).toMatchObject({ reason: "background_required" });
});

Deno.test("he is asked by what his account, he himself or his provider says of where he lives", async () => {
  using w = await world();
  const { store, james, wei, hank } = w;
  for (const [countryId, isAsked] of [[840, true], [630, true], [124, false], [16, false]] as const) {
    const { id } = await createMan(store, { countryId });
    expect([countryId, await isAskedForBackground(store, id)]).toEqual([countryId, isAsked]);
  }
  expect(await isAskedForBackground(store, james.id)).toBe(false);
  await paidPayment(store, james.id, taxedIn("US"));
  expect(await isAskedForBackground(store, james.id)).toBe(true);
  await paidPayment(store, wei.id, taxedIn("DE"));
  expect(await isAskedForBackground(store, wei.id)).toBe(false);
  expect(await isAskedForBackground(store, hank.id)).toBe(true);
});

Deno.test("who lives elsewhere, and a site that does not ask, are as free as ever; the latter reads nothing more", async () => {
  using asking = await world();
  expect(await waysOf(asking.store, asking.wei.id, asking.olena.id)).toEqual([null, null, null]);
  using w = await world(false);
  expect(await waysOf(w.store, w.hank.id, w.olena.id)).toEqual([null, null, null]);
  const counting = countingStore(w.store);
  const pair = { manId: w.hank.id, ladyId: w.olena.id };
  const needed = await counting.count(async () => {
    expect(await contactRefusal(counting.store, pair, w.hank.id)).toBeNull();
  });
  expect(needed).toEqual({ reads: 0, writes: 0 });
});

Deno.test("her no gives his letter that waits for a translator back, and ends their times to talk", async () => {
  using store = await testStore({ asksBackground: true });
  const { daria, ...people } = await createTranslationWorld(store);
  const vera = await createVera(store);
  const hank = await createMan(store, { firstname: "Hank", countryId: 840, credits: 200 });
  await searchedStatement(store, hank.id, vera.id);
  await consented(store, hank.id, daria.id);
  const his = await send(store, hank, daria);
  const another = await send(store, people.james, daria);
  const moments = [Math.ceil(store.now() / dayMs + 1) * dayMs];
  const talk = await proposeTalk(store, { proposerId: hank.id, partnerId: daria.id, kind: "text", moments });
  expect(talk.ok).toBe(true);
  await answerConsent(store, { ...anAnswer, manId: hank.id, ladyId: daria.id, number: 1, consents: false });
  await runSafetyJobs(store);
  // The reason is her no: nobody has blocked anybody.
  expect(await letterById(store, his.id)).toMatchObject({ keptBack: "refused", deliveredAt: null });
  expect(await letterById(store, another.id)).toMatchObject({ translationState: "waiting" });
  expect(await balanceOf(store, hank.id)).toBe(200);
  expect(await talkBetween(store, { manId: hank.id, ladyId: daria.id })).toMatchObject({ state: "called_off" });
  expect(await audit(store)).toEqual([]);
});
