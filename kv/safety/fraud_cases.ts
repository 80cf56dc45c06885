/**
 * What follows when a lady is suspended for fraud: everybody who wrote to her in the last 30 days, or opened a letter
 * of hers, is told and gets back what the letters of that time cost. Chat minutes were served and are not given back.
 *
 * Jobs do the work, a few hundred men each. Every step may break off and be repeated: a man's notice says that he was
 * told, and no charge is given back twice (refund_key.ts). If she is let in again meanwhile, the work ends.
 */
import { deletionOf } from "../accounts/deletions.ts";
import { type User, userById } from "../accounts/users.ts";
import { conversationOf, conversationsOf } from "../chats/conversations.ts";
import type { Entry, Operation } from "../credits/ledger/entry.ts";
import { postTogether } from "../credits/ledger/ledger_together.ts";
import { refundEntryOf } from "../credits/ledger/refunds.ts";
import { lettersOfAll } from "../letters/boxes/boxes.ts";
import { dialogueBetween } from "../letters/boxes/dialogues.ts";
import { keepLettersBack, waitingLettersOf } from "../letters/kept_back.ts";
import type { Store } from "../open.ts";
import { addAuditRecord } from "../store/audit_log.ts";
import { commitNow } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { prefixes } from "../store/prefixes.ts";
import { addNotice, type Notice, noticesOf } from "./notices.ts";

const fraudWindowMs = 30 * dayMs;
/** A letter that was on its way when she was suspended is found when all is looked through again. */
const secondPassAfterMs = 60_000;
const rounds = 2;
const menOfJob = 250;
const menAtOnce = 50;
const jobsOfCommit = 100;
/**
 * Mails begin when everybody has been repaid, one a second: they share their lane with news of letters, which must not
 * wait behind thousands of them, and mail servers put off a sender of thousands at once.
 */
const mailsAfterMs = 60_000;
const mailEveryMsAtMost = 1000;
/** When the last of them goes out, however many: the law of Vermont wants all told within 24 hours (9 V.S.A. § 2482b). */
const mailsWithinMs = 20 * 3600_000;
export const mailSpacingMs = (men: number): number =>
  Math.min(mailEveryMsAtMost, Math.floor(mailsWithinMs / Math.max(1, men)));
/** With the notice, as many as the checks of one commit allow. */
const chargesOfCommit = 4;

interface Case {
  ladyId: number;
  /** When she was first kept out, which is when its window ends. */
  at: number;
  /** When she was suspended for this fraud; absent in older jobs. */
  openedAt?: number;
  /** As in kv/store/jobs/queue.ts: where the links of a demo's mails lead. */
  origin?: string;
}

const refunded: ReadonlySet<Operation> = new Set(["sent_letter", "opened_letter"]);

/** Each case has its own: a later case may reach back from the same suspension. */
const fraudNoticeId = ({ ladyId, at, openedAt = at }: Case): string => `fraud:${ladyId}:${openedAt}`;

/** Adds the case to the commit that suspends her. */
export function addFraudCase(store: Store, op: Deno.AtomicOperation, fraud: Case & { openedAt: number }): void {
  addJob(store, op, { kind: "fraud_gather", ...fraud, round: 1 });
}

/**
 * Whether she is still kept out as a fraud, by the suspension of this very case if `openedAt` is known. A lady who was
 * let in is no longer called a fraud, even once she has left; the case of one who left as a fraud goes on.
 */
export async function isFraudStill(store: Store, { ladyId, openedAt }: Omit<Case, "at">): Promise<boolean> {
  const user = await userById(store, ladyId);
  if (!user) return (await deletionOf(store, ladyId))?.wasFraud ?? true;
  const { suspension } = user;
  return suspension?.kind === "fraud" && (openedAt === undefined || openedAt === suspension.at);
}

/** Finds the men whom a case concerns and hands them out in jobs; then keeps back letters that wait for a translator. */
export async function gatherFraud(
  store: Store,
  { ladyId, at, openedAt, origin, round }: Case & { round: number },
): Promise<void> {
  if (!await isFraudStill(store, { ladyId, openedAt })) return;
  // Counted from the opening of the case: its window may have ended long ago, and a job due then would come before all else.
  const roundAt = (number: number) => (openedAt ?? at) + (number - 1) * secondPassAfterMs;
  const dueAt = roundAt(round);
  const manIds = await menConcerned(store, { ladyId, at });
  const mailEveryMs = mailSpacingMs(manIds.length);
  const parts = Array.from({ length: Math.ceil(manIds.length / menOfJob) }, (_, part) => part);
  for (let from = 0; from < parts.length; from += jobsOfCommit) {
    const op = store.kv.atomic();
    for (const part of parts.slice(from, from + jobsOfCommit)) {
      const some = manIds.slice(part * menOfJob, (part + 1) * menOfJob);
      const mailsFromMs = dueAt + mailsAfterMs + part * menOfJob * mailEveryMs;
      // The same id if this breaks off and begins anew.
      const id = `fraud:${ladyId}:${at}:${round}:${part}`;
      const mails = { origin, mailsFromMs, mailEveryMs };
      const work = { kind: "fraud_refund" as const, ladyId, at, openedAt, manIds: some, ...mails };
      addJob(store, op, work, dueAt, id);
    }
    await commitNow(op);
  }
  // Only after their authors are known: letters that go back leave the queue.
  await keepLettersBack(store, ladyId, null);
  if (round === rounds) return;
  const op = store.kv.atomic();
  const next = { kind: "fraud_gather" as const, ladyId, at, openedAt, origin, round: round + 1 };
  addJob(store, op, next, roundAt(round + 1), `fraud:${ladyId}:${at}:${round + 1}`);
  await commitNow(op);
}

/**
 * What suspending this lady for fraud would mean as of now, for the admin who decides: how many men it concerns, and
 * how many credits go back. Both 0 if she is suspended for fraud already.
 */
export async function fraudForecast(
  store: Store,
  { id: ladyId, suspension }: Pick<User, "id" | "suspension">,
): Promise<{ men: number; credits: number }> {
  if (suspension?.kind === "fraud") return { men: 0, credits: 0 };
  const fraud = { ladyId, at: suspension?.at ?? store.now() };
  const manIds = await menConcerned(store, fraud);
  let credits = 0;
  for (let from = 0; from < manIds.length; from += menAtOnce) {
    const some = manIds.slice(from, from + menAtOnce);
    const read = await Promise.all(some.map((manId) => readCharges(store, fraud, manId)));
    for (const { charges } of read) credits -= charges.reduce((sum, { deltaCredits }) => sum + deltaCredits, 0);
  }
  return { men: manIds.length, credits };
}

/** The men who wrote to her in the window of a case, by letter or in chat, or opened a letter of hers; by their ids. */
async function menConcerned(store: Store, { ladyId, at }: Case): Promise<number[]> {
  const sinceMs = at - fraudWindowMs;
  const manIds = new Set<number>();
  for await (const letter of lettersOfAll(store, ladyId)) {
    const paidOrSentAt = letter.author === "man" ? letter.sentAt : letter.paidAt;
    if (paidOrSentAt !== null && paidOrSentAt >= sinceMs) manIds.add(letter.manId);
  }
  for (const { author, manId } of await waitingLettersOf(store, ladyId, null)) if (author === "man") manIds.add(manId);
  for (const { manId, written, updatedAt } of await conversationsOf(store, ladyId, false)) {
    if (written.man > 0 && updatedAt >= sinceMs) manIds.add(manId);
  }
  return [...manIds].sort((one, other) => one - other);
}

/** Tells and repays some of the men of a case. Throws if that failed for one of them, so that the job is tried again. */
export async function refundFraud(
  store: Store,
  job: Case & { manIds: number[]; mailsFromMs: number; mailEveryMs?: number },
): Promise<void> {
  if (!await isFraudStill(store, job)) return;
  let [entries, credits] = [0, 0];
  const { mailEveryMs = mailEveryMsAtMost } = job;
  const waiting = [...job.manIds.entries()];
  const workers = Array.from({ length: menAtOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, manId] = next;
      const given = await refundMan(store, job, manId, job.mailsFromMs + place * mailEveryMs);
      entries += given.entries;
      credits += given.credits;
    }
  });
  const ended = await Promise.allSettled(workers);
  if (entries > 0) {
    const details = { men: job.manIds.length, entries, credits };
    await addAuditRecord(store, { action: "fraud_refunded", actorId: null, subject: `user:${job.ladyId}`, details });
  }
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Gives one man back what is still to be given back, and tells him in the same commit as the last of it. */
async function refundMan(store: Store, fraud: Case, manId: number, mailAtMs: number) {
  let [entries, credits] = [0, 0];
  // His books are closed, and nobody is there to be told.
  if (await deletionOf(store, manId)) return { entries, credits };
  const lastContactAt = await lastContact(store, fraud, manId);
  for (;;) {
    const { charges, before } = await readCharges(store, fraud, manId);
    const some = charges.slice(0, chargesOfCommit);
    const isLast = some.length === charges.length;
    const creditsOfSome = some.reduce((sum, charge) => sum - charge.deltaCredits, 0);
    const id = fraudNoticeId(fraud);
    const notices = await noticesOf(store, manId);
    const isTold = notices.some((notice) => notice.id === id);
    const replaces = notices.filter((notice) => isReplaced(notice, fraud));
    const tell = (op: Deno.AtomicOperation) =>
      addNotice(store, op, manId, id, {
        kind: "fraud",
        ladyId: fraud.ladyId,
        refundedCredits: before.credits + creditsOfSome,
        refundedEntries: before.entries + some.length,
        ...(lastContactAt !== null && { lastContactAt }),
        ...(fraud.openedAt !== undefined && { openedAt: fraud.openedAt }),
      }, { mailAtMs, origin: fraud.origin, replaces });
    if (some.length === 0) {
      if (!isTold) await commitNow(add(store.groupCommits.atomic(), tell));
      return { entries, credits };
    }
    const posted = await postTogether(
      store,
      manId,
      some.map((each) => refundEntryOf(manId, each, { cause: "fraud" })),
      {
        read: () => Promise.resolve(),
        // Thousands of small commits: on a file store, each that is written alone waits for the disk.
        begin: () => store.groupCommits.atomic(),
        add(op) {
          if (isLast && !isTold) tell(op);
        },
      },
    );
    // Perhaps somebody else has just given one of them back: the job is tried again, and reads what is left.
    if (!posted.ok) throw new Error(`man ${manId} was not repaid: ${posted.reason}`);
    entries += some.length;
    credits += creditsOfSome;
    if (isLast) return { entries, credits };
  }
}

/** Whether the notice of this case says all that an unread one of an earlier case says: its credits are in the sum. */
const isReplaced = (notice: Notice, { ladyId, at }: Case): boolean =>
  notice.kind === "fraud" && notice.ladyId === ladyId && notice.readAt === null && notice.at >= at - fraudWindowMs;

/** When a letter, or a message of a chat, last went between the two (ms since the epoch); null where none did. */
async function lastContact(store: Store, { ladyId }: Case, manId: number): Promise<number | null> {
  const [dialogue, conversation] = await Promise.all([
    dialogueBetween(store, manId, ladyId),
    conversationOf(store, { manId, ladyId }),
  ]);
  const times = [dialogue.value?.lastAt ?? 0, conversation.value?.lastSeq ? conversation.value.updatedAt : 0];
  return Math.max(...times) || null;
}

const add = (op: Deno.AtomicOperation, write: (op: Deno.AtomicOperation) => void): Deno.AtomicOperation => {
  write(op);
  return op;
};

/** The charges of a man in the window that are still to be given back, oldest first, and what he got back before. */
async function readCharges(store: Store, { ladyId, at }: Case, manId: number) {
  const charges: Entry[] = [];
  const givenBack = new Set<number>();
  const before = { entries: 0, credits: 0 };
  const newestFirst = store.kv.list<Entry>({ prefix: prefixes.entries(manId) }, { reverse: true, batchSize: 100 });
  for await (const { value: entry } of newestFirst) {
    if (entry.at < at - fraudWindowMs) break;
    if (entry.reversesSeq !== undefined) givenBack.add(entry.reversesSeq);
    if (entry.reference.partnerId !== ladyId) continue;
    if (entry.reference.cause === "fraud") {
      before.entries++;
      before.credits += entry.deltaCredits;
    }
    // A refund stands after its charge, and so was read before it.
    if (refunded.has(entry.operation) && !givenBack.has(entry.seq)) charges.push(entry);
  }
  return { charges: charges.reverse(), before };
}
