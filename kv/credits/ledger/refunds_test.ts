/** A charge is given back once: in full, for a reason, whatever else gave it back before. */
import { expect } from "expect";
import { deleteAccount, secondPassMs } from "../../accounts/deletions.ts";
import { endChat } from "../../chats/minutes.ts";
import { keepLettersBack } from "../../letters/kept_back.ts";
import { openLetter } from "../../letters/opening.ts";
import { sendLetter } from "../../letters/sending.ts";
import { releaseUntranslated, returnToAuthor } from "../../letters/translating/translation_ends.ts";
import { claimTranslation, translationOf } from "../../letters/translating/translations.ts";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { eraseMember } from "../../records/own_data/erase.ts";
import { setBlocked } from "../../safety/blocks.ts";
import { refundFraud } from "../../safety/fraud_cases.ts";
import { suspend } from "../../safety/suspensions.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { openChat } from "../../testing/chats.ts";
import { createVera } from "../../testing/safety.ts";
import { asOtherProcess, createPeople, giveCredits, testPassword, testStore } from "../../testing/store.ts";
import { createTranslationWorld, send } from "../../testing/translators.ts";
import type { Entry } from "./entry.ts";
import { history } from "./history.ts";
import { lastEntry, post, spentOn } from "./ledger.ts";
import { refundCharge, refundEntryOf } from "./refunds.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const { james, olena } = people;
  const sent = await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "A letter.", sendKey: "1" });
  if (!sent.ok) throw new Error(sent.reason);
  const charge = (await lastEntry(store, james.id))!;
  const reverse = (seq: number, reason = "Sent twice") =>
    refundCharge(store, { manId: james.id, seq, reason, actorId: 1 });
  return { store, ...people, letter: sent.letter, charge, reverse, [Symbol.dispose]: () => store.close() };
}

Deno.test("a charge goes back in full, names its letter and the reason, and makes room under the day's limit", async () => {
  using w = await world();
  const given = await w.reverse(w.charge.seq, "  Sent\ntwice ");
  expect(given).toMatchObject({
    ok: true,
    isRepeat: false,
    entry: {
      operation: "refund",
      deltaCredits: 10,
      balanceAfter: 200,
      reversesSeq: w.charge.seq,
      reference: { letterId: w.letter.id, partnerId: w.olena.id, cause: "house", note: "Sent twice" },
    },
  });
  expect(spentOn(await lastEntry(w.store, w.james.id), w.store.now())).toBe(0);
  const { records } = await auditRecords(w.store, { page: 1, limit: 1 });
  expect(records[0]).toMatchObject({
    action: "entry_reversed",
    actorId: 1,
    subject: `user:${w.james.id}`,
    details: { seq: w.charge.seq, credits: 10, reason: "Sent twice" },
  });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("asked twice, at once or from two processes, it goes back once", async () => {
  using w = await world();
  const other = asOtherProcess(w.store);
  const wanted = { manId: w.james.id, seq: w.charge.seq, reason: "Sent twice", actorId: 1 };
  const given = await Promise.all([
    ...Array.from({ length: 5 }, () => refundCharge(w.store, wanted)),
    ...Array.from({ length: 5 }, () => refundCharge(other, wanted)),
  ]);
  expect(given.filter((each) => each.ok && !each.isRepeat).length).toBe(1);
  expect(given.every(({ ok }) => ok)).toBe(true);
  expect((await lastEntry(other, w.james.id))!.balanceAfter).toBe(200);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what another rule gave back, nobody gives back again", async () => {
  using store = await testStore();
  const { james, daria, nadia } = await createTranslationWorld(store);
  const letter = await send(store, james, daria);
  const { seq } = (await lastEntry(store, james.id))!;
  await claimTranslation(store, nadia.id, letter.id);
  expect(await returnToAuthor(store, nadia.id, letter.id, "Not to be read")).toMatchObject({ ok: true });
  const again = await refundCharge(store, { manId: james.id, seq, reason: "Returned", actorId: 1 });
  expect(again).toEqual({ ok: false, reason: "already_refunded" });
  expect((await lastEntry(store, james.id))!.balanceAfter).toBe(200);
});

Deno.test("what went back while a letter waited for its translator, no end of the wait gives back again", async () => {
  for (const end of ["returned", "untranslated", "kept back"] as const) {
    using store = await testStore();
    const { james, daria, nadia } = await createTranslationWorld(store);
    const letter = await send(store, james, daria);
    const { seq } = (await lastEntry(store, james.id))!;
    const given = await refundCharge(store, { manId: james.id, seq, reason: "It takes long", actorId: 1 });
    expect(given).toMatchObject({ ok: true });
    if (end === "returned") {
      await claimTranslation(store, nadia.id, letter.id);
      await returnToAuthor(store, nadia.id, letter.id, "Not to be read");
    } else if (end === "untranslated") {
      store.clock.advance({ hours: 73 });
      await releaseUntranslated(store, letter.id);
    } else {
      await setBlocked(store, daria.id, james.id, true);
      await keepLettersBack(store, daria.id, james.id);
    }
    const state = end === "untranslated" ? "untranslated" : "returned";
    expect(await translationOf(store, letter.id)).toMatchObject({ state });
    expect((await lastEntry(store, james.id))!.balanceAfter).toBe(200);
    expect(await audit(store)).toEqual([]);
  }
});

Deno.test("given back in every way at once, by as many processes, a letter's price goes back once", async () => {
  const ends = ["returned", "untranslated", "kept back"] as const;
  for (const [end, round] of ends.flatMap((end) => [1, 2, 3].map((round) => [end, round] as const))) {
    using store = await testStore();
    const { james, daria, nadia } = await createTranslationWorld(store);
    const letter = await send(store, james, daria);
    const { seq } = (await lastEntry(store, james.id))!;
    if (end === "returned") await claimTranslation(store, nadia.id, letter.id);
    if (end === "untranslated") store.clock.advance({ hours: 73 });
    if (end === "kept back") await setBlocked(store, daria.id, james.id, true);
    const fraud = { ladyId: daria.id, at: store.now(), manIds: [james.id], mailsFromMs: store.now() };
    const ways: ((store: Store) => Promise<unknown>)[] = [
      (own) => refundCharge(own, { manId: james.id, seq, reason: "It takes long", actorId: 1 }),
      (own) =>
        end === "returned" ? returnToAuthor(own, nadia.id, letter.id, "No") : releaseUntranslated(own, letter.id),
      // A job that came too late is tried again, as jobs are.
      (own) => refundFraud(own, fraud).catch(() => refundFraud(own, fraud)),
    ];
    // Each round begins with another way.
    const inTurn = [...ways.slice(round), ...ways.slice(0, round)];
    await Promise.all(inTurn.map((way) => way(asOtherProcess(store))));
    const { entries } = await history(store, james.id, { page: 1, limit: 10 }, { operation: "refund" });
    expect(entries).toMatchObject([{ deltaCredits: 10, reversesSeq: seq, balanceAfter: 200 }]);
    expect(await translationOf(store, letter.id)).toMatchObject({
      state: end === "untranslated" ? "untranslated" : "returned",
    });
    expect(await audit(store)).toEqual([]);
  }
});

Deno.test("an opening's price goes back once, by its writer's leaving, a fraud and the site at once", async () => {
  using w = await world();
  const { store, james, olena } = w;
  const answer = await sendLetter(store, {
    authorId: olena.id,
    recipientId: james.id,
    body: "An answer.",
    sendKey: "2",
  });
  if (!answer.ok) throw new Error(answer.reason);
  await openLetter(store, james.id, answer.letter.id, true);
  const { seq } = (await lastEntry(store, james.id))!;
  const fraud = { ladyId: olena.id, at: store.now(), manIds: [james.id], mailsFromMs: store.now() };
  // She leaves while she is suspended for fraud.
  const vera = await createVera(store);
  const kept = await suspend(store, { userId: olena.id, kind: "fraud", reason: "Other pictures", actorId: vera.id });
  expect(kept.ok).toBe(true);
  await deleteAccount(store, olena.id, { password: testPassword, wantsRefund: false });
  await Promise.all([
    eraseMember(asOtherProcess(store), olena.id, () => Promise.resolve()),
    w.reverse(seq),
    refundFraud(asOtherProcess(store), fraud).catch(() => refundFraud(store, fraud)),
  ]);
  const { entries } = await history(store, james.id, { page: 1, limit: 10 }, { operation: "refund" });
  expect(entries.map(({ reversesSeq }) => reversesSeq).sort()).toEqual([w.charge.seq, seq]);
  expect(entries[0]!.balanceAfter).toBe(200);
  store.clock.advance({ ms: secondPassMs });
  await eraseMember(store, olena.id, () => Promise.resolve());
  expect(await audit(store)).toEqual([]);
});

Deno.test("a charge cannot go back under another name than its own", async () => {
  using w = await world();
  const back = { ...refundEntryOf(w.james.id, w.charge, {}), idempotencyKey: "apology" };
  await expect(post(w.store, back)).rejects.toThrow(/^apology cannot give letter-send:/);
  expect((await lastEntry(w.store, w.james.id))!.seq).toBe(w.charge.seq);
});

Deno.test("a minute of a chat goes back by the site when the chat is over, where its end did not give it back", async () => {
  using w = await world();
  const chat = await openChat(w.store, { manId: w.james.id, ladyId: w.olena.id });
  const { seq } = (await lastEntry(w.store, w.james.id))!;
  expect(await w.reverse(seq)).toEqual({ ok: false, reason: "conflict" });
  await endChat(w.store, chat.id, { by: "lady", reason: "stopped" });
  expect(await w.reverse(seq)).toEqual({ ok: false, reason: "already_refunded" });
  const second = await openChat(w.store, { manId: w.james.id, ladyId: w.olena.id });
  const minute = (await lastEntry(w.store, w.james.id))!.seq;
  w.store.clock.advance({ seconds: 10 });
  await endChat(w.store, second.id, { by: "man", reason: "stopped" });
  const given = await w.reverse(minute);
  expect(given).toMatchObject({ ok: true, isRepeat: false, entry: { deltaCredits: 1, reference: { cause: "house" } } });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("an opened letter stays open when its price went back", async () => {
  using w = await world();
  const answer = await sendLetter(w.store, {
    authorId: w.olena.id,
    recipientId: w.james.id,
    body: "An answer.",
    sendKey: "2",
  });
  if (!answer.ok) throw new Error(answer.reason);
  await openLetter(w.store, w.james.id, answer.letter.id, true);
  await w.reverse((await lastEntry(w.store, w.james.id))!.seq);
  const again = await openLetter(w.store, w.james.id, answer.letter.id, false);
  expect(again).toMatchObject({ ok: true, letter: { paidAt: expect.any(Number) } });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what charged nothing is refused by name: a gift, a refund, a number that is not there", async () => {
  using w = await world();
  await giveCredits(w.store, w.james.id, 5);
  const gift: Entry = (await lastEntry(w.store, w.james.id))!;
  expect(await w.reverse(gift.seq)).toEqual({ ok: false, reason: "not_refundable" });
  await w.reverse(w.charge.seq);
  const refund = (await lastEntry(w.store, w.james.id))!;
  expect(await w.reverse(refund.seq)).toEqual({ ok: false, reason: "not_refundable" });
  for (const seq of [999, 0, -1, 1.5]) expect(await w.reverse(seq)).toEqual({ ok: false, reason: "not_found" });
  expect(await w.reverse(w.charge.seq, " ")).toMatchObject({ reason: "invalid", fields: { reason: "required" } });
  expect(await w.reverse(w.charge.seq, "a".repeat(201))).toMatchObject({ fields: { reason: "too_long" } });
});
