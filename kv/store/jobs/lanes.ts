/**
 * Which work is done beside which. Each lane is done on its own, so that slow or stuck work holds up only its own kind.
 * What people wait for has lanes of its own: a code never waits behind thousands of news.
 */
import { attemptsAtMost, type Work } from "./work.ts";

/** How many jobs of a lane an instance does at once. */
export const lanes = {
  /** Money that a buyer has approved; asks PayPal. */
  captures: 4,
  /** Mails that somebody sits and waits for, or that warn the owner of an account. */
  codes: 4,
  /** Mails to a person about something of her or his own. */
  mails: 2,
  /** Mails that may come by the thousand. */
  news: 4,
  /** Mails that everybody may get, and nobody waits for. */
  newsletters: 2,
  /** Notes to devices; asks the service of each browser. */
  pushes: 8,
  /** Ends and settlings of payments, and what follows from them; only the store. */
  payments: 4,
  /** Steps of letters, profiles, verifications, talks, newsletters and sessions that need only the store. */
  releases: 4,
  /** Machine translations of profiles; asks the provider, whom the chats need more. */
  machines: 1,
  /** Money that goes back, and checkouts that are to end; asks the providers. */
  returns: 2,
  /** What a bank is shown in a dispute; asks Stripe. */
  evidence: 1,
  /** Repayments after a fraud; one job already does fifty people at once. */
  refunds: 1,
  erasures: 2,
  /** Files that nobody needs any more; asks the storage. */
  files: 4,
  /** Walks through all records. */
  nightly: 1,
} as const;

export type Lane = keyof typeof lanes;

/**
 * How many jobs of a lane may go on beside those in its hands, because each takes long: nobody's code waits until a server has
 * looked for minutes through those of others.
 */
export const overtakenAtMost: Readonly<Partial<Record<Lane, number>>> = { codes: 16 };

/** How many mails are sent at once. */
export const mailsAtOnce = lanes.codes + lanes.mails + lanes.news + lanes.newsletters;
/** How many connections that needs at most, with those whose mail is overtaken. */
export const mailConnections = mailsAtOnce + overtakenAtMost.codes!;

export const laneNames = Object.keys(lanes) as Lane[];

/**
 * Nobody would ask again for what these lanes do: a removed picture would lie in the storage for ever, and money where it
 * does not belong. So their jobs are still there when a service is back after a weekend, or when the next build has
 * mended a fault.
 */
const neverGivenUp: ReadonlySet<Lane> = new Set([
  ...["payments", "releases", "refunds", "files"] as const,
  // These end by themselves after as many attempts; their jobs stay until that end is stored (payment_jobs.ts).
  ...["captures", "returns", "evidence"] as const,
]);

/** Whether a job of a lane is given up after so many failed attempts. */
export const isGivenUp = (lane: Lane, attempts: number): boolean =>
  attempts >= attemptsAtMost && !neverGivenUp.has(lane);

/**
 * When a job is due: as `soon` as possible, even if it was put off for a while; or on a `date` that its subject sets, and
 * never before it.
 */
type Due = "soon" | "date";

/** The one table of all kinds of work: its lane, and when it is due. */
export const kinds: Readonly<Record<Work["kind"], readonly [Lane, Due]>> = {
  capture_payment: ["captures", "soon"],

  confirmation_mail: ["codes", "soon"],
  already_registered_mail: ["codes", "soon"],
  password_reset_mail: ["codes", "soon"],
  sign_in_link_mail: ["codes", "soon"],
  password_changed_mail: ["codes", "soon"],
  email_change_mail: ["codes", "soon"],
  email_change_notice_mail: ["codes", "soon"],
  suspension_mail: ["codes", "soon"],
  withdrawal_link_mail: ["codes", "soon"],
  withdrawal_mail: ["codes", "soon"],

  approval_mail: ["mails", "soon"],
  verification_mail: ["mails", "soon"],
  agency_draft_mail: ["mails", "soon"],
  notice_mail: ["mails", "soon"],
  contact_mail: ["mails", "soon"],
  farewell_mail: ["mails", "soon"],
  guest_report_mail: ["mails", "soon"],
  guest_appeal_mail: ["mails", "soon"],

  letter_mail: ["news", "soon"],
  translation_mail: ["news", "soon"],
  fraud_mail: ["news", "soon"],
  search_mail: ["news", "soon"],
  invitation_mail: ["news", "date"],

  newsletter_mail: ["newsletters", "soon"],
  newsletter_part: ["releases", "date"],

  talk_mail: ["mails", "soon"],

  letter_push: ["pushes", "soon"],
  talk_push: ["pushes", "soon"],
  push: ["pushes", "soon"],
  search_note: ["pushes", "soon"],
  invitation_push: ["pushes", "soon"],
  invitation_note: ["pushes", "soon"],
  invitation_over: ["pushes", "date"],

  settle_payment: ["payments", "date"],
  expire_payment: ["payments", "date"],
  close_ledger: ["payments", "soon"],

  refund_money: ["returns", "soon"],
  end_checkout: ["returns", "soon"],
  send_evidence: ["evidence", "soon"],

  keep_letters_back: ["releases", "soon"],
  block_over: ["releases", "soon"],
  end_contact: ["releases", "soon"],
  end_notes: ["releases", "soon"],
  end_sessions: ["releases", "soon"],
  clear_staff: ["releases", "soon"],
  clear_letter_places: ["releases", "soon"],
  profile_translations: ["releases", "soon"],
  machine_profile: ["machines", "soon"],
  release_untranslated: ["releases", "date"],
  talk_reminder: ["releases", "date"],
  verification_step: ["releases", "date"],

  fraud_gather: ["refunds", "soon"],
  fraud_refund: ["refunds", "soon"],

  erase_member: ["erasures", "soon"],

  loose_attachment: ["files", "date"],
  photo_files: ["files", "date"],
  story_picture: ["files", "date"],
  live_video: ["files", "date"],

  keep_figures: ["nightly", "date"],
  profile_sweep: ["nightly", "date"],
  retention: ["nightly", "date"],
  search_alerts: ["nightly", "date"],
};

/** The lane of a kind of work. Throws for a kind that the table does not know: it would never be done. */
export function laneOf(kind: Work["kind"]): Lane {
  const [lane] = kinds[kind] ?? [];
  if (!lane) throw new Error(`work of the kind ${kind} has no lane`);
  return lane;
}
