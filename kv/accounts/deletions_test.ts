/** A deleted account: what ends at once, what the other person keeps, and what is given back to whom. */
import { expect } from "expect";
import { chatById } from "../chats/chats.ts";
import { messageAt, writeMessage } from "../chats/messages.ts";
import { keepTranslation } from "../chats/translated_messages.ts";
import { balanceOf, lastEntry } from "../credits/ledger/ledger.ts";
import { askRefund, refundRequestOf, waitingRefunds } from "../credits/payments/refund_requests.ts";
import { watchedVideos } from "../ladies/videos.ts";
import { askForTranslation } from "../letters/translating/asked_translations.ts";
import { letterById, letterOf, textsFor } from "../letters/letters.ts";
import { openLetter } from "../letters/opening.ts";
import { sendLetter } from "../letters/sending.ts";
import { keepMachineDraft, saveDraft } from "../letters/translating/translation_drafts.ts";
import { claimTranslation, translationOf } from "../letters/translating/translations.ts";
import { audit } from "../records/audit.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import { fullLives } from "../records/own_data/testing/full_lives.ts";
import { contactMessageById, keepContactMessage } from "../safety/contact_messages.ts";
import { reinstate, suspend } from "../safety/suspensions.ts";
import type { Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { agree, openCall } from "../testing/chats.ts";
import { eraseAll, eraseDue } from "../testing/deletions.ts";
import { paidInFull, paidPayment, payByHand, say } from "../testing/payments.ts";
import { asking, proofOf, testVisitor } from "../testing/sign_ups.ts";
import {
  afterMeanwhile,
  asOtherProcess,
  createJames,
  createOlena,
  createPeople,
  createUser,
  testPassword,
  testPasswordHash,
  testStore,
} from "../testing/store.ts";
import { createPetro } from "../testing/translators.ts";
import { confirmByCode } from "./confirming.ts";
import {
  deleteAccount,
  type Deletion,
  deletionOf,
  deletions,
  repeatDeletion,
  resumeErasures,
  secondPassMs,
} from "./deletions.ts";
import { beginEmailChange } from "./email_change.ts";
import { replacePassword } from "./signing_in/passwords.ts";
import { sessionByToken, startSession } from "./signing_in/sessions.ts";
import { signIn } from "./signing_in/sign_in.ts";
import { beginSignUp, codeOf, confirmationById } from "./sign_up.ts";
import { admin, userById } from "./users.ts";

const noFiles = () => Promise.resolve();
const wish = { password: testPassword, wantsRefund: true };

Deno.test("an account ends with the word: no session, no way in, and the address is free again", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const { token } = await startSession(store, james.id, true);
  expect(await deleteAccount(store, james.id, { ...wish, password: "Wrong-2026!" })).toMatchObject({
    reason: "wrong_password",
  });
  expect(await sessionByToken(store, token)).not.toBe(null);
  expect((await deleteAccount(store, james.id, wish)).ok).toBe(true);
  expect(await sessionByToken(store, token)).toBe(null);
  expect(await userById(store, james.id)).toBe(null);
  const credentials = { password: testPassword, remember: false, visitor: testVisitor, staffNeedSecondFactor: false };
  expect((await signIn(store, { ...credentials, email: james.email })).ok).toBe(false);
  const next = await createUser(store, { email: james.email, firstname: "Another" });
  await eraseAll(store);
  expect(await userById(store, next.id)).toMatchObject({ email: james.email });
  expect(await audit(store)).toEqual([]);
});

Deno.test("what is written from the address and signed up with it after the end is not of the former account", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const { email, firstname, lastname, birthdate, countryId } = james;
  const signUp = {
    groupId: 1 as const,
    email,
    firstname,
    lastname,
    birthdate,
    countryId,
    promoEmails: false,
    locale: "en" as const,
    passwordHash: testPasswordHash,
  };
  const write = async (body: string) => {
    const facts = {
      name: "James",
      email,
      topic: "question",
      locale: "en",
      userId: null,
      address: "192.0.2.1",
    } as const;
    const kept = await keepContactMessage(store, { ...facts, body });
    if (!kept.ok) throw new Error(kept.reason);
    return kept.id;
  };
  const before = await write("Please tell me more");
  const early = await beginSignUp(store, signUp, asking);
  await deleteAccount(store, james.id, wish);
  store.clock.advance({ seconds: 10 });
  const after = await write("I did not mean it");
  const confirmation = await beginSignUp(store, signUp, asking);
  await eraseAll(store);
  expect([await contactMessageById(store, before), await confirmationById(store, early.id)]).toEqual([null, null]);
  expect(await contactMessageById(store, after)).not.toBe(null);
  expect((await confirmByCode(store, proofOf(email), codeOf(store, confirmation))).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a notice to the address of whoever has signed up with it anew is sent, one to the former account is not", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const change = (userId: number, email: string) =>
    beginEmailChange(store, userId, { email, currentPassword: testPassword });
  expect((await change(james.id, "before@example.org")).ok).toBe(true);
  await deleteAccount(store, james.id, wish);
  store.clock.advance({ seconds: 10 });
  const next = await createUser(store, { email: james.email });
  expect((await change(next.id, "after@example.org")).ok).toBe(true);
  await eraseMember(store, james.id, noFiles);
  const jobs = (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }))).map(({ value }) => value);
  expect(jobs.filter(({ kind }) => kind === "email_change_notice_mail")).toMatchObject([
    { userId: next.id, to: james.email },
  ]);
});

Deno.test("two words at once are one deletion, on one instance and on two; staff is not deleted here", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const both = await Promise.all(
    [store, asOtherProcess(store), store].map((each) => deleteAccount(each, james.id, wish)),
  );
  expect(both.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect((await Array.fromAsync(deletions(store))).length).toBe(1);
  await Promise.all([eraseMember(store, james.id, noFiles), eraseMember(asOtherProcess(store), james.id, noFiles)]);
  await eraseAll(store);
  expect(await audit(store)).toEqual([]);
  const staff = await createUser(store, { groupId: admin, email: "admin@staff.test" });
  expect(await deleteAccount(store, staff.id, wish)).toMatchObject({ reason: "wrong_role" });
  expect(await deletionOf(store, staff.id)).toBe(null);
});

Deno.test("of a lady's letters the sheets stay; what was paid lately goes back, sealed ones cannot be bought", async () => {
  using store = await testStore();
  const { her, wei, letters } = await fullLives(store);
  const before = await balanceOf(store, wei.id);
  await deleteAccount(store, her.id, wish);
  await eraseAll(store);
  // 5 for the letter and 10 for the video; nothing of the chat was served, so it has cost nothing yet.
  expect(await balanceOf(store, wei.id)).toBe(before + 15);
  expect((await watchedVideos(store, wei.id)).size).toBe(0);
  for (const { id } of [letters.hers, letters.herPaid, letters.herSealed]) {
    const kept = (await letterOf(store, wei.id, id))!;
    expect(kept).toMatchObject({ erasedAt: expect.any(Number), sentAt: expect.any(Number) });
    expect((await textsFor(store, wei.id, [kept])).get(id)).toEqual({ body: "", translation: null, attachments: [] });
  }
  const opened = await openLetter(store, wei.id, letters.herSealed.id, true);
  expect(opened).toMatchObject({ ok: true, balanceCredits: null });
  expect(await balanceOf(store, wei.id)).toBe(before + 15);
  const again = { authorId: wei.id, recipientId: her.id, body: "Are you there?", sendKey: "again" };
  expect(await sendLetter(store, again)).toMatchObject({ reason: "not_found" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a letter that was opened more than thirty days ago is not given back, and nothing is given back twice", async () => {
  using store = await testStore();
  const { her, wei } = await fullLives(store);
  store.clock.advance({ days: 31 });
  const before = await balanceOf(store, wei.id);
  await deleteAccount(store, her.id, wish);
  await eraseAll(store);
  await eraseMember(store, her.id, noFiles);
  expect(await balanceOf(store, wei.id)).toBe(before);
});

Deno.test("whoever left before her gets nothing back: the books stay closed", async () => {
  using store = await testStore();
  const { her, wei } = await fullLives(store);
  for (const { id } of [wei, her]) {
    await deleteAccount(store, id, { ...wish, wantsRefund: false });
    await eraseAll(store);
  }
  expect(await balanceOf(store, wei.id)).toBe(0);
  expect(await audit(store)).toEqual([]);
});

Deno.test("letters that wait for a translator go back to their authors, a man's with his credits", async () => {
  using store = await testStore();
  const { olena, him, letters } = await fullLives(store);
  const before = await balanceOf(store, him.id);
  await deleteAccount(store, olena.id, wish);
  await eraseAll(store);
  expect(await letterById(store, letters.hisWaiting.id)).toMatchObject({ deliveredAt: null, keptBack: "deleted" });
  expect(await translationOf(store, letters.hisWaiting.id)).toMatchObject({ state: "returned" });
  // The letter, and the minute of the chat with her that was not served.
  expect(await balanceOf(store, him.id)).toBe(before + 10);
  expect((await store.kv.get<string>(keys.chatOf(him.id))).value).toBe(null);
  expect(await audit(store)).toEqual([]);
});

Deno.test("in the middle of a chat the man who deletes the account pays what was served, and the lady is free", async () => {
  using store = await testStore();
  const { him, olena } = await fullLives(store);
  const chatId = (await store.kv.get<string>(keys.chatOf(olena.id))).value!;
  await deleteAccount(store, him.id, wish);
  await eraseAll(store);
  expect(await chatById(store, chatId)).toMatchObject({ state: "ended", endedBy: "man" });
  expect((await store.kv.get(keys.chatOf(olena.id))).value).toBe(null);
});

Deno.test("bought and unused credits are asked back once; the rest of the ledger ends", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const payment = await paidPayment(store, james.id);
  await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "Hello", sendKey: "one" });
  await deleteAccount(store, james.id, wish);
  await eraseAll(store);
  // His 200 given credits are spent first: the letter took none of those that he bought.
  const { totalCredits, totalCents } = payment.quote;
  expect(await refundRequestOf(store, james.id)).toMatchObject({
    credits: totalCredits,
    cents: totalCents,
    parts: [{ paymentId: payment.id, provider: "sandbox", credits: totalCredits, cents: totalCents }],
  });
  expect(await askRefund(store, james.id)).toMatchObject({ credits: totalCredits });
  expect(await lastEntry(store, james.id)).toMatchObject({ deltaCredits: -190, balanceAfter: totalCredits });
  expect(await audit(store)).toEqual([]);

  const [waiting] = await waitingRefunds(store);
  expect(waiting).toMatchObject({ manId: james.id, waitingCredits: totalCredits });
  const [first, second] = await Promise.all([1, 2].map((actorId) => payByHand(store, james.id, actorId)));
  expect([first, second].map((each) => each!.ok)).toEqual([true, true]);
  expect(await lastEntry(store, james.id)).toMatchObject({ operation: "refund", balanceAfter: 0, owedAfter: 0 });
  expect(await waitingRefunds(store)).toEqual([]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what a call gives back that was open when the account ended is asked back as well", async () => {
  using store = await testStore();
  const [james, olena] = [await createJames(store, 0), await createOlena(store)];
  const { quote } = await paidPayment(store, james.id);
  const pair = { manId: james.id, ladyId: olena.id };
  await agree(store, pair);
  await openCall(store, pair);
  expect(await balanceOf(store, james.id)).toBeLessThan(quote.totalCredits);
  await deleteAccount(store, james.id, wish);
  await eraseAll(store);
  expect(await balanceOf(store, james.id)).toBe(quote.totalCredits);
  expect(await refundRequestOf(store, james.id)).toMatchObject({
    credits: quote.totalCredits,
    cents: quote.totalCents,
  });
  expect(await audit(store)).toEqual([]);
});

Deno.test("where the provider says that the money went back, the request has settled by itself", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const payment = await paidPayment(store, james.id);
  await deleteAccount(store, james.id, wish);
  await eraseAll(store);
  const { cents } = (await refundRequestOf(store, james.id))!;
  await say(store, payment, { kind: "refunded", refundedCents: cents, currency: "EUR" });
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 0 });
  expect(await waitingRefunds(store)).toEqual([]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("money that comes after the end is credited, the audit says that it has to go back, and a job asks for it", async () => {
  using store = await testStore();
  const { him } = await fullLives(store);
  const open = [];
  for await (const { value } of store.kv.list({ prefix: ["payment"] })) open.push(value);
  const late = open.find((each) => (each as { state: string }).state === "created") as Parameters<typeof paidInFull>[0];
  await deleteAccount(store, him.id, { ...wish, wantsRefund: false });
  await eraseAll(store);
  expect(await audit(store)).toEqual([]);
  await say(store, late, paidInFull(late));
  expect(await audit(store)).toEqual([expect.stringContaining("wait to be paid back")]);
  await eraseDue(store);
  expect(await waitingRefunds(store)).toMatchObject([{ manId: him.id, cents: late.quote.totalCents }]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what was under way when the account ended is found by the second look", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const late = "Sent at the very moment";
  // Her account is read before its deletion; her letter is committed after the first pass of the erasing.
  const slow = afterMeanwhile(store, async () => {
    const elsewhere = asOtherProcess(store);
    await deleteAccount(elsewhere, olena.id, wish);
    await eraseMember(elsewhere, olena.id, noFiles);
  });
  const wanted = { authorId: olena.id, recipientId: james.id, body: late, sendKey: "late" };
  const sent = await sendLetter(slow, wanted);
  if (!sent.ok) throw new Error(sent.reason);
  expect((await textsFor(store, james.id, [sent.letter])).get(sent.letter.id)).toMatchObject({ body: late });
  await eraseAll(store);
  const letter = (await letterById(store, sent.letter.id))!;
  expect(letter.erasedAt).toEqual(expect.any(Number));
  expect((await textsFor(store, james.id, [letter])).get(letter.id)).toMatchObject({ body: "" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("a message that was under way in an old conversation is found by the second look as well", async () => {
  using store = await testStore();
  const { him, olena } = await fullLives(store);
  await deleteAccount(store, him.id, wish);
  await eraseDue(store);
  const pair = { manId: him.id, ladyId: olena.id };
  const sent = await writeMessage(store, pair, { authorId: him.id, body: "In the very moment", clientId: "late" });
  if (!sent.ok) throw new Error(sent.reason);
  await eraseAll(store);
  expect(await messageAt(store, sent.message)).toMatchObject({ body: "", erasedAt: expect.any(Number) });
  expect(await audit(store)).toEqual([]);
});

Deno.test("what was made of somebody's messages in another language goes with them", async () => {
  using store = await testStore();
  const { him, olena } = await fullLives(store);
  const pair = { manId: him.id, ladyId: olena.id };
  const sent = await writeMessage(store, pair, { authorId: him.id, body: "Of the lighthouse", clientId: "lamp" });
  if (!sent.ok) throw new Error(sent.reason);
  const translation = { language: "ru", body: "О маяке", by: "deepl" };
  expect(await keepTranslation(store, sent.message, translation)).toBe(true);
  expect(await messageAt(store, sent.message)).toMatchObject({ body: "Of the lighthouse", translation });
  await deleteAccount(store, him.id, wish);
  await eraseAll(store);
  expect(await messageAt(store, sent.message)).not.toHaveProperty("translation");
  // A provider that answers only now brings nothing back.
  expect(await keepTranslation(store, sent.message, translation)).toBe(false);
  expect(await audit(store)).toEqual([]);
});

Deno.test("what a translator had begun of a letter that had come goes with its author", async () => {
  using store = await testStore();
  const { him, olena } = await fullLives(store);
  const petro = await createPetro(store);
  const wanted = { authorId: him.id, recipientId: olena.id, sendKey: "of-the-lighthouse", translate: false };
  const sent = await sendLetter(store, { ...wanted, body: "The lighthouse has been painted once more." });
  if (!sent.ok) throw new Error(sent.reason);
  const { id } = sent.letter;
  expect(await askForTranslation(store, olena.id, id)).toMatchObject({ ok: true, state: "waiting" });
  await claimTranslation(store, petro.id, id);
  await saveDraft(store, petro.id, id, ["Маяк снова покрасили."]);
  const draft = keys.translationDraft(id, petro.id);
  expect((await store.kv.get(draft)).value).toMatchObject({ segments: ["Маяк снова покрасили."] });
  await deleteAccount(store, him.id, wish);
  await eraseAll(store);
  expect((await store.kv.get(draft)).value).toBe(null);
  // A machine that answers only now brings nothing back.
  expect(await keepMachineDraft(store, petro.id, id, ["Маяк снова покрасили."])).toMatchObject({ reason: "conflict" });
  expect((await store.kv.get(keys.machineDraft(id))).value).toBe(null);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a first look that takes longer than a minute is followed by a second all the same", async () => {
  using store = await testStore();
  const { him } = await fullLives(store);
  await deleteAccount(store, him.id, wish);
  await eraseMember(store, him.id, async () => store.clock.advance({ ms: secondPassMs }));
  expect(await deletionOf(store, him.id)).toMatchObject({ erasedAt: null });
  await eraseDue(store);
  expect(await deletionOf(store, him.id)).toMatchObject({ erasedAt: expect.any(Number) });
  expect((await store.kv.get(keys.chatOf(him.id))).value).toBe(null);
  expect(await audit(store)).toEqual([]);
});

Deno.test("an erasing that was given up is begun again when the site starts", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await deleteAccount(store, james.id, wish);
  for await (const { key } of store.kv.list({ prefix: prefixes.jobs() })) await store.kv.delete(key);
  await resumeErasures(store);
  await eraseAll(store);
  expect(await deletionOf(store, james.id)).toMatchObject({ erasedAt: null });
  store.clock.advance({ hours: 2 });
  await resumeErasures(store);
  await eraseAll(store);
  expect(await deletionOf(store, james.id)).toMatchObject({ erasedAt: expect.any(Number) });
});

Deno.test("a deletion that is not finished within a day is found by the audit", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await deleteAccount(store, james.id, wish);
  store.clock.advance({ days: 2 });
  expect(await audit(store)).toEqual([`user ${james.id}, who was deleted, is still not erased`]);
});

Deno.test("who came under the same number after an older backup was put back is not deleted in another's stead", async () => {
  using store = await testStore();
  const { id: userId, groupId, confirmedAt } = (await createPeople(store)).james;
  const former: Deletion = { userId, groupId, at: confirmedAt - 1, erasedAt: null, email: null, wantsRefund: false };
  expect(await repeatDeletion(store, former)).toBe(false);
  expect(await userById(store, userId)).not.toBe(null);
  expect(await repeatDeletion(store, { ...former, at: confirmedAt + 1 })).toBe(true);
  expect(await userById(store, userId)).toBe(null);
});

Deno.test("who was let in and then left is no fraud, also where an older store is put back; who left as one is", async () => {
  for (const isLetIn of [true, false]) {
    using store = await testStore();
    const { olena } = await createPeople(store);
    const vera = await createUser(store, { email: "vera@demo.test", groupId: admin });
    const about = { userId: olena.id, reason: "Stolen photos", actorId: vera.id };
    if (isLetIn) await suspend(store, { ...about, kind: "fraud" });
    const older = await store.kv.get(keys.user(olena.id));
    await (isLetIn ? reinstate(store, about) : suspend(store, { ...about, kind: "fraud" }));
    const deleted = await deleteAccount(store, olena.id, wish);
    if (!deleted.ok) throw new Error(deleted.reason);
    await store.kv.delete(keys.deletion(olena.id));
    await store.kv.set(older.key, older.value);
    expect(await repeatDeletion(asOtherProcess(store), deleted.deletion)).toBe(true);
    expect([isLetIn, await deletionOf(store, olena.id)]).toMatchObject([isLetIn, { wasFraud: !isLetIn }]);
  }
});

Deno.test("the password of before ends no account while it is replaced", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const late = afterMeanwhile(store, () => replacePassword(store, james.id, "Autumn-2026!", null));
  expect(await deleteAccount(late, james.id, { password: testPassword, wantsRefund: false }))
    .toMatchObject({ ok: false, reason: "wrong_password" });
  expect([await deletionOf(store, james.id), await audit(store)]).toEqual([null, []]);
});
