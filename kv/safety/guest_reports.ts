/**
 * Reports without an account (Regulation (EU) 2022/2065, Art. 16): anybody may report a page, a person or a letter, is
 * told by mail at once that the report came in, and later what became of it. These reports wait and are answered like
 * members' reports.
 */
import { trimText } from "../../chat/shared/text.ts";
import type { AccountLocale } from "../accounts/languages.ts";
import { mailboxOf } from "../accounts/mailboxes.ts";
import { normaliseEmail, userById } from "../accounts/users.ts";
import { authorIdOf } from "../letters/letter.ts";
import { letterById } from "../letters/letters.ts";
import type { Store } from "../open.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { refuse } from "../store/refusals.ts";
import { type Filed, keepTold, repeated } from "./report_filing.ts";
import { type Guest, type ReportCategory, type ReportPlace, reportTextLengthMax, type Told } from "./reports.ts";

/** What the report is about: a person or a letter by its id, or a page by its path, with the lady whom it shows. */
export type Pointed =
  | { kind: "user" | "letter"; id: number }
  | { kind: "page"; path: string; ladyId: number | null };

export interface WantedGuestReport {
  pointed: Pointed;
  category: ReportCategory;
  text: string;
  name: string;
  /** May be empty where a child is in danger, and nowhere else. */
  email: string;
  locale: AccountLocale;
  /** The sender's address on the network, which is counted and not kept. */
  address: string;
  origin?: string;
}

/** Whoever reports that a child is harmed need not say who they are (Art. 16(2)(c)). */
export const mayBeAnonymous = (category: ReportCategory): boolean => category === "minor";

/**
 * Files a report of somebody without an account; what the same sender tells later of the same is added to the one that
 * waits. Each addition is confirmed by mail as well, because somebody else may have written it: nobody has proven that
 * the address is the sender's own. Whether the person or letter exists is not told: a report about nobody is kept as
 * well. Refuses `invalid`, `too_many_requests` by network address and by sender, and what `keepTold` refuses.
 */
export async function fileGuestReport(store: Store, wanted: WantedGuestReport): Promise<Filed> {
  const { pointed, category, locale, origin } = wanted;
  const text = trimText(wanted.text);
  const email = normaliseEmail(wanted.email);
  if (text === "") return refuse("invalid", { fields: { text: "required" } });
  if (text.length > reportTextLengthMax) return refuse("invalid", { fields: { text: "too_long" } });
  if (email === "" && !mayBeAnonymous(category)) return refuse("invalid", { fields: { email: "required" } });
  const subject = subjectOf(pointed);
  const markOf = (sender: string) => store.sign(`guest-report:${sender || text}`).slice(0, 32);
  const mark = markOf(email);
  const guest: Guest = { name: wanted.name.trim(), email, locale, mark };
  const openReportKey = keys.openReportAbout(mark, subject, category);
  const known = await repeated(store, openReportKey, { text, subject });
  if (known) return known;
  const sender = markOf(mailboxOf(email));
  const counted = [[limits.guestReportAddress, wanted.address], [limits.guestReportSender, sender]] as const;
  for (const [limit, by] of counted) {
    const taken = await takeAttempt(store, limit, by);
    if (!taken.ok) return taken;
  }
  const reportedId = await reportedOf(store, pointed);
  const told: Told = { text, from: placeOf(pointed), subject, lastMessages: [] };
  return await keepTold(store, {
    openReportKey,
    facts: { reporterId: null, guest, reportedId, category, ...(origin && { origin }) },
    tell: () => Promise.resolve(told),
    alsoWrite: (op, reportId) => {
      if (email) addJob(store, op, { kind: "guest_report_mail", reportId, isAnswer: false, origin });
    },
  });
}

/** What the admins' desk shows as the subject of the report. */
const subjectOf = (pointed: Pointed): string =>
  pointed.kind === "page" ? pointed.path : `${pointed.kind}:${pointed.id}`;

function placeOf(pointed: Pointed): ReportPlace {
  if (pointed.kind === "page") return pointed.ladyId === null ? "page" : "profile";
  return pointed.kind === "letter" ? "letter" : "profile";
}

/** Whom the report concerns; for a letter its author. */
async function reportedOf(store: Store, pointed: Pointed): Promise<number | null> {
  if (pointed.kind === "page") return pointed.ladyId;
  if (pointed.kind === "user") return (await userById(store, pointed.id))?.id ?? null;
  const letter = await letterById(store, pointed.id);
  return letter && authorIdOf(letter);
}
