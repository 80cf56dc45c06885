/**
 * The figures of a year's reports, decisions and appeals (Regulation (EU) 2022/2065, Art. 24), counted from the audit log,
 * which outlives the records themselves. They name no person.
 */
import type { Store } from "../open.ts";
import { type DecisionKind, decisionKinds, type Ground, grounds } from "../safety/decisions.ts";
import { reportCategories, type ReportCategory, type ReportOutcome, reportOutcomes } from "../safety/reports.ts";
import type { AuditRecord } from "../store/audit_log.ts";
import { findRecords, type RecordPlace } from "./audit_pages.ts";

export interface YearOfDecisions {
  year: number;
  reports: Record<ReportCategory, number>;
  /** By members, and by others. */
  sources: { member: number; guest: number };
  outcomes: Record<ReportOutcome, number>;
  /** The median time between a report and its answer; null if none was answered. */
  medianAnswerMs: number | null;
  decisions: Record<DecisionKind, number>;
  /** "unnamed" are decisions from before there were reasons. */
  grounds: Record<Ground | "unnamed", number>;
  /** `filed` includes those by guests. */
  appeals: { filed: number; byGuests: number; upheld: number; reversed: number };
}

/** The kind of decision that a record of the log tells of. */
const kindsOfActions: Readonly<Record<string, (record: AuditRecord) => DecisionKind>> = {
  approval_refused: ({ details }) => decisionKinds.find((kind) => kind === details.kind) ?? "profile",
  photo_taken_down: () => "shown_photo",
  text_taken_down: () => "shown_text",
  live_check_refused: () => "live_check",
  user_warned: () => "warning",
  user_suspended: () => "suspension",
};

const none = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

export async function yearOfDecisions(store: Store, year: number): Promise<YearOfDecisions> {
  const counted: YearOfDecisions = {
    year,
    reports: none(reportCategories),
    sources: { member: 0, guest: 0 },
    outcomes: none(reportOutcomes),
    medianAnswerMs: null,
    decisions: none(decisionKinds),
    grounds: none([...grounds, "unnamed"]),
    appeals: { filed: 0, byGuests: 0, upheld: 0, reversed: 0 },
  };
  const waits: number[] = [];
  const filed = new Set<string>();
  const count = async (action: string, take: (record: AuditRecord) => void) => {
    for await (const record of recordsOfYear(store, year, action)) take(record);
  };
  await Promise.all([
    count("report_filed", ({ subject, actorId, details }) => {
      // An earlier build wrote it once more for each addition.
      if (filed.has(subject)) return;
      filed.add(subject);
      countOne(counted.reports, details.category);
      counted.sources[actorId === null ? "guest" : "member"]++;
    }),
    count("report_answered", ({ details }) => {
      countOne(counted.outcomes, details.outcome);
      if (typeof details.waitedMs === "number") waits.push(details.waitedMs);
    }),
    ...Object.entries(kindsOfActions).map(([action, kindOf]) =>
      count(action, (record) => {
        countOne(counted.decisions, kindOf(record));
        countOne(counted.grounds, record.details.ground ?? "unnamed");
      })
    ),
    count("appeal_filed", ({ actorId }) => {
      counted.appeals.filed++;
      if (actorId === null) counted.appeals.byGuests++;
    }),
    count("appeal_answered", ({ details }) => countOne(counted.appeals, details.state)),
  ]);
  counted.medianAnswerMs = medianOf(waits);
  return counted;
}

/** Counts one under a name; names that are not among `counts` are ignored. */
function countOne(counts: Record<string, number>, name: unknown): void {
  if (typeof name === "string" && name in counts) counts[name]!++;
}

const recordsAtOnce = 500;

async function* recordsOfYear(store: Store, year: number, action: string): AsyncGenerator<AuditRecord> {
  const filter = { action, fromMs: Date.UTC(year, 0), untilMs: Date.UTC(year + 1, 0) };
  let before: RecordPlace | null = null;
  do {
    const page: Awaited<ReturnType<typeof findRecords>> = await findRecords(store, filter, {
      before,
      limit: recordsAtOnce,
    });
    for (const { record } of page.records) yield record;
    before = page.next;
  } while (before);
}

function medianOf(numbers: number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
