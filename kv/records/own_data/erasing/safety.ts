/**
 * Erases somebody's words in what the site was told: in her or his own reports, in those sent without an account from the
 * same address, with what became of them, and in what is attached to reports of others. Erases notices and decisions as
 * well, and statements of a background with the consents to them. That somebody was reported, for what, and what the other
 * wrote about it, stays as long as reports stay.
 */
import type { Store } from "../../../open.ts";
import { statementOf } from "../../../safety/background/statements.ts";
import { type Decision, deleteDecisionsOf } from "../../../safety/decisions.ts";
import { deleteNoticesOf } from "../../../safety/notices.ts";
import { answerKeysOf, nobody, type Report } from "../../../safety/reports.ts";
import { transact } from "../../../store/commit.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Step } from "./step.ts";

export const eraseSafety: Step = async ({ store, deletion: { userId, email, at } }) => {
  await eraseEach(store, prefixes.reportsAbout(userId), (report) => withoutWordsOf(report, userId));
  await eraseEach(store, prefixes.reportsOf(userId), withoutOwnWords, eraseAnswer);
  // By the address only reports from before the deletion: the address is free since, and may be used anew at once.
  await eraseEach(
    store,
    prefixes.reportsOf(nobody),
    (report) => email !== null && report.guest?.email === email && report.filedAt <= at ? withoutGuest(report) : report,
    eraseAnswer,
  );
  await eraseBackground(store, userId);
  await deleteNoticesOf(store, userId);
  await deleteDecisionsOf(store, userId);
};

/** Erases his statements, and the consents of both sides; the audit log keeps that there were any. */
async function eraseBackground(store: Store, userId: number): Promise<void> {
  const current = await statementOf(store, userId);
  await deleteKeys(store, [
    keys.background(userId),
    ...current ? [keys.backgroundToSearch(current.filedAt, userId)] : [],
  ]);
  await deleteUnder(store, prefixes.formerBackgrounds(userId));
  await deleteUnder(store, prefixes.backgroundWordsOf(userId));
  await deleteUnder(store, prefixes.backgroundConsents(userId), undefined, ({ key }) => [
    keys.backgroundConsentOf(Number(key[2]), userId),
  ]);
  await deleteUnder(store, prefixes.backgroundConsentsOf(userId), undefined, ({ key }) => [
    keys.backgroundConsent(Number(key[2]), userId),
  ]);
}

/** Adds the end of the answer as a decision, with an objection to it and its answer: nobody is left who could be told. */
async function eraseAnswer(store: Store, op: Deno.AtomicOperation, report: Report): Promise<void> {
  const [decisionKey] = answerKeysOf(report);
  const appeal = decisionKey && (await store.kv.get<Decision>(decisionKey)).value?.appeal;
  if (appeal) op.delete(keys.openAppeal(appeal.at, report.decisionId!));
  for (const key of answerKeysOf(report)) op.delete(key);
}

/** Rewrites the reports of an index; `alongside` adds to the commit of each what else has to change. */
async function eraseEach(
  store: Store,
  prefix: Deno.KvKey,
  erase: (report: Report) => Report,
  alongside?: (store: Store, op: Deno.AtomicOperation, report: Report) => Promise<void>,
): Promise<void> {
  for await (const { key } of store.kv.list({ prefix }, { batchSize: 500 })) {
    await transact<void>(async () => {
      const entry = await store.kv.get<Report>(keys.report(Number(key[2])));
      const erased = entry.value && erase(entry.value);
      if (!erased || erased === entry.value) return { done: undefined };
      const op = store.kv.atomic().check(entry).set(entry.key, erased);
      // An objection meanwhile would change the report as well; this commit then fails, and is tried again.
      await alongside?.(store, op, entry.value!);
      return { commit: op, result: undefined };
    });
  }
}

const withoutWordsOf = (report: Report, userId: number): Report => ({
  ...report,
  lastMessages: report.lastMessages.map((each) => each.authorId === userId ? { ...each, text: null } : each),
});

/** Without the site's answer as well, which may repeat what the site was told. */
const withoutReporter = ({ decisionId: _, closedAt: __, ...report }: Report): Report => ({
  ...report,
  text: "",
  words: report.words && "",
});

const withoutOwnWords = (report: Report): Report => withoutWordsOf(withoutReporter(report), report.reporterId!);

/** The guest's mark stays: the report is found by it while it waits, and nobody can find an address by it. */
const withoutGuest = (report: Report): Report => ({
  ...withoutReporter(report),
  guest: report.guest && { ...report.guest, name: "", email: "" },
});
