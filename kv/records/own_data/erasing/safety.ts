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
import {
  type Addition,
  additionKeysOf,
  answerKeysOf,
  type Report,
  type Told,
  waitingKeyOf,
} from "../../../safety/reports.ts";
import { changeRecord, transact } from "../../../store/commit.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import { nobody } from "../../../store/ids.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Step } from "./step.ts";

export const eraseSafety: Step = async ({ store, deletion: { userId, email, at } }) => {
  await eraseEach(store, prefixes.reportsAbout(userId), {
    report: (report) => withoutWordsOf(report, userId),
    addition: (addition) => withoutWordsOf(addition, userId),
  });
  await eraseEach(store, prefixes.reportsOf(userId), {
    report: (report) => withoutWordsOf(withoutReporter(report), userId),
    addition: (addition) => withoutWordsOf(withoutText(addition), userId),
    alongside: eraseAnswer,
  });
  await eraseEach(store, prefixes.reportsOf(nobody), {
    // By the address only reports from before the deletion: the address is free since, and may be used anew at once.
    isMeant: ({ guest, filedAt }) => email !== null && guest?.email === email && filedAt <= at,
    report: withoutGuest,
    addition: (addition) => ({ ...withoutText(addition), guestName: "" }),
    alongside: eraseGuest,
  });
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

/** Adds the end of the answer. The report waits under another mark then: who uses the address anew adds nothing to it. */
async function eraseGuest(store: Store, op: Deno.AtomicOperation, report: Report): Promise<void> {
  await eraseAnswer(store, op, report);
  if (report.answeredAt !== null) return;
  op.delete(waitingKeyOf(report)).set(waitingKeyOf(withoutGuest(report)), report.id);
}

interface Erasing {
  /** The reports that are rewritten; all if absent. */
  isMeant?: (report: Report) => boolean;
  report: (report: Report) => Report;
  addition: (addition: Addition) => Addition;
  /** Adds to the commit of each report what else has to change. */
  alongside?: (store: Store, op: Deno.AtomicOperation, report: Report) => Promise<void>;
}

/** Rewrites the reports of an index, each after its additions: if it is cut off, the report is still known by its guest. */
async function eraseEach(store: Store, prefix: Deno.KvKey, erasing: Erasing): Promise<void> {
  for await (const { key } of store.kv.list({ prefix }, { batchSize: 500 })) {
    await transact<void>(async () => {
      const entry = await store.kv.get<Report>(keys.report(Number(key[2])));
      if (!entry.value || erasing.isMeant?.(entry.value) === false) return { done: undefined };
      for (const place of additionKeysOf(entry.value)) await changeRecord<Addition>(store, place, erasing.addition);
      const op = store.kv.atomic().check(entry).set(entry.key, erasing.report(entry.value));
      // An objection or an addition meanwhile changes the report as well; this commit then fails, and is tried again.
      await erasing.alongside?.(store, op, entry.value);
      return { commit: op, result: undefined };
    });
  }
}

const withoutWordsOf = <Each extends Told>(told: Each, userId: number): Each => ({
  ...told,
  lastMessages: told.lastMessages.map((each) => each.authorId === userId ? { ...each, text: null } : each),
});

const withoutText = <Each extends Told>(told: Each): Each => ({ ...told, text: "" });

/** Without the site's answer as well, which may repeat what the site was told. */
const withoutReporter = ({ decisionId: _, closedAt: __, ...report }: Report): Report => ({
  ...withoutText(report),
  words: report.words && "",
});

const withoutGuest = (report: Report): Report => ({
  ...withoutReporter(report),
  guest: report.guest && { ...report.guest, name: "", email: "", mark: `erased:${report.id}` },
});
