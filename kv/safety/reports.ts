/**
 * Reports: what a man or a lady tells the site about somebody of the other side, with what the two last wrote to each
 * other as far as the reporter may read it; or what anybody tells without an account (guest_reports.ts). One waits per
 * pair and category, and what is told while it waits is added to it (report_filing.ts); the site answers each once
 * (report_answers.ts).
 */
import type { AccountLocale } from "../accounts/languages.ts";
import type { Store } from "../open.ts";
import { nobody } from "../store/ids.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { listKeys, pageOf, type Paging } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";
import type { Writing } from "./report_snapshots.ts";

export const reportCategories = ["fake", "money", "abuse", "minor", "illegal", "other"] as const;
export type ReportCategory = typeof reportCategories[number];
const reportPlaces = ["profile", "letter", "chat", "page"] as const;
export type ReportPlace = typeof reportPlaces[number];
/** What became of it: the site did something, or found nothing that breaks its rules. */
export const reportOutcomes = ["acted", "not_confirmed"] as const;
export type ReportOutcome = typeof reportOutcomes[number];

/** In UTF-16 units. */
export const reportTextLengthMax = 2000;

/** What is told at one time. */
export interface Told {
  /** In the reporter's own words; empty where the category says it, or the writing that is pointed at. */
  text: string;
  from: ReportPlace;
  /** The one thing it is about: "letter:17", "message:5" of the two, "user:3", "/blog/5"; null for the person as a whole. */
  subject: string | null;
  /** What the two last wrote, oldest first, as the reporter could read it then; of an addition, what was not there yet. */
  lastMessages: Writing[];
}

export interface Report extends Told {
  id: number;
  /** Null for who reported without an account. */
  reporterId: number | null;
  guest?: Guest;
  /** Null where it is about a page of the site, or about nobody who is here. */
  reportedId: number | null;
  category: ReportCategory;
  filedAt: number;
  /** How many additions there are, numbered from 1; absent for none. */
  additionCount?: number;
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
  /** A signature of the sender, or of the words if nobody said who, by which the report is found while it waits. */
  mark: string;
}

/** What was told while the report waited. A record of its own, so that it takes nothing away and none grows too heavy. */
export interface Addition extends Told {
  reportId: number;
  number: number;
  addedAt: number;
  /** The name that a guest gave with it, which may be empty: nobody has proven that it was the same guest. */
  guestName?: string;
}

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

/** The report that waits at a place, or null. */
export async function reportAt(store: Store, index: Deno.KvKey): Promise<Report | null> {
  const id = (await store.kv.get<number>(index)).value;
  return id === null ? null : await reportById(store, id);
}

export const additionCountOf = ({ additionCount }: Report): number => additionCount ?? 0;

/** The keys of all that was added to a report, in order. */
export const additionKeysOf = (report: Report): Deno.KvKey[] =>
  Array.from({ length: additionCountOf(report) }, (_, at) => keys.reportAddition(report.id, at + 1));

/** What was added to reports, in their order and its own. */
export async function additionsTo(store: Store, reports: readonly Report[]): Promise<Addition[]> {
  const additions = await getAll<Addition>(store, reports.flatMap(additionKeysOf));
  return additions.filter((addition) => addition !== null);
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
