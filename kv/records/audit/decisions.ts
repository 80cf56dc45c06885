/** The audit of decisions: each is stored with its person, each suspension has its own, and appeals are listed once. */
import type { User } from "../../accounts/users.ts";
import { type Decision, reportAnswer } from "../../safety/decisions.ts";
import type { Report as Told } from "../../safety/reports.ts";
import { nobody } from "../../store/ids.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditDecisions(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Decision>(prefixes.allDecisions(), async (decision, key) => {
    const [userId, id] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`decision ${id} against user ${userId} ${sentence}`);
    if (decision.id !== id || decision.userId !== userId) fault("calls itself something else");
    const { appeal } = decision;
    if (decision.kind !== reportAnswer) {
      if (!await reader.isThere(keys.user(userId))) fault("is against nobody");
    } else {
      const told = await reader.valueAt<Told>(keys.report(decision.reportId!));
      if (told?.decisionId !== id || userId !== (told.reporterId ?? nobody)) {
        fault("answers a report that does not know it");
      }
      const closedAt = appeal ? appeal.answeredAt : undefined;
      if (told && told.closedAt !== closedAt) fault("was objected to, which its report does not know");
    }
    if ((appeal !== null) !== await reader.isThere(keys.appeal(id))) {
      fault(appeal ? "was objected to, which nobody would find" : "is listed as objected to");
    }
    const isOpen = appeal?.state === "open";
    if (appeal && isOpen !== await reader.isThere(keys.openAppeal(appeal.at, id))) {
      fault(isOpen ? "has an appeal that waits and is not listed" : "is listed among the appeals that wait");
    }
    if (appeal && isOpen !== (appeal.answeredBy === null && appeal.words === null)) {
      fault("has an appeal that is answered in part");
    }
    if (appeal && !isOpen && appeal.answeredBy === decision.decidedBy) {
      fault(`was looked at again by user ${appeal.answeredBy}, who had made it`);
    }
  });
  for (const prefix of [prefixes.allAppeals(), prefixes.openAppeals()]) {
    await reader.walk<number>(prefix, async (userId, key) => {
      const id = Number(key.at(-1));
      const decision = await reader.valueAt<Decision>(keys.decision(userId, id));
      if (!decision?.appeal) report(`${String(key[0])} lists decision ${id}, which nobody objected to`);
    });
  }
  await reader.walk<User>(prefixes.users(), async ({ id, suspension }) => {
    for (const decisionId of [suspension?.decisionId, suspension?.replaced?.decisionId]) {
      if (decisionId === undefined) continue;
      const decision = await reader.valueAt<Decision>(keys.decision(id, decisionId));
      const fault: Report = (sentence) => report(`user ${id} is kept out by decision ${decisionId}, which ${sentence}`);
      if (!decision) fault("is not there");
      else if (decision.appeal?.state === "reversed") fault("was taken back");
    }
  });
}
