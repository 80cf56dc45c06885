/** The audit beside deletions that are under way: silent about what goes, as loud as ever about what is broken. */
import { expect } from "expect";
import * as fc from "fast-check";
import { deleteAccount, secondPassMs } from "../../accounts/deletions.ts";
import type { Message } from "../../chats/messages.ts";
import type { Entry } from "../../credits/ledger/entry.ts";
import type { Letter, LetterText } from "../../letters/letter.ts";
import type { Store } from "../../open.ts";
import { type Addition, type Report, reportsOf } from "../../safety/reports.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { aroundWrites } from "../../store/handles/write_around.ts";
import { testPassword, type TestStore, testStore, withKv } from "../../testing/store.ts";
import { audit } from "../audit.ts";
import { eraseMember } from "../own_data/erase.ts";
import { type FullLives, fullLives } from "../own_data/testing/full_lives.ts";
import { tamper } from "./testing/lived_in_world.ts";

/** Men and ladies who are blocked, reported, verified, in an agency, in a chat, with letters that wait, videos, credits. */
const people = ["him", "her", "olena", "wei"] as const;
type Who = typeof people[number];

const noFiles = () => Promise.resolve();

/** The same store, which calls `after` behind every write. */
const watched = (store: TestStore, after: () => Promise<void>): Store => {
  const around = aroundWrites(store.kv, async (_, write) => {
    const written = await write();
    await after();
    return written;
  });
  return withKv(store, around);
};

async function remove(store: Store, userId: number): Promise<void> {
  const deleted = await deleteAccount(store, userId, { password: testPassword, wantsRefund: true });
  if (!deleted.ok) throw new Error(deleted.reason);
}

for (const who of people) {
  Deno.test(`from the word to the end of the erasing of ${who}, the audit finds nothing behind any write`, async () => {
    using store = await testStore();
    const { id } = (await fullLives(store))[who];
    const found = new Set<string>();
    let writes = 0;
    const seen = watched(store, async () => {
      writes++;
      for (const sentence of await audit(store)) found.add(sentence);
    });
    await remove(seen, id);
    await eraseMember(seen, id, noFiles);
    store.clock.advance({ ms: secondPassMs });
    await eraseMember(seen, id, noFiles);
    expect([...found]).toEqual([]);
    expect(writes).toBeGreaterThan(30);
  });
}

class Cut extends Error {}

/** Erases until `writesMax` writes were made; returns whether the erasing was over by then. */
async function eraseUntil(store: TestStore, userId: number, writesMax: number): Promise<boolean> {
  let left = writesMax;
  const cutOff = watched(store, () => --left < 0 ? Promise.reject(new Cut()) : Promise.resolve());
  return await eraseMember(cutOff, userId, noFiles).then(() => true, (error) => {
    if (!(error instanceof Cut)) throw error;
    return false;
  });
}

Deno.test("several leave at once, each erasing cut off anywhere: nothing is found, and nothing is left in the end", async () => {
  const order = fc.shuffledSubarray([...people], { minLength: 2 });
  const cuts = fc.array(fc.nat(70), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(order, cuts, async (leaving: Who[], cuts) => {
      using store = await testStore();
      const lives = await fullLives(store);
      for (const [at, who] of leaving.entries()) {
        await remove(store, lives[who].id);
        expect(await audit(store)).toEqual([]);
        await eraseUntil(store, lives[who].id, cuts[at]!);
        expect(await audit(store)).toEqual([]);
      }
      for (const ms of [0, secondPassMs]) {
        store.clock.advance({ ms });
        for (const who of leaving) await eraseMember(store, lives[who].id, noFiles);
        expect(await audit(store)).toEqual([]);
      }
    }),
    { numRuns: 12 },
  );
});

/** Real damage, beside somebody who is leaving. */
const breaks: [what: string, make: (store: TestStore, ids: Record<Who, number>) => Promise<unknown>, found: RegExp][] =
  [
    [
      "a block between two men",
      async (store, { wei }) => {
        await store.kv.set(keys.block(wei, 999_999), 1);
        await store.kv.set(keys.blockOf(999_999, wei), null);
      },
      /^the block of user 999999 by user \d+ is not between a man and a lady$/,
    ],
    [
      "a video of nobody",
      (store) => store.kv.set(keys.video(0), { id: 0, ladyId: 999_999 }),
      /^video 0 belongs to no lady$/,
    ],
    [
      "a lady of an agency who never was",
      (store) => store.kv.set(keys.ladyOfAgency(999_998, 999_999), null),
      /^agency 999998 lists user 999999, who knows nothing of it$/,
    ],
    [
      "a verification of nobody",
      (store) => store.kv.set(keys.verification(999_999), {}),
      /^the verification of lady 999999 has no lady$/,
    ],
    [
      "an entry in the books of who is leaving",
      (store, { him }) => tamper<Entry>(store, keys.entry(him, 1), { balanceAfter: 7 }),
      /^entry 1 of man \d+ /,
    ],
    [
      "a letter of who stays without its words",
      (store) => store.kv.delete(keys.letterText(7)),
      /^letter 7 has no text$/,
    ],
  ];

for (const [what, make, found] of breaks) {
  Deno.test(`beside somebody who is leaving, ${what} is found`, async () => {
    using store = await testStore();
    const { him, her, olena, wei } = await fullLives(store);
    await remove(store, him.id);
    expect(await audit(store)).toEqual([]);
    await make(store, { him: him.id, her: her.id, olena: olena.id, wei: wei.id });
    expect(await audit(store)).toEqual(expect.arrayContaining([expect.stringMatching(found)]));
  });
}

Deno.test("an erasing that has not ended after a day is said so", async () => {
  using store = await testStore();
  const { him } = await fullLives(store);
  await remove(store, him.id);
  store.clock.advance({ hours: 25 });
  expect(await audit(store)).toContain(`user ${him.id}, who was deleted, is still not erased`);
});

/** Words of an erased person in what the others keep: they are there again, or the erasing has missed them. */
const words: [what: string, make: (store: TestStore, lives: FullLives) => Promise<unknown>, found: RegExp][] = [
  [
    "a letter of his",
    async (store, { letters: { his } }) => {
      await tamper<Letter>(store, keys.letter(his.id), { erasedAt: undefined });
      await tamper<LetterText>(store, keys.letterText(his.id), { body: "a schooner called Periwinkle" });
    },
    /^letter \d+ has the words of user \d+, who was erased$/,
  ],
  [
    "the translation of a letter of his",
    (store, { letters: { his } }) =>
      tamper<LetterText>(store, keys.letterText(his.id), {
        translation: { body: "a schooner", language: "ru", author: "Nadia" },
      }),
    /^letter \d+ was erased and has its text$/,
  ],
  [
    "where a letter of his was written",
    (store, { letters: { his } }) =>
      tamper<Letter>(store, keys.letter(his.id), { place: { city: "Port Zephyr", countryId: 826 } }),
    /^letter \d+ was erased and says where it was written, or why it went back$/,
  ],
  [
    "a message of his",
    (store, { him, olena }) =>
      tamper<Message>(store, keys.chatMessage(him.id, olena.id, 1), { erasedAt: undefined, body: "of umbrellas" }),
    /^message 1 of \d+ and \d+ has the words of user \d+, who was erased$/,
  ],
  [
    "what he reported",
    (store, { him }) => changeReport(store, him.id, { text: "he reports of acorns" }),
    /^report \d+ has the words of user \d+, who was erased$/,
  ],
  [
    "what he added to a report",
    async (store, { him, olena }) => {
      const [report] = (await reportsOf(store, him.id, { page: 1, limit: 20 })).reports
        .filter(({ reportedId, additionCount }) => reportedId === olena.id && additionCount === 1);
      await tamper<Addition>(store, keys.reportAddition(report!.id, 1), { text: "he adds of beechnuts" });
    },
    /^addition 1 to report \d+ has the words of user \d+, who was erased$/,
  ],
  [
    "a message of his that stands in a report",
    (store, { him }) =>
      changeReport(store, him.id, {
        lastMessages: [{ kind: "letter", id: 1, authorId: him.id, at: 1, text: "of acorns" }],
      }),
    /^report \d+ has the words of user \d+, who was erased$/,
  ],
];

async function changeReport(store: TestStore, reporterId: number, facts: Partial<Report>): Promise<void> {
  for await (const { key } of store.kv.list({ prefix: prefixes.reportsOf(reporterId) }, { limit: 1 })) {
    await tamper<Report>(store, keys.report(Number(key[2])), facts);
  }
}

for (const [what, make, found] of words) {
  Deno.test(`of whoever was erased, ${what} is found`, async () => {
    using store = await testStore();
    const lives = await fullLives(store);
    await remove(store, lives.him.id);
    await eraseMember(store, lives.him.id, noFiles);
    store.clock.advance({ ms: secondPassMs });
    await eraseMember(store, lives.him.id, noFiles);
    expect(await audit(store)).toEqual([]);
    await make(store, lives);
    expect(await audit(store)).toEqual(expect.arrayContaining([expect.stringMatching(found)]));
  });
}
