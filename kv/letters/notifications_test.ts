import { expect } from "expect";
import fc from "fast-check";
import { deleteAccount, secondPassMs } from "../accounts/deletions.ts";
import type { User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import { setBlocked } from "../safety/blocks.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { asOtherProcess, createPeople, testPassword, type TestStore, testStore } from "../testing/store.ts";
import { deleteLetter } from "./deletion.ts";
import type { Letter } from "./letter.ts";
import {
  claimLetterMail,
  letterMailAfterMs,
  letterMailEveryMs,
  letterNotificationOf,
  lettersTopic,
  noteLetterMailSent,
} from "./notifications.ts";
import { openLetter } from "./opening.ts";
import { sendLetter } from "./sending.ts";

async function write(store: Store, author: User, recipient: User): Promise<Letter> {
  const wanted = { authorId: author.id, recipientId: recipient.id, body: "Dear you", sendKey: store.randomToken() };
  const sent = await sendLetter(store, wanted);
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

async function leaves(store: TestStore, { id }: User): Promise<void> {
  const deleted = await deleteAccount(store, id, { password: testPassword, wantsRefund: false });
  if (!deleted.ok) throw new Error(deleted.reason);
  await eraseMember(store, id, () => Promise.resolve());
  store.clock.advance({ ms: secondPassMs });
  await eraseMember(store, id, () => Promise.resolve());
}

interface Told {
  at: number;
  recipientId: number;
  authorId: number;
  letterId: number;
}

/** Runs what is due as the site does; a mail that is claimed is noted as sent. */
async function tell(store: Store, told: Told[], fails: (job: Job) => boolean = () => false): Promise<void> {
  await runDueJobs(store, async (job) => {
    if (job.kind !== "letter_mail") return;
    const news = await letterNotificationOf(store, job.letterId);
    if (!news || !await claimLetterMail(store, news.letter, job)) return;
    if (fails(job)) throw new Error("the mail server is away");
    told.push({
      at: store.now(),
      recipientId: news.recipient.id,
      authorId: news.author.id,
      letterId: news.letter.id,
    });
    await noteLetterMailSent(store, news.letter, job);
  }, () => {});
}

Deno.test("a letter is published to its recipient when it comes and when it is read, and its author never", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  let [his, hers] = [0, 0];
  store.pubsub.listen(lettersTopic(james.id), () => his++);
  store.pubsub.listen(lettersTopic(olena.id), () => hers++);
  const introduction = await write(store, olena, james);
  expect([his, hers]).toEqual([1, 0]);
  await openLetter(store, james.id, introduction.id, false);
  expect([his, hers]).toEqual([2, 0]);
  const answer = await write(store, james, olena);
  expect([his, hers]).toEqual([2, 1]);
  await openLetter(store, olena.id, answer.id, false);
  await openLetter(store, olena.id, answer.id, false);
  expect([his, hers]).toEqual([2, 2]);
  const sealed = await write(store, olena, james);
  await openLetter(store, james.id, sealed.id, true);
  expect([his, hers]).toEqual([4, 2]);
});

Deno.test("a refused or repeated letter is published to nobody", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  let hers = 0;
  store.pubsub.listen(lettersTopic(olena.id), () => hers++);
  const wanted = { authorId: james.id, recipientId: olena.id, body: "Dear Olena", sendKey: "one-and-the-same" };
  await sendLetter(store, { ...wanted, body: "" });
  expect(hers).toBe(0);
  await sendLetter(store, wanted);
  await sendLetter(store, wanted);
  expect(hers).toBe(1);
});

Deno.test("a letter is told of after a moment, unless it was read by then", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createPeople(store);
  const told: Told[] = [];
  await write(store, james, olena);
  const second = await write(store, wei, olena);
  store.clock.advance({ ms: letterMailAfterMs - 1 });
  await tell(store, told);
  expect(told).toEqual([]);
  await openLetter(store, olena.id, second.id, false);
  store.clock.advance({ ms: 1 });
  await tell(store, told);
  expect(told.map(({ authorId }) => authorId)).toEqual([james.id]);
});

Deno.test("a mail that a clock noted which ran ahead keeps back no other", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const told: Told[] = [];
  store.clock.advance({ days: 3 });
  await write(store, james, olena);
  store.clock.advance({ ms: letterMailAfterMs });
  await tell(store, told);
  store.clock.advance({ days: -3 });
  const { id } = await write(store, james, olena);
  store.clock.advance({ ms: letterMailAfterMs });
  await tell(store, told);
  expect(told.map(({ letterId }) => letterId)).toContain(id);
});

Deno.test("a letter that came within the hour of a mail is told of when the hour is over, once with all others", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const told: Told[] = [];
  await write(store, james, olena);
  store.clock.advance({ minutes: 2 });
  await tell(store, told);
  const firstAt = store.now();
  for (let more = 0; more < 3; more++) {
    store.clock.advance({ minutes: 5 });
    await write(store, james, olena);
  }
  for (let minute = 0; minute < 200; minute++) {
    store.clock.advance({ minutes: 1 });
    await tell(store, told);
  }
  expect(told.map(({ at }) => at - firstAt)).toEqual([0, letterMailEveryMs]);
});

Deno.test("a mail that failed is tried again; one of which nobody knows is not sent twice", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const told: Told[] = [];
  await write(store, james, olena);
  store.clock.advance({ minutes: 2 });
  await tell(store, told, () => true);
  expect(told).toEqual([]);
  store.clock.advance({ minutes: 2 });
  await tell(store, told);
  expect(told.length).toBe(1);

  // The process ends between sending and noting that it was done: the lease runs out, and the same attempt begins anew.
  store.clock.advance({ hours: 2 });
  const letter = await write(store, james, olena);
  const broken = { id: "broken-off", attempts: 0 };
  store.clock.advance({ minutes: 2 });
  expect(await claimLetterMail(store, letter, broken)).toBe(true);
  expect(await claimLetterMail(store, letter, broken)).toBe(false);
});

Deno.test("a letter for which a failed mail should have stood is told of all the same", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const told: Told[] = [];
  const first = await write(store, james, olena);
  const second = await write(store, james, olena);
  store.clock.advance({ minutes: 2 });
  await tell(store, told, () => true);
  // The letter of the failed mail is read before the next try; the other one is not.
  await openLetter(store, olena.id, first.id, false);
  for (let minute = 0; minute < 90; minute++) {
    store.clock.advance({ minutes: 1 });
    await tell(store, told);
  }
  expect(told.map(({ letterId }) => letterId)).toEqual([second.id]);
});

Deno.test("what is older than a day is news no more", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const told: Told[] = [];
  await write(store, james, olena);
  store.clock.advance({ hours: 25 });
  await tell(store, told);
  expect(told).toEqual([]);
});

for (const by of ["james", "olena"] as const) {
  Deno.test(`a mail that was put off is not sent once the two are kept apart, until that is over: ${by} blocks`, async () => {
    using store = await testStore();
    const { james, olena } = await createPeople(store);
    const told: Told[] = [];
    await write(store, james, olena);
    store.clock.advance({ minutes: 1 });
    await tell(store, told);
    const { id } = await write(store, james, olena);
    store.clock.advance({ minutes: 1 });
    await tell(store, told);
    const [blocker, blocked] = by === "james" ? [james, olena] : [olena, james];
    await setBlocked(store, blocker.id, blocked.id, true);
    // The same rule holds for notes to devices.
    expect(await letterNotificationOf(store, id)).toBe(null);
    store.clock.advance({ hours: 1 });
    await tell(store, told);
    expect(told).toHaveLength(1);
    await setBlocked(store, blocker.id, blocked.id, false);
    expect(await letterNotificationOf(store, id)).toMatchObject({ letter: { id } });
  });
}

Deno.test("however letters come, and however many processes tell of them: one mail per person, partner and hour at most, and no unread letter untold", async () => {
  const people = ["james", "wei", "olena", "daria"] as const;
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), man: fc.nat(1), byMan: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 45 }) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("tell" as const), failing: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("read" as const), which: fc.nat(20) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      using store = await testStore();
      const world = await createPeople(store);
      for (const man of [world.james, world.wei]) await write(store, world.olena, man);
      const processes = [asOtherProcess(store), asOtherProcess(store), asOtherProcess(store)];
      const told: Told[] = [];
      const letters: Letter[] = [];
      for (const each of steps) {
        if (each.kind === "wait") store.clock.advance({ minutes: each.minutes });
        if (each.kind === "read" && letters.length > 0) {
          const letter = letters[each.which % letters.length]!;
          await openLetter(store, letter.author === "man" ? letter.ladyId : letter.manId, letter.id, true);
        }
        if (each.kind === "write") {
          const man = world[people[each.man]!];
          const sent = each.byMan ? [man, world.olena] as const : [world.olena, man] as const;
          // Two at once, from different processes.
          letters.push(...await Promise.all(processes.slice(0, 2).map((store) => write(store, ...sent))));
        }
        if (each.kind === "tell") {
          await Promise.all(processes.map((store) => tell(store, told, () => each.failing)));
        }
      }
      // Time enough for whatever was put off or failed.
      for (let pause = 0; pause < 60; pause++) {
        store.clock.advance({ minutes: 5 });
        await Promise.all(processes.map((store) => tell(store, told)));
      }
      const byPair = Map.groupBy(told, ({ recipientId, authorId }) => `${recipientId} ${authorId}`);
      for (const mails of byPair.values()) {
        const times = mails.map(({ at }) => at).toSorted((one, other) => one - other);
        for (let n = 1; n < times.length; n++) {
          expect(times[n]! - times[n - 1]!).toBeGreaterThanOrEqual(letterMailEveryMs);
        }
      }
      for (const { id } of letters) {
        const news = await letterNotificationOf(store, id);
        if (!news) continue;
        const mails = byPair.get(`${news.recipient.id} ${news.author.id}`) ?? [];
        expect(mails.some(({ at }) => at >= news.letter.deliveredAt!)).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});

Deno.test("of who leaves no trace of a mail stays, though she put every letter away before", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const letter = await write(store, james, olena);
  store.clock.advance({ ms: letterMailAfterMs });
  const told: Told[] = [];
  await tell(store, told);
  expect(told).toHaveLength(1);
  expect(await deleteLetter(store, olena.id, letter.id)).toMatchObject({ ok: true });
  await leaves(store, olena);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a mail that is about to be sent while its reader leaves is not sent, and leaves no trace", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const letter = await write(store, james, olena);
  const news = await letterNotificationOf(store, letter.id);
  await leaves(store, olena);
  expect(await claimLetterMail(store, news!.letter, { id: "a", attempts: 0 })).toBe(false);
  expect(await audit(store)).toEqual([]);
});
