/** The audit of suspensions, reports and notices: both records of a lady agree, and what waits is listed once. */
import { isSuspended, lady, type User } from "../../accounts/users.ts";
import type { LadyRecord } from "../../ladies/record.ts";
import type { Notice } from "../../safety/notices.ts";
import {
  type Addition,
  additionCountOf,
  additionKeysOf,
  type Report as Told,
  waitingKeyOf,
} from "../../safety/reports.ts";
import { nobody } from "../../store/ids.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditSafety(reader: Reader, report: Report): Promise<void> {
  await reader.walk<User>(prefixes.users(), async (user) => {
    if (user.groupId !== lady) return;
    const record = await reader.valueAt<LadyRecord>(keys.lady(user.id));
    if (record && isSuspended(user) !== (record.isSuspended ?? false)) {
      report(`lady ${user.id} is ${isSuspended(user) ? "" : "not "}suspended, which her profile does not know`);
    }
  });
  await auditReports(reader, report);
  await reader.walk<Notice>(prefixes.allNotices(), async (notice, key) => {
    const fault: Report = (sentence) => report(`the notice ${String(key[2])} of user ${Number(key[1])} ${sentence}`);
    if (notice.userId !== Number(key[1]) || notice.id !== String(key[2])) fault("calls itself something else");
    if (!await reader.isThere(keys.user(notice.userId))) fault("is for nobody");
  });
}

async function auditReports(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Told>(prefixes.allReports(), async (told, key) => {
    const fault: Report = (sentence) => report(`report ${Number(key[1])} ${sentence}`);
    if (told.id !== Number(key[1])) fault(`calls itself ${told.id}`);
    // The answer is the site's own words, and may come after the reporter has left.
    auditWords(reader, told, told.reporterId, fault);
    for (const place of additionKeysOf(told)) {
      if (!await reader.isThere(place)) fault(`lacks its addition ${Number(place[2])}`);
    }
    const isOpen = told.answeredAt === null;
    if (isOpen !== (told.outcome === null && told.words === null)) fault("is answered in part");
    if (isOpen !== await reader.isThere(keys.openReport(told.id))) {
      fault(isOpen ? "waits and is not listed" : "was answered and still waits");
    }
    if (
      told.decisionId !== undefined && !await reader.isThere(keys.decision(told.reporterId ?? nobody, told.decisionId))
    ) {
      fault(`has decision ${told.decisionId} for its answer, which is not there`);
    }
    const about = await reader.valueAt<number>(waitingKeyOf(told));
    if (isOpen !== (about === told.id)) fault("waits beside another of its kind, or nobody would find it");
    if (!await reader.isThere(keys.reportOf(told.reporterId ?? nobody, told.id))) {
      fault("is missing among its reporter's");
    }
    if (!await reader.isThere(keys.reportAbout(told.reportedId ?? nobody, told.id))) {
      fault("is missing among those about its person");
    }
  });
  await reader.walk<Addition>(prefixes.allReportAdditions(), async (addition, key) => {
    const [reportId, number] = [Number(key[1]), Number(key[2])];
    const fault: Report = (sentence) => report(`addition ${number} to report ${reportId} ${sentence}`);
    if (addition.reportId !== reportId || addition.number !== number) fault("calls itself something else");
    const told = await reader.valueAt<Told>(keys.report(reportId));
    if (!told || number > additionCountOf(told)) fault("is not counted by its report");
    auditWords(reader, addition, told?.reporterId ?? null, fault);
  });
  const indexes = [
    prefixes.openReports(),
    prefixes.allReportsOf(),
    prefixes.allReportsAbout(),
    prefixes.allOpenReportsAbout(),
  ];
  for (const prefix of indexes) {
    await reader.walk<number | null>(prefix, async (value, key) => {
      const id = value ?? Number(key.at(-1));
      if (!await reader.isThere(keys.report(id))) report(`${String(key[0])} lists report ${id}, which is not there`);
    });
  }
}

function auditWords(
  reader: Reader,
  { text, lastMessages }: Pick<Told, "text" | "lastMessages">,
  reporterId: number | null,
  fault: Report,
): void {
  if (text && reader.isErased(reporterId)) fault(`has the words of user ${reporterId}, who was erased`);
  const quoted = lastMessages.find(({ authorId, text }) => text && reader.isErased(authorId));
  if (quoted) fault(`has the words of user ${quoted.authorId}, who was erased`);
}
