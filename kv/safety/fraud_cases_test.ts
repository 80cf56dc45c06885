/** Everybody who wrote to a fraud is told once and repaid once, whatever breaks off in between, and nobody else is. */
import { expect } from "expect";
import { deleteAccount, secondPassMs } from "../accounts/deletions.ts";
import { type User, userById } from "../accounts/users.ts";
import { writeMessage } from "../chats/messages.ts";
import { history } from "../credits/ledger/history.ts";
import { balanceOf, lastEntry } from "../credits/ledger/ledger.ts";
import { refundCharge } from "../credits/ledger/refunds.ts";
import { deleteLetter } from "../letters/deletion.ts";
import { letterById } from "../letters/letters.ts";
import { openLetter } from "../letters/opening.ts";
import { sendLetter } from "../letters/sending.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { openChat } from "../testing/chats.ts";
import { writeMany } from "../testing/many_letters.ts";
import { createVera, runSafetyJobs } from "../testing/safety.ts";
import { createMan, createPeople, testPassword, testStore, withAtomics } from "../testing/store.ts";
import { createTranslationWorld, send } from "../testing/translators.ts";
import { fraudForecast, gatherFraud, isFraudStill, mailSpacingMs, refundFraud } from "./fraud_cases.ts";
import { noticesOf, readNotice } from "./notices.ts";
import { reinstate, suspend } from "./suspensions.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  let letters = 0;
  const write = async (author: User, recipient: User) => {
    store.clock.advance({ minutes: 1 });
    const wanted = { authorId: author.id, recipientId: recipient.id, body: "A letter.", sendKey: `${++letters}` };
    const sent = await sendLetter(store, wanted);
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter.id;
  };
  const suspendOlena = (kind: "conduct" | "fraud" = "fraud") =>
    suspend(store, { userId: people.olena.id, kind, reason: "Stolen photos", actorId: vera.id });
  const reinstateOlena = () => reinstate(store, { userId: people.olena.id, reason: "A mistake", actorId: vera.id });
  return { store, ...people, vera, write, suspendOlena, reinstateOlena, [Symbol.dispose]: () => store.close() };
}

const refundsOf = async (store: Store, man: User) =>
  (await history(store, man.id, { page: 1, limit: 100 }, { operation: "refund" })).entries;

const fraudNotices = async (store: Store, man: User) =>
  (await noticesOf(store, man.id)).filter(({ kind }) => kind === "fraud");

Deno.test("letters to her and openings of hers of the last 30 days go back, older ones and other ladies' stay", async () => {
  using w = await world();
  const { store, james, wei, olena, daria } = w;
  await w.write(james, olena);
  const early = await w.write(olena, james);
  store.clock.advance({ days: 31 });
  await w.write(james, olena);
  await w.write(james, daria);
  // Written long ago, paid for today.
  await openLetter(store, james.id, early, true);
  await w.write(wei, daria);
  expect(await balanceOf(store, james.id)).toBe(165);

  await w.suspendOlena();
  await runSafetyJobs(store);
  expect(await balanceOf(store, james.id)).toBe(180);
  expect((await refundsOf(store, james)).map(({ deltaCredits, reference }) => [deltaCredits, reference.cause])).toEqual(
    [[5, "fraud"], [10, "fraud"]],
  );
  expect(await fraudNotices(store, james)).toMatchObject([{
    ladyId: olena.id,
    refundedCredits: 15,
    refundedEntries: 2,
    readAt: null,
  }]);
  expect([await balanceOf(store, wei.id), await noticesOf(store, wei.id)]).toEqual([190, []]);
  const { records } = await auditRecords(store, { page: 1, limit: 10 });
  expect(records).toContainEqual(expect.objectContaining({
    action: "fraud_refunded",
    subject: `user:${olena.id}`,
    details: { men: 1, entries: 2, credits: 15 },
  }));
  expect(await audit(store)).toEqual([]);
});

Deno.test("her putting letters away hides nobody from it, nor does his", async () => {
  using w = await world();
  const his = await w.write(w.james, w.olena);
  await deleteLetter(w.store, w.olena.id, his);
  const other = await w.write(w.wei, w.olena);
  await deleteLetter(w.store, w.wei.id, other);
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  expect([await balanceOf(w.store, w.james.id), await balanceOf(w.store, w.wei.id)]).toEqual([200, 200]);
});

Deno.test("who only talked with her is told, and pays for the minutes that were served", async () => {
  using w = await world();
  await openChat(w.store, { manId: w.james.id, ladyId: w.olena.id });
  const pair = { manId: w.james.id, ladyId: w.olena.id };
  await writeMessage(w.store, pair, { authorId: w.james.id, body: "Hello", clientId: "1" });
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  expect(await fraudNotices(w.store, w.james)).toMatchObject([{ refundedCredits: 0, refundedEntries: 0 }]);
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("who never wrote to her hears nothing, though she wrote to him", async () => {
  using w = await world();
  await w.write(w.olena, w.james);
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  expect(await noticesOf(w.store, w.james.id)).toEqual([]);
});

Deno.test("a letter that still waited for a translator goes back once, and its author is told as well", async () => {
  using store = await testStore();
  const { james, daria } = await createTranslationWorld(store);
  const vera = await createVera(store);
  const waiting = await send(store, james, daria);
  await suspend(store, { userId: daria.id, kind: "fraud", reason: "Stolen photos", actorId: vera.id });
  await runSafetyJobs(store);
  expect(await letterById(store, waiting.id)).toMatchObject({ keptBack: "suspended", deliveredAt: null });
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await fraudNotices(store, james)).toHaveLength(1);
  expect(await refundsOf(store, james)).toHaveLength(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("who has deleted the account since is neither repaid nor told: the books stay closed", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
  for (let look = 0; look < 2; look++) {
    await eraseMember(w.store, w.james.id, () => Promise.resolve());
    w.store.clock.advance({ ms: secondPassMs });
  }
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  expect([await balanceOf(w.store, w.james.id), await noticesOf(w.store, w.james.id)]).toEqual([0, []]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what was given back before stays given back once, and a second suspension gives nothing back again", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  const { seq } = (await lastEntry(w.store, w.james.id))!;
  await refundCharge(w.store, { manId: w.james.id, seq, reason: "Goodwill", actorId: w.vera.id });
  await w.write(w.james, w.olena);
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  await w.reinstateOlena();
  w.store.clock.advance({ hours: 1 });
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  expect(await refundsOf(w.store, w.james)).toHaveLength(2);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("found to be a fraud anew: who had not read of it is told once, with the credits of both times in the sum", async () => {
  using w = await world();
  const { store, james, wei, olena } = w;
  await w.write(james, olena);
  await w.write(wei, olena);
  await w.suspendOlena();
  await runSafetyJobs(store);
  await readNotice(store, wei.id, (await fraudNotices(store, wei))[0]!.id);
  await w.reinstateOlena();
  await w.write(james, olena);
  await w.suspendOlena();
  await runSafetyJobs(store);
  expect(await fraudNotices(store, james)).toMatchObject([{ refundedCredits: 20, refundedEntries: 2, readAt: null }]);
  expect(await fraudNotices(store, wei)).toMatchObject([{ readAt: null }, { refundedCredits: 10 }]);

  await w.reinstateOlena();
  store.clock.advance({ days: 31 });
  await w.write(james, olena);
  await w.suspendOlena();
  await runSafetyJobs(store);
  const credits = (await fraudNotices(store, james)).map((notice) =>
    "refundedCredits" in notice && notice.refundedCredits
  );
  expect(credits).toEqual([10, 20]);
});

Deno.test("conduct gives nothing back; found to be fraud later, the days before the first suspension count", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await w.suspendOlena("conduct");
  await runSafetyJobs(w.store);
  expect(await balanceOf(w.store, w.james.id)).toBe(190);
  w.store.clock.advance({ days: 40 });
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

const fraudMails = async (store: Store) =>
  (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() })))
    .flatMap(({ key, value }) => value.kind === "fraud_mail" ? { userId: value.userId, dueAt: Number(key[2]) } : []);

Deno.test("found to be fraud long after, all are looked through again a minute later, and mails keep their pace", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await w.write(w.wei, w.olena);
  await w.suspendOlena("conduct");
  w.store.clock.advance({ days: 40 });
  await w.suspendOlena();
  const foundAt = w.store.now();
  await runSafetyJobs(w.store);
  expect(await fraudMails(w.store)).toEqual([
    { userId: w.james.id, dueAt: foundAt + 60_000 },
    { userId: w.wei.id, dueAt: foundAt + 61_000 },
  ]);
  const left = (await Array.fromAsync(w.store.kv.list<Job>({ prefix: prefixes.jobs() })))
    .flatMap(({ key, value }) => value.kind === "fraud_gather" ? [[value.round, Number(key[2])]] : []);
  expect(left).toEqual([[2, foundAt + 60_000]]);
});

Deno.test("what is said beforehand counts back from the first suspension too, and is nothing where it was fraud already", async () => {
  using w = await world();
  const forecast = async () => await fraudForecast(w.store, (await userById(w.store, w.olena.id))!);
  await w.write(w.james, w.olena);
  expect(await forecast()).toEqual({ men: 1, credits: 10 });
  await w.suspendOlena("conduct");
  w.store.clock.advance({ days: 40 });
  expect(await forecast()).toEqual({ men: 1, credits: 10 });
  await w.suspendOlena();
  expect(await forecast()).toEqual({ men: 0, credits: 0 });
});

Deno.test("let in again she is nobody's fraud: who was not repaid and told yet is neither; what was done stays", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await w.suspendOlena();
  await w.reinstateOlena();
  await runSafetyJobs(w.store);
  expect([await balanceOf(w.store, w.james.id), await noticesOf(w.store, w.james.id)]).toEqual([190, []]);

  await w.suspendOlena();
  await runSafetyJobs(w.store);
  await w.reinstateOlena();
  await writeMany(w.store, w.olena.id, [w.wei.id]);
  w.store.clock.advance({ seconds: 61 });
  await runSafetyJobs(w.store);
  expect([await balanceOf(w.store, w.james.id), await balanceOf(w.store, w.wei.id)]).toEqual([200, 190]);
  expect([await fraudNotices(w.store, w.james), await noticesOf(w.store, w.wei.id)]).toMatchObject([[{}], []]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("suspended again for something else she is no fraud either; again for fraud, each man is told once", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await w.suspendOlena();
  await w.reinstateOlena();
  await w.suspendOlena("conduct");
  await runSafetyJobs(w.store);
  expect(await balanceOf(w.store, w.james.id)).toBe(190);
  await w.reinstateOlena();
  for (let time = 0; time < 2; time++) {
    w.store.clock.advance({ seconds: 1 });
    await w.suspendOlena();
    if (time === 0) await w.reinstateOlena();
  }
  await runSafetyJobs(w.store);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect(await fraudNotices(w.store, w.james)).toHaveLength(1);
});

Deno.test("a deleted lady stays the fraud that she was, and jobs from before the time of a case was noted are done", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await w.write(w.wei, w.olena);
  await w.suspendOlena();
  const job = { ladyId: w.olena.id, at: w.store.now(), mailsFromMs: w.store.now() };
  await refundFraud(w.store, { ...job, manIds: [w.james.id] });
  await w.store.kv.delete(keys.user(w.olena.id));
  await refundFraud(w.store, { ...job, manIds: [w.wei.id] });
  expect([await balanceOf(w.store, w.james.id), await balanceOf(w.store, w.wei.id)]).toEqual([200, 200]);
});

Deno.test("who was let in again before she left is called no fraud afterwards; who left as one is", async () => {
  for (const isLetIn of [true, false]) {
    using w = await world();
    await w.suspendOlena();
    if (isLetIn) await w.reinstateOlena();
    const deleted = await deleteAccount(w.store, w.olena.id, { password: testPassword, wantsRefund: false });
    expect(deleted).toMatchObject({ ok: true, deletion: { wasFraud: !isLetIn } });
    expect(await isFraudStill(w.store, { ladyId: w.olena.id })).toBe(!isLetIn);
  }
});

Deno.test("a letter that was on its way is found when all is looked through again", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  // As if these letters were committed a moment after the suspension.
  await writeMany(w.store, w.olena.id, [w.james.id, w.wei.id]);
  expect([await balanceOf(w.store, w.james.id), await balanceOf(w.store, w.wei.id)]).toEqual([190, 190]);
  w.store.clock.advance({ seconds: 61 });
  await runSafetyJobs(w.store);
  expect([await balanceOf(w.store, w.james.id), await balanceOf(w.store, w.wei.id)]).toEqual([200, 200]);
  expect(await fraudNotices(w.store, w.james)).toHaveLength(1);
  // James's mail has gone out; only Wei's is still to be sent.
  const mails = (await Array.fromAsync(w.store.kv.list<Job>({ prefix: prefixes.jobs() })))
    .flatMap(({ value }) => value.kind === "fraud_mail" ? value.userId : []);
  expect(mails).toEqual([w.wei.id]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("killed again and again between its commits it goes on, and nobody is repaid or told twice", async () => {
  using w = await world();
  const men = await Promise.all(Array.from({ length: 12 }, () => createMan(w.store, { credits: 100 })));
  for (let letters = 0; letters < 6; letters++) await writeMany(w.store, w.olena.id, men.map(({ id }) => id));
  await w.suspendOlena();
  let commits = 0;
  let kills = 0;
  // Every second commit kills its process: how many there are depends on which of them are grouped.
  const dying = withAtomics(w.store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = async () => {
      if (++commits % 2 === 0 && kills < 20) {
        kills++;
        throw new Error("killed");
      }
      return await commit();
    };
  });
  for (let tries = 0; tries < 200; tries++) {
    const left = (await Array.fromAsync(w.store.kv.list<Job>({ prefix: prefixes.jobs() })))
      .filter(({ value }) => value.kind === "fraud_gather" || value.kind === "fraud_refund");
    if (left.length === 0) break;
    await runDueJobs(dying, async (job) => {
      if (job.kind === "fraud_gather") await gatherFraud(dying, job);
      if (job.kind === "fraud_refund") await refundFraud(dying, job);
    }, () => {}).catch(() => {});
    w.store.clock.advance({ minutes: 30 });
  }
  expect(kills).toBe(20);
  for (const man of men) {
    expect(await balanceOf(w.store, man.id)).toBe(100);
    expect(await refundsOf(w.store, man)).toHaveLength(6);
    expect(await fraudNotices(w.store, man)).toMatchObject([{ refundedCredits: 60, refundedEntries: 6 }]);
  }
  const mails = (await Array.fromAsync(w.store.kv.list<Job>({ prefix: prefixes.jobs() })))
    .filter(({ value }) => value.kind === "fraud_mail");
  expect(mails.length).toBeLessThanOrEqual(men.length);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("work that could not repay everybody is not done", async () => {
  using w = await world();
  await w.write(w.james, w.olena);
  await w.suspendOlena();
  const broken = withAtomics(w.store, (op) => void (op.commit = () => Promise.reject(new Error("killed"))));
  const job = { ladyId: w.olena.id, at: w.store.now(), manIds: [w.james.id], mailsFromMs: w.store.now() };
  await expect(refundFraud(broken, job)).rejects.toThrow("killed");
  await refundFraud(w.store, job);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("10,000 correspondents are told and repaid", async () => {
  using w = await world();
  const firstId = await w.store.ids.reserveRange("user", 10_000);
  const manIds = Array.from({ length: 10_000 }, (_, at) => firstId + at);
  await writeMany(w.store, w.olena.id, manIds);
  await w.suspendOlena();
  await runSafetyJobs(w.store);
  const given = { repaid: 0, told: 0 };
  for await (const { value } of w.store.kv.list<{ operation: string }>({ prefix: prefixes.allEntries() })) {
    if (value.operation === "refund") given.repaid++;
  }
  for await (const _ of w.store.kv.list({ prefix: prefixes.allNotices() })) given.told++;
  expect(given).toEqual({ repaid: 10_000, told: 10_000 });
});

Deno.test("each is told when they were last in touch, and the last of however many within 24 hours", async () => {
  using w = await world();
  const { store, james, wei, olena } = w;
  await w.write(james, olena);
  await w.write(wei, olena);
  store.clock.advance({ days: 3 });
  await w.write(olena, james);
  const lastAt = store.now();
  store.clock.advance({ days: 1 });
  await w.suspendOlena();
  await runSafetyJobs(store);
  const [his] = await fraudNotices(store, james);
  const [weis] = await fraudNotices(store, wei);
  expect(his).toMatchObject({ kind: "fraud", lastContactAt: lastAt });
  expect(weis).toMatchObject({ kind: "fraud", lastContactAt: lastAt - 3 * 24 * 3600_000 - 60_000 });
  expect([mailSpacingMs(1), mailSpacingMs(5000)]).toEqual([1000, 1000]);
  for (const men of [80_000, 500_000]) expect(men * mailSpacingMs(men)).toBeLessThan(23 * 3600_000);
});

Deno.test("what he paid exactly 30 days before goes back, and a moment earlier no more", async () => {
  for (const [ms, credits] of [[0, 200], [1, 190]] as const) {
    using w = await world();
    await w.write(w.james, w.olena);
    w.store.clock.advance({ days: 30 });
    w.store.clock.advance({ ms });
    expect(await fraudForecast(w.store, w.olena)).toEqual({ men: 1 - ms, credits: 10 * (1 - ms) });
    await w.suspendOlena();
    await runSafetyJobs(w.store);
    expect([await balanceOf(w.store, w.james.id), await audit(w.store)]).toEqual([credits, []]);
  }
});

Deno.test("who is let back in before the credits went gives none back, and nobody is told that she was a fraud", async () => {
  using w = await world();
  const { store, james, olena } = w;
  await w.write(james, olena);
  await w.suspendOlena();
  const { suspension } = (await userById(store, olena.id))!;
  const job = { ladyId: olena.id, at: suspension!.at, openedAt: suspension!.at, manIds: [james.id], mailsFromMs: 0 };
  expect(await isFraudStill(store, job)).toBe(true);
  await w.reinstateOlena();
  await refundFraud(store, job);
  expect([await balanceOf(store, james.id), await fraudNotices(store, james), await audit(store)]).toEqual([
    190,
    [],
    [],
  ]);
});
