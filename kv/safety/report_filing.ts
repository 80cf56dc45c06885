/**
 * Filing a report: it is written with its indexes, or, while one waits for the same, as an addition to that one. What was
 * told before stays as it was. Refuses more than a report holds.
 */
import { trimText } from "../../chat/shared/text.ts";
import { lady, man, type User, usersByIds } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { type Attempt, transact } from "../store/commit.ts";
import { nobody } from "../store/ids.ts";
import { keys } from "../store/keys.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { lastWritings, type PointedWriting, type Writing, writingRefOf } from "./report_snapshots.ts";
import {
  type Addition,
  additionCountOf,
  additionsTo,
  type Report,
  reportAt,
  type ReportCategory,
  type ReportPlace,
  reportTextLengthMax,
  type Told,
} from "./reports.ts";

/** How often something is added to one report: a person who answers reads all of it. */
export const additionsMax = 20;

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

/** `isRepeat`: nothing was written, because all of it had been told before. */
export type Filed = Result<{ report: Report; isRepeat: boolean }>;

/**
 * Files a report; what a second one about the same person in the same category tells is added to the one that waits.
 * Refuses `not_found` if the two are not a man and a lady, `invalid` for words that are missing ("other") or too long,
 * `too_many_requests` beyond ten a day, and what `keepTold` refuses.
 */
export async function fileReport(store: Store, wanted: WantedReport): Promise<Filed> {
  const { reporterId, reportedId, category, from, origin } = wanted;
  const text = trimText(wanted.text);
  if (text.length > reportTextLengthMax) return refuse("invalid", { fields: { text: "too_long" } });
  if (category === "other" && text === "") return refuse("invalid", { fields: { text: "required" } });
  const [reporter, reported] = await usersByIds(store, [reporterId, reportedId]);
  if (!reporter || !reported || !areOpposite(reporter, reported)) return refuse("not_found");
  const openReportKey = keys.openReportAbout(reporterId, reportedId, category);
  const pointed = pointedIn(wanted);
  const known = await repeated(store, openReportKey, { text, subject: pointed && writingRefOf(pointed) });
  if (known) return known;
  const taken = await takeAttempt(store, limits.reports, String(reporterId));
  if (!taken.ok) return taken;
  return await keepTold(store, {
    openReportKey,
    facts: { reporterId, reportedId, category, ...(origin && { origin }) },
    tell: async (op) => {
      const people = await store.kv.getMany<[User, User]>([keys.user(reporterId), keys.user(reportedId)]);
      if (people.some(({ value }) => value === null)) return refuse("not_found");
      // Whoever leaves meanwhile is erased after this commit, or it fails: no erased word comes back with it.
      op.check(...people);
      const { writings, subject } = await lastWritings(store, reporterId, reported, pointed);
      return { text, from, subject, lastMessages: writings };
    },
  });
}

function pointedIn({ letterId, messageSeq }: WantedReport): PointedWriting | null {
  if (letterId) return { kind: "letter", id: letterId };
  return messageSeq ? { kind: "message", id: messageSeq } : null;
}

const areOpposite = (one: User, other: User): boolean =>
  (one.groupId === man && other.groupId === lady) || (one.groupId === lady && other.groupId === man);

type Words = Pick<Told, "text" | "subject">;

/** The answer to somebody who tells only what a report that waits has already; else null. */
export async function repeated(store: Store, openReportKey: Deno.KvKey, words: Words): Promise<Filed | null> {
  const report = await reportAt(store, openReportKey);
  return report && !addsTo([report, ...await additionsTo(store, [report])], words)
    ? { ok: true, report, isRepeat: true }
    : null;
}

/** Whether there are words, or a thing that is pointed at, that were not told before. */
const addsTo = (before: readonly Told[], { text, subject }: Words): boolean =>
  (text !== "" && !before.some((told) => holds(told.text, text))) ||
  (subject !== null && !before.some((told) => told.subject === subject));

/** By whole paragraphs: an earlier build joined what was added to the words of the report. */
const holds = (told: string, text: string): boolean => `\n\n${told}\n\n`.includes(`\n\n${text}\n\n`);

export interface Filing {
  /** The key under which such a report waits. */
  openReportKey: Deno.KvKey;
  facts: Pick<Report, "reporterId" | "guest" | "reportedId" | "category" | "origin">;
  /** Reads what is told, in each attempt anew; it may add checks to the commit. */
  tell: (op: Deno.AtomicOperation) => Promise<Told | Refusal>;
  /** Adds to the commit of a report or an addition. */
  alsoWrite?: (op: Deno.AtomicOperation, reportId: number) => void;
}

/**
 * Writes what is told: as a report, or as an addition if one waits, which keeps its place among those that wait. Refuses
 * what `tell` refuses, and `report_full` after twenty additions.
 */
export async function keepTold(store: Store, { openReportKey, facts, tell, alsoWrite }: Filing): Promise<Filed> {
  let newId: number | null = null;
  return await transact(async (): Promise<Attempt<Filed>> => {
    const waits = await store.kv.get<number>(openReportKey);
    const waiting = waits.value === null ? null : await store.kv.get<Report>(keys.report(waits.value));
    const op = store.kv.atomic();
    const told = await tell(op);
    if ("ok" in told) return { done: told };
    if (isWaiting(waiting)) return await add(store, op, waiting, { told, facts, alsoWrite });
    newId ??= await store.ids.next("report");
    const report: Report = {
      id: newId,
      ...facts,
      ...told,
      filedAt: store.now(),
      answeredAt: null,
      answeredBy: null,
      outcome: null,
      words: null,
    };
    op.check(waits)
      .set(openReportKey, newId)
      .set(keys.report(newId), report)
      .set(keys.openReport(newId), null)
      .set(keys.reportOf(facts.reporterId ?? nobody, newId), null)
      .set(keys.reportAbout(facts.reportedId ?? nobody, newId), null);
    note(store, op, "report_filed", report, told);
    alsoWrite?.(op, newId);
    return { commit: op, result: { ok: true, report, isRepeat: false } };
  });
}

/** One that was just answered is no longer listed as waiting; the next attempt sees that. */
const isWaiting = (entry: Deno.KvEntryMaybe<Report> | null): entry is Deno.KvEntry<Report> =>
  entry?.value?.answeredAt === null;

/** Checking the report keeps an answer, and another addition, from being given at the same time. */
async function add(
  store: Store,
  op: Deno.AtomicOperation,
  waiting: Deno.KvEntry<Report>,
  { told, facts, alsoWrite }: Pick<Filing, "facts" | "alsoWrite"> & { told: Told },
): Promise<Attempt<Filed>> {
  const before = [waiting.value, ...await additionsTo(store, [waiting.value])];
  if (!addsTo(before, told)) return { done: { ok: true, report: waiting.value, isRepeat: true } };
  const number = additionCountOf(waiting.value) + 1;
  if (number > additionsMax) return { done: refuse("report_full") };
  const report: Report = { ...waiting.value, additionCount: number };
  const addition: Addition = {
    reportId: report.id,
    number,
    ...told,
    lastMessages: newIn(told, before),
    addedAt: store.now(),
    ...(facts.guest && { guestName: facts.guest.name }),
  };
  op.check(waiting).set(waiting.key, report).set(keys.reportAddition(report.id, number), addition);
  note(store, op, "report_added_to", report, told);
  alsoWrite?.(op, report.id);
  return { commit: op, result: { ok: true, report, isRepeat: false } };
}

/** The writings that were not kept before, or not with these words; and the one that is pointed at, to stand beside it. */
function newIn({ lastMessages, subject }: Told, before: readonly Told[]): Writing[] {
  const kept = new Set(before.flatMap((told) => told.lastMessages.map(identityOf)));
  return lastMessages.filter((writing) => writingRefOf(writing) === subject || !kept.has(identityOf(writing)));
}

const identityOf = (writing: Writing): string => JSON.stringify([writingRefOf(writing), writing.text]);

function note(store: Store, op: Deno.AtomicOperation, action: string, report: Report, { from }: Told): void {
  const { id, reporterId, reportedId, category } = report;
  const details = { reportedId, category, from };
  putAuditRecord(store, op, { action, actorId: reporterId, subject: `report:${id}`, details });
}
