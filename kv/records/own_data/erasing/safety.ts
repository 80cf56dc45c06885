/**
 * Erases the words of somebody in what the site was told: her or his own reports, and what is attached to those of
 * others. That somebody was reported, of what, and what the other wrote about it, stays as long as reports stay.
 */
import type { Store } from "../../../open.ts";
import type { Report } from "../../../safety/reports.ts";
import { transact } from "../../../store/commit.ts";
import { deleteUnder } from "../../../store/deleting.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Step } from "./step.ts";

export const eraseSafety: Step = async ({ store, deletion: { userId } }) => {
  for (const prefix of [prefixes.reportsOf(userId), prefixes.reportsAbout(userId)]) {
    for await (const { key } of store.kv.list({ prefix }, { batchSize: 500 })) {
      await eraseWords(store, Number(key[2]), userId);
    }
  }
  await deleteUnder(store, prefixes.notices(userId));
};

async function eraseWords(store: Store, reportId: number, userId: number): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<Report>(keys.report(reportId));
    const report = entry.value;
    if (!report) return { done: undefined };
    const isTheirs = report.reporterId === userId;
    const erased: Report = {
      ...report,
      text: isTheirs ? "" : report.text,
      // What the site answered may repeat what it was told.
      words: isTheirs && report.words !== null ? "" : report.words,
      lastMessages: report.lastMessages.map((each) => each.authorId === userId ? { ...each, text: null } : each),
    };
    return { commit: store.kv.atomic().check(entry).set(entry.key, erased), result: undefined };
  });
}
