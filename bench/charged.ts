/** A charged operation ÷ a bare commit with as many writes, both on a file, with as many callers. */
import { demoLadies } from "../demo/ladies/ladies.ts";
import { seedDemoWorld } from "../demo/world.ts";
import { addUser, userByEmail } from "../kv/accounts/users.ts";
import { post } from "../kv/credits/ledger/ledger.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import { openStore, type Store } from "../kv/open.ts";
import { median, type Row } from "./measure.ts";

const rounds = 5;
const operations = 1_500;
const callers = 16;

/**
 * The writes of a man's letter: entry and its key, letter, text, two boxes, unread, dialogue, two threads with their letter
 * and list, and two jobs that tell of it.
 */
const writesOfLetter = 16;
const deletesOfLetter = 2;
const checksOfLetter = 5;

export async function measureCharged(): Promise<Row> {
  const folder = await Deno.makeTempDir();
  const store = await openStore({ location: `${folder}/kv.sqlite3`, secret: "bench".repeat(8) });
  try {
    await seedDemoWorld(store);
    const men = await addMen(store);
    const ladies = await Promise.all(
      demoLadies.map(async ({ key }) => (await userByEmail(store, `${key}@demo.test`))!.id),
    );
    const ratios: number[] = [];
    const rates: { bare: number; charged: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const bare = await perSecond((n) => bareCommit(store, round, n));
      const charged = await perSecond(async (n) => {
        const authorId = men[n % men.length]!;
        const recipientId = ladies[n % ladies.length]!;
        const sent = await sendLetter(store, {
          authorId,
          recipientId,
          body: letterText,
          sendKey: `bench-${round}-${n}`,
        });
        if (!sent.ok) throw new Error(sent.reason);
      });
      ratios.push(charged / bare);
      rates.push({ bare, charged });
    }
    const ratio = median(ratios);
    const rate = (which: "bare" | "charged") => Math.round(median(rates.map((each) => each[which])));
    return {
      work: "A letter sent and charged ÷ a bare commit of as many writes",
      measured: ratio.toFixed(2),
      goal: "≥ 0.60",
      reached: ratio >= 0.6,
      note: `${rate("charged")} ÷ ${rate("bare")} a second; ${writesOfLetter} writes, ${callers} callers`,
    };
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** As many men as callers: one man's own movements wait for each other, and would measure only the waiting. */
async function addMen(store: Store): Promise<number[]> {
  const james = (await userByEmail(store, "james@demo.test"))!;
  return await Promise.all(Array.from({ length: callers }, async (_, n) => {
    const id = await store.ids.next("user");
    const op = store.kv.atomic();
    addUser(op, { ...james, id, email: `man-${n}@bench.test` }, "");
    await op.commit();
    const refill = { operation: "refill", deltaCredits: 10_000_000, reference: {}, idempotencyKey: "bench" } as const;
    await post(store, { manId: id, ...refill });
    return id;
  }));
}

const letterText = "Dear Olena, thank you for your letter. ".repeat(20);

/** The same number of checks, sets and deletes, of keys as far apart and values as large, and nothing else. */
async function bareCommit(store: Store, round: number, n: number): Promise<void> {
  const person = n % callers;
  const op = store.kv.atomic();
  for (let check = 0; check < checksOfLetter; check++) {
    op.check({ key: [`bare_${check}`, person, round, n], versionstamp: null });
  }
  op.set(["bare_text", round, n], { body: letterText, translation: null, attachments: [] });
  for (let write = 1; write < writesOfLetter; write++) {
    op.set([`bare_${write}`, person, round, n], write < 6 ? record : null);
  }
  for (let gone = 0; gone < deletesOfLetter; gone++) op.delete([`bare_${gone + 6}`, person, round, n - callers]);
  if (!(await op.commit()).ok) throw new Error("a bare commit failed");
}

/** As large as a letter, an entry, a dialogue or a thread. */
const record = {
  id: 1,
  manId: 2,
  ladyId: 3,
  author: "man",
  sentAt: 1_700_000_000_000,
  isIntroduction: false,
  price: 0,
};

async function perSecond(operation: (n: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  await Promise.all(Array.from({ length: callers }, async () => {
    while (next < operations) await operation(next++);
  }));
  return operations / ((performance.now() - startedAt) / 1000);
}
