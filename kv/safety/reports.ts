/**
 * Reports: what a man or a lady tells the site about somebody of the other side, with what the two last wrote to each
 * other as far as the reporter may read it; or what anybody tells without an account (guest_reports.ts). One waits per
 * pair and category; the site answers each once (report_answers.ts).
 */
import { trimText } from "../../chat/shared/text.ts";
import type { AccountLocale } from "../accounts/languages.ts";
import { lady, man, type User, usersByIds } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { type Attempt, transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { getAll } from "../store/listing/get_all.ts";
import { listKeys, pageOf, type Paging } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { lastWritings, type PointedWriting, type Writing } from "./report_snapshots.ts";

export const reportCategories = ["fake", "money", "abuse", "minor", "illegal", "other"] as const;
export type ReportCategory = typeof reportCategories[number];
const reportPlaces = ["profile", "letter", "chat", "page"] as const;
export type ReportPlace = typeof reportPlaces[number];
/** What became of it: the site did something, or found nothing that breaks its rules. */
export const reportOutcomes = ["acted", "not_confirmed"] as const;
export type ReportOutcome = typeof reportOutcomes[number];

/** In UTF-16 units. */
export const reportTextLengthMax = 2000;

export interface Report {
  id: number;
  /** Null for who reported without an account. */
  reporterId: number | null;
  guest?: Guest;
  /** Null where it is about a page of the site, or about nobody who is here. */
  reportedId: number | null;
  category: ReportCategory;
  /** In the reporter's own words; empty where the category says it. */
  text: string;
  from: ReportPlace;
  /** The one thing it is about: "letter:17", "message:5" of the two, "user:3", "/blog/5"; null for the person as a whole. */
  subject: string | null;
  /** What the two last wrote, oldest first, as the reporter could read it then. */
  lastMessages: Writing[];
  filedAt: number;
  answeredAt: number | null;
  answeredBy: number | null;
  outcome: ReportOutcome | null;
  /** What the site answers, for the reporter. */
  words: string | null;
  /** The answer as a decision, to which the reporter may object (appeals.ts); absent if nobody is told of the answer. */
  decisionId?: number;
  /** When an objection to the answer was answered; null while one waits. It then counts as the time of the answer. */
  closedAt?: number | null;
  /** As in kv/store/jobs/queue.ts. */
  origin?: string;
}

/** Who reported without an account, and is answered by mail in the language of the page. */
export interface Guest {
  /** Both empty where nothing was told. */
  name: string;
  email: string;
  locale: AccountLocale;
  /** A signature of the sender, or of the words if nobody said who, by which a repeat of the report is known. */
  mark: string;
}

export interface WantedReport {
  reporterId: number;
  reportedId: number;
  category: ReportCategory;
  text: string;
  from: ReportPlace;
  /** The letter it is about. */
  letterId?: number | null;
  /** The number of the message in the conversation of the two that it is about. */
  messageSeq?: number | null;
  origin?: string;
}

/**
 * Files a report; what a second one about the same person in the same category adds joins the one that waits. Refuses
 * `not_found` if the two are not a man and a lady, `invalid` for words that are missing ("other") or too long, and
 * `too_many_requests` beyond ten a day.
 */
export async function fileReport(
  store: Store,
  wanted: WantedReport,
): Promise<Filed> {
  const { reporterId, reportedId, category, origin } = wanted;
  const text = trimText(wanted.text);
  if (text.length > reportTextLengthMax) return refuse("invalid", { fields: { text: "too_long" } });
  if (category === "other" && text === "") return refuse("invalid", { fields: { text: "required" } });
  const [reporter, reported] = await usersByIds(store, [reporterId, reportedId]);
  if (!reporter || !reported || !areOpposite(reporter, reported)) return refuse("not_found");
  const about = keys.openReportAbout(reporterId, reportedId, category);
  const waiting = await reportAt(store, about);
  const pointed = pointedIn(wanted);
  if (waiting && !addsTo(waiting, text, pointed)) return { ok: true, report: waiting, isRepeat: true };
  const taken = await takeAttempt(store, limits.reports, String(reporterId));
  if (!taken.ok) return taken;
  const { writings, subject } = await lastWritings(store, reporterId, reported, pointed);
  if (waiting) {
    return await addToReport(store, waiting.id, { text, subject, writings }) ?? await fileReport(store, wanted);
  }
  const report: Report = {
    id: await store.ids.next("report"),
    reporterId,
    reportedId,
    category,
    text,
    from: wanted.from,
    subject,
    lastMessages: writings,
    filedAt: store.now(),
    answeredAt: null,
    answeredBy: null,
    outcome: null,
    words: null,
    ...(origin && { origin }),
  };
  return await keepReport(store, report);
}

/** Whether a report has words, or points at a writing, that the one that waits does not have. */
const addsTo = (waiting: Report, text: string, pointed: PointedWriting | null): boolean =>
  !waiting.text.includes(text) || (pointed !== null && waiting.subject !== `${pointed.kind}:${pointed.id}`);

/** Adds to a report that waits; null if it was answered meanwhile. It keeps its place among those that wait. */
async function addToReport(
  store: Store,
  id: number,
  { text, subject, writings }: { text: string; subject: string | null; writings: Writing[] },
): Promise<Filed | null> {
  return await transact<Filed | null>(async () => {
    const entry = await store.kv.get<Report>(keys.report(id));
    if (!entry.value || entry.value.answeredAt !== null) return { done: null };
    const { reporterId, reportedId, category, from } = entry.value;
    // What the first one pointed at stays, however much was written since.
    const pointedFirst = entry.value.lastMessages.filter((one) =>
      `${one.kind}:${one.id}` === entry.value!.subject &&
      !writings.some(({ kind, id }) => kind === one.kind && id === one.id)
    );
    const report: Report = {
      ...entry.value,
      text: entry.value.text.includes(text) ? entry.value.text : `${entry.value.text}\n\n${text}`.trim(),
      ...(subject !== null && { subject }),
      lastMessages: [...pointedFirst, ...writings],
    };
    const op = store.kv.atomic().check(entry).set(entry.key, report);
    const details = { reportedId, category, from };
    putAuditRecord(store, op, { action: "report_filed", actorId: reporterId, subject: `report:${id}`, details });
    return { commit: op, result: { ok: true, report, isRepeat: false } };
  });
}

function pointedIn({ letterId, messageSeq }: WantedReport): PointedWriting | null {
  if (letterId) return { kind: "letter", id: letterId };
  return messageSeq ? { kind: "message", id: messageSeq } : null;
}

export type Filed = Result<{ report: Report; isRepeat: boolean }>;

/** Writes a report with its indexes, and what `add` adds; returns the report that waits if there is one for the same. */
export async function keepReport(
  store: Store,
  report: Report,
  add: (op: Deno.AtomicOperation) => void = () => {},
): Promise<Filed> {
  const { id, reporterId, reportedId, category, from } = report;
  const about = waitingKeyOf(report);
  return await transact(async (): Promise<Attempt<Filed>> => {
    const known = await reportAt(store, about);
    if (known) return { done: { ok: true, report: known, isRepeat: true } };
    const op = store.kv.atomic().check({ key: about, versionstamp: null })
      .set(about, id)
      .set(keys.report(id), report)
      .set(keys.openReport(id), null)
      .set(keys.reportOf(reporterId ?? nobody, id), null)
      .set(keys.reportAbout(reportedId ?? nobody, id), null);
    const details = { reportedId, category, from };
    putAuditRecord(store, op, { action: "report_filed", actorId: reporterId, subject: `report:${id}`, details });
    add(op);
    return { commit: op, result: { ok: true, report, isRepeat: false } };
  });
}

/** The id of no account: under it are the reports of guests, the answers to these, and the reports about pages. */
export const nobody = 0;

/** The keys of the answer to a report as a decision, and of its place among the appeals. */
export const answerKeysOf = ({ decisionId, reporterId }: Report): Deno.KvKey[] =>
  decisionId === undefined ? [] : [keys.decision(reporterId ?? nobody, decisionId), keys.appeal(decisionId)];

/** The id of the notice that tells the reporter of the answer. */
export const answerNoticeOf = (reportId: number): string => `report:${reportId}`;

/** The id of the notice that tells somebody of the answer to an objection. */
export const appealNoticeOf = (decisionId: number): string => `appeal:${decisionId}`;

/** The keys of the notices that lead to the answer to a report, and to the answer to an objection to it. */
export const answerNoticesOf = ({ id, decisionId, reporterId }: Report): Deno.KvKey[] =>
  reporterId === null ? [] : [
    keys.notice(reporterId, answerNoticeOf(id)),
    ...decisionId === undefined ? [] : [keys.notice(reporterId, appealNoticeOf(decisionId))],
  ];

/** The key under which a report waits: one for each reporter, person or thing, and category. */
export const waitingKeyOf = ({ reporterId, guest, reportedId, subject, category }: Report): Deno.KvKey =>
  guest
    ? keys.openReportAbout(guest.mark, subject ?? "", category)
    : keys.openReportAbout(reporterId ?? nobody, reportedId ?? nobody, category);

const areOpposite = (one: User, other: User): boolean =>
  (one.groupId === man && other.groupId === lady) || (one.groupId === lady && other.groupId === man);

/** The report that waits at a place, or null. */
export async function reportAt(store: Store, index: Deno.KvKey): Promise<Report | null> {
  const id = (await store.kv.get<number>(index)).value;
  return id === null ? null : await reportById(store, id);
}

export const reportById = async (store: Store, reportId: number): Promise<Report | null> =>
  Number.isSafeInteger(reportId) ? (await store.kv.get<Report>(keys.report(reportId))).value : null;

/** Reports that nobody has answered, those first that have waited longest. */
export async function openReports(store: Store, paging: Paging): Promise<ReportPage> {
  return await pageOfReports(store, (await listKeys(store, prefixes.openReports())).reverse(), paging);
}

/** What somebody has reported, newest first. */
export async function reportsOf(store: Store, reporterId: number, paging: Paging): Promise<ReportPage> {
  return await pageOfReports(store, await listKeys(store, prefixes.reportsOf(reporterId)), paging);
}

/** Reports that were answered, the newest first. */
export async function answeredReports(store: Store, paging: Paging): Promise<ReportPage> {
  const open = new Set((await listKeys(store, prefixes.openReports())).map(reportIdIn));
  // Ids alone: a report weighs up to sixty kilobytes.
  const all = await listKeys(store, prefixes.allReportsAbout());
  const answered = all.filter((key) => !open.has(reportIdIn(key)));
  return await pageOfReports(store, answered.sort((one, other) => reportIdIn(other) - reportIdIn(one)), paging);
}

/** All reports about somebody, newest first; for staff. */
export async function reportsAbout(store: Store, reportedId: number, paging: Paging): Promise<ReportPage> {
  return await pageOfReports(store, await listKeys(store, prefixes.reportsAbout(reportedId)), paging);
}

export interface ReportPage {
  reports: Report[];
  totalCount: number;
}

/** Every index of reports ends in the report's id. */
const reportIdIn = (key: Deno.KvKey): number => Number(key.at(-1));

async function pageOfReports(store: Store, index: Deno.KvKey[], paging: Paging): Promise<ReportPage> {
  const reports = await getAll<Report>(store, pageOf(index, paging).map(reportIdIn).map(keys.report));
  return { reports: reports.filter((report) => report !== null), totalCount: index.length };
}
