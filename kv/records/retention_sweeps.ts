/**
 * Which records retention looks at, and how it tells that one is past its time; the days are those of the table of all
 * data (own_data/). The indexes of a record are cleared with it.
 */
import { additionKeysOf, answerKeysOf, answerNoticesOf, type Report } from "../safety/reports.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import type { Talk } from "../talks/talk.ts";
import { ownData } from "./own_data/table.ts";

export interface Sweep {
  prefix: string;
  /** When a record is past its time, ms since the epoch; null if that is not known yet. */
  endsAt: (key: Deno.KvKey, value: unknown) => number | null;
  /** The keys that are deleted with the record. */
  with?: (key: Deno.KvKey, value: unknown) => Deno.KvKey[];
}

/** The end is as many days as the table has for `prefix`, after a moment that the record tells. */
const daysAfter = (prefix: string, moment: (key: Deno.KvKey, value: unknown) => unknown): Sweep["endsAt"] => {
  const { retention } = ownData[prefix]!;
  if (typeof retention === "string") throw new Error(`${prefix} is kept without days`);
  return (key, value) => {
    const at = moment(key, value);
    return typeof at === "number" ? at + retention.days * dayMs : null;
  };
};

const field = (name: string) => (_key: Deno.KvKey, value: unknown): unknown =>
  (value as Record<string, unknown> | null)?.[name];
/** Records that hold their own end get one more day: then nobody is about to use them. */
const ownEnd: Sweep["endsAt"] = (key, value) => {
  const at = field("expiresAt")(key, value);
  return typeof at === "number" ? at + dayMs : null;
};
const text = (value: unknown, name: string): string => String(field(name)([], value));
const id = (value: unknown, name: string): number => Number(field(name)([], value));

/** When a report was last answered: if there was an objection, when that was; null while an answer is outstanding. */
const lastAnswerOf = (_key: Deno.KvKey, value: unknown): number | null => {
  const { answeredAt, closedAt } = value as Report;
  return closedAt === undefined ? answeredAt : closedAt;
};

export const sweeps: readonly Sweep[] = [
  {
    prefix: "report",
    endsAt: daysAfter("report", lastAnswerOf),
    with: ([, reportId], value) => [
      keys.openReport(Number(reportId)),
      ...additionKeysOf(value as Report),
      // By now no objection to the answer waits.
      ...answerKeysOf(value as Report),
      ...answerNoticesOf(value as Report),
      // A guest as reporter and a page as subject are null, which becomes 0, the id `nobody`.
      keys.reportOf(id(value, "reporterId"), Number(reportId)),
      keys.reportAbout(id(value, "reportedId"), Number(reportId)),
    ],
  },
  {
    prefix: "visit",
    endsAt: daysAfter("visit", (_key, value) => value),
    with: ([, ladyId, manId], at) => [keys.recentVisit(Number(ladyId), Number(at), Number(manId))],
  },
  { prefix: "recent_visit", endsAt: daysAfter("recent_visit", (key) => key[2]) },
  { prefix: "bonus_mark", endsAt: daysAfter("bonus_mark", field("at")) },
  { prefix: "lasting_suspension", endsAt: daysAfter("lasting_suspension", field("at")) },
  { prefix: "contact_message", endsAt: daysAfter("contact_message", field("at")) },
  {
    prefix: "session",
    endsAt: ownEnd,
    with: ([, tokenHash], value) => [keys.sessionOfUser(id(value, "userId"), String(tokenHash))],
  },
  { prefix: "known_place", endsAt: daysAfter("known_place", field("at")) },
  { prefix: "last_in_browser", endsAt: daysAfter("last_in_browser", field("at")) },
  { prefix: "sign_in_ticket", endsAt: ownEnd },
  { prefix: "pending_sign_in", endsAt: ownEnd },
  { prefix: "second_factor_offer", endsAt: ownEnd },
  { prefix: "just_done", endsAt: ownEnd },
  {
    prefix: "confirmation",
    // Counted from the last code, which may have been sent shortly before the end of the sign-up.
    endsAt: daysAfter("confirmation", field("sentAt")),
    with: ([, confirmationId], value) => [keys.confirmationOfEmail(text(value, "email"), String(confirmationId))],
  },
  { prefix: "password_reset", endsAt: ownEnd },
  { prefix: "withdrawal_ask", endsAt: ownEnd },
  { prefix: "email_change", endsAt: ownEnd },
  { prefix: "idempotent_call", endsAt: ownEnd },
  { prefix: "limit", endsAt: daysAfter("limit", field("startedAt")) },
  { prefix: "introductions_of_day", endsAt: daysAfter("introductions_of_day", (key) => Date.parse(String(key[2]))) },
  {
    prefix: "talk",
    endsAt: daysAfter("talk", (_key, value) => (value as Talk).moments.at(-1)),
    with: ([, manId, ladyId]) => [
      keys.talkOf(Number(manId), Number(ladyId)),
      keys.talkOf(Number(ladyId), Number(manId)),
    ],
  },
  { prefix: "letter_draft", endsAt: daysAfter("letter_draft", field("savedAt")) },
  { prefix: "translation_draft", endsAt: daysAfter("translation_draft", field("savedAt")) },
  {
    prefix: "profile_translation_draft",
    endsAt: daysAfter("profile_translation_draft", field("savedAt")),
  },
  { prefix: "dispute_evidence", endsAt: daysAfter("dispute_evidence", field("changedAt")) },
  { prefix: "payment_event", endsAt: daysAfter("payment_event", field("at")) },
  { prefix: "declined_draft", endsAt: daysAfter("declined_draft", field("at")) },
  {
    prefix: "agency_draft",
    endsAt: daysAfter("agency_draft", field("createdAt")),
    with: ([, draftId], value) => [keys.draftOfAgency(id(value, "agencyId"), String(draftId))],
  },
];

/** The prefixes with days that retention does not look at, and why. */
export const goesOtherwise: Readonly<Partial<Record<string, string>>> = {
  session_of_user: "goes with its session",
  confirmation_of_email: "goes with its sign-up",
  password_reset_of_user: "says nothing without its request, and the next one takes its place",
  draft_of_agency: "goes with its draft",
  report_addition: "goes with its report",
  open_report: "goes with its report",
  open_report_about: "goes when its report is answered",
  report_of: "goes with its report",
  report_about: "goes with its report",
  loose_attachment: "a job of its own clears the picture and this together",
  mail_silence: "expires by itself, or when a mail is taken",
  letter_mail: "expires by itself",
  invitation_mail: "expires by itself",
  talk_of: "goes with its talk",
  machine_draft: "expires by itself, or when its letter is translated",
  translator_month: "expires by itself",
  chat_acceptance: "expires by itself within minutes",
  chat_invitation: "expires by itself within minutes",
  chat_invitation_to: "expires by itself within minutes",
  chat_instance: "expires by itself, unless its instance lives",
  commit_mark: "expires by itself, unless its process goes on using it",
  chat_instance_death: "expires by itself",
  chat_news: "expires by itself within minutes",
  chat_news_last: "expires by itself within minutes",
  audit_waiting: "goes when a checkpoint covers its record",
  job: "is brought into its lane",
  job_in_lane: "goes when it is done",
  on_day: "goes when its day is counted",
};
