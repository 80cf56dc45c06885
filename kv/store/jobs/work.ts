/** The kinds of work that may follow a commit, and a job: one of them, waiting for its time. */
import type { ErasureJob, FarewellJob, SessionJob, StaffJob } from "./account_work.ts";

/** A mail by its template. Secrets in it are made when it is sent, from the given id. */
export type MailJob =
  & {
    /** Scheme and host where it was asked for; links lead there in a demo without canonical addresses. */
    origin?: string;
  }
  & (
    | { kind: "confirmation_mail"; confirmationId: string }
    | { kind: "already_registered_mail"; userId: number }
    | { kind: "password_reset_mail"; resetId: string }
    | { kind: "sign_in_link_mail"; ticketId: string }
    | { kind: "password_changed_mail"; userId: number }
    | { kind: "email_change_mail"; userId: number; changeId: string }
    /** To the old address: that another was asked for, or has taken its place. */
    | { kind: "email_change_notice_mail"; userId: number; to: string; isDone: boolean }
    /** How a lady's verification stands now. */
    | { kind: "verification_mail"; userId: number; notice: VerificationNotice }
    /** Asks a lady whether an agency may keep her profile. */
    | { kind: "agency_draft_mail"; draftId: string }
    /** Whether what somebody asked for was approved, or that it holds no longer. */
    | {
      kind: "approval_mail";
      userId: number;
      isApproved: boolean;
      /** `shown_photo` and `shown_text` could be seen by others and were taken down now. */
      about?: "profile" | "name" | "photo" | "shown_photo" | "shown_text";
      /** Why it was refused, in the words of who decided. */
      reason?: string | null;
      /** The decision with the reasons of the refusal; absent if it was approved. */
      decisionId?: number;
    }
  );

export type VerificationNotice =
  | "live_accepted"
  | "live_refused"
  | "live_expired"
  | "ends_soon"
  | "ended_by_time"
  | "ended_by_photo"
  | "taken_down";

/**
 * News of a letter: by mail, and to devices. `letter_push` stands for all devices of the recipient, and is followed by
 * one `push` for each, so that each is tried again on its own.
 */
export type LetterNotificationJob =
  & { origin?: string }
  & (
    | { kind: "letter_mail"; letterId: number }
    /** To `userId`; without one, as in older jobs, to the letter's reader. */
    | { kind: "translation_mail"; letterId: number; userId?: number }
    | { kind: "letter_push"; letterId: number }
    | { kind: "push"; letterId: number; userId: number; subscriptionId: string }
  );

/** Who asks whom for a chat, and until when (ms). */
export interface AskedFor {
  invitationId: string;
  askerId: number;
  toId: number;
  endsAt: number;
}

/**
 * Tells the devices of a person who is asked for a chat that somebody asks, or that the invitation is over: first one job
 * for all devices, then one `invitation_note` for each.
 */
export type InvitationJob =
  & AskedFor
  & (
    | { kind: "invitation_push" | "invitation_over" }
    | { kind: "invitation_note"; subscriptionId: string; isOver: boolean }
  );

/** Mails a person who was asked to talk and was not reached; `at` is when she or he could not be reached. */
export type InvitationMailJob = { kind: "invitation_mail"; askerId: number; toId: number; at: number };

/**
 * Tells men of newly published ladies who match their saved searches. `search_alerts` finds, once a day, whom to tell,
 * some men at a time. `search_mail` is one man's mail; `since` is up to when each search has told him already (its id →
 * ms since the epoch). `search_note` is a note to one of his devices.
 */
export type SearchNewsJob =
  | { kind: "search_alerts"; startsAt: number; cursor: string }
  | { kind: "search_mail"; userId: number; since: Record<string, number>; untilMs: number }
  | { kind: "search_note"; userId: number; subscriptionId: string; count: number };

/**
 * Mails a person about being suspended or let in again, or about a notice (notices.ts). Notices of a fraud go to very
 * many at once, and have a kind of their own.
 */
export type SafetyMailJob =
  & { origin?: string }
  & (
    | { kind: "suspension_mail"; userId: number; isOver: boolean }
    | { kind: "notice_mail" | "fraud_mail"; userId: number; noticeId: string }
  );

/** Mails a person who reported without an account that the report, or the appeal, came in, and later what became of it. */
export type GuestReportJob = {
  kind: "guest_report_mail" | "guest_appeal_mail";
  reportId: number;
  isAnswer: boolean;
  origin?: string;
};

/**
 * Work after a suspension, a block, the end of introductions, or a change that may close a man's contact.
 * `keep_letters_back` ends times to talk and keeps back letters that wait for a translator, where they may not come any
 * more: all of a person's, or those between two; after a block it also ends their chat. `block_over` tells the chat that a
 * person took a block back. `end_contact` ends the times to talk and the chat that a man may no longer have, because he came
 * to be asked for his background or for another statement of it, or because a lady refused him. `fraud_gather` finds whom a
 * fraud concerns, and `fraud_refund` gives some of them back what they paid (fraud_cases.ts).
 */
export type SafetyJob =
  | { kind: "keep_letters_back"; userId: number; otherId: number | null }
  | { kind: "block_over"; userId: number; otherId: number }
  | { kind: "end_contact"; manId: number }
  /** `openedAt` as in fraud_cases.ts. */
  | { kind: "fraud_gather"; ladyId: number; at: number; openedAt?: number; origin?: string; round: number }
  | {
    kind: "fraud_refund";
    ladyId: number;
    at: number;
    openedAt?: number;
    origin?: string;
    manIds: number[];
    mailsFromMs: number;
    /** The time between one man's mail and the next man's; absent in older jobs. */
    mailEveryMs?: number;
  };

/**
 * What is told of a time to talk: `soon` to both, shortly before it; `fell_through` to both, if nobody has called it off but
 * the two may no longer talk.
 */
export type TalkNews = "proposed" | "agreed" | "declined" | "called_off" | "fell_through" | "soon";

interface TalkJobAbout {
  manId: number;
  ladyId: number;
  talkId: string;
  origin?: string;
}

/** What is told of a talk that is over: by then another of the two may stand in its place, or an account be erased. */
interface EndedTalk {
  kind: "text" | "video";
  /** What was proposed, ms since the epoch. */
  moments: number[];
  /** The moment that was agreed; null where none was. */
  at: number | null;
}

/** Reminds the two of a time to talk; tells one of them by mail, or on one device, what became of it (talks.ts). */
export type TalkJob =
  | TalkJobAbout & { kind: "talk_reminder" }
  | TalkJobAbout & { kind: "talk_mail"; userId: number; news: TalkNews; ended?: EndedTalk }
  | TalkJobAbout & { kind: "talk_push"; userId: number; news: TalkNews; ended?: EndedTalk; subscriptionId: string };

/** Hands a message of the contact form to the site. */
export type ContactJob = { kind: "contact_mail"; messageId: string; origin?: string };

/** Deletes a picture that no letter has claimed within its day. */
export type AttachmentJob = { kind: "loose_attachment"; attachmentId: string };

/** Deletes those files of a photo that no gallery refers to any more. */
export type PhotoFilesJob = { kind: "photo_files"; ownerId: number; token: string; cut: number };

/**
 * `newsletter_part` finds some of the people who want newsletters, and adds a mail to each of them (newsletters.ts).
 * `newsletter_mail` is one mail; a trial goes to the writer of the newsletter.
 */
export type NewsletterJob =
  | { kind: "newsletter_part"; newsletterId: number; afterId: number }
  | { kind: "newsletter_mail"; newsletterId: number; userId: number; isTrial?: true };

/**
 * `keep_figures` counts the day that is over (figures.ts), and `profile_sweep` goes on with what follows it each night:
 * asking for translations of profiles (profile_translations.ts). `story_picture` deletes a picture that no story uses.
 */
export type SiteJob =
  | { kind: "keep_figures" }
  | { kind: "profile_sweep"; afterId: number }
  | { kind: "story_picture"; token: string };

/** Does the next timed step of a lady's verification; deletes the video of a live check when nobody needs it any more. */
export type VerificationJob =
  | { kind: "verification_step"; ladyId: number }
  | { kind: "live_video"; ladyId: number; token: string };

/** Takes a city that was taken down off the letters that its owner wrote; `mark` stands for its name (kv/letters/places.ts). */
export type LetterPlacesJob = { kind: "clear_letter_places"; userId: number; mark: string };

/**
 * `release_untranslated` ends a letter's wait for a translator, and the letter is delivered as it was written.
 * `profile_translations` asks translators for a lady's words; `machine_profile` asks a machine for them, in one locale of
 * wordLocales (kv/ladies/record.ts).
 */
export type TranslationJob =
  | { kind: "release_untranslated"; letterId: number }
  | { kind: "profile_translations"; ladyId: number }
  | { kind: "machine_profile"; ladyId: number; locale: "en" | "zh-Hant" | "zh-Hans" };

/**
 * `expire_payment` ends a payment whose time is over. `capture_payment` takes the money that a buyer has approved.
 * `settle_payment` moves the credits that follow money that went back, if the process that was to do so died in between.
 * `end_checkout` ends at its provider what a man who has left may still pay there. `close_ledger` asks back money of a man
 * who has left, if it came after that. `refund_money` gives money back at the provider. `send_evidence` sends what a bank
 * is shown in a dispute.
 */
export type PaymentJob =
  | { kind: "expire_payment"; paymentId: string }
  | { kind: "capture_payment"; paymentId: string }
  | { kind: "settle_payment"; paymentId: string }
  | { kind: "end_checkout"; paymentId: string }
  | { kind: "close_ledger"; manId: number }
  | { kind: "refund_money"; paymentId: string; refundId: string }
  | { kind: "send_evidence"; paymentId: string };

/**
 * Mails a link to withdraw to a person who asked without signing in; confirms when and from what one withdrew: one part of
 * the withdrawal, the first one in older jobs.
 */
export type WithdrawalJob =
  & { origin?: string }
  & ({ kind: "withdrawal_link_mail"; askId: string } | { kind: "withdrawal_mail"; paymentId: string; partId?: string });

/** One part of the daily clearing (retention.ts): which records, from where on, and how many of each were deleted so far. */
export type RetentionJob = {
  kind: "retention";
  /** When the run began, or is to begin. */
  startsAt: number;
  step: number;
  cursor: string;
  gone: Record<string, number>;
};

/** Everything that may follow a commit; routes/jobs/work.ts says how each kind is done. */
export type Work =
  | MailJob
  | LetterNotificationJob
  | SearchNewsJob
  | InvitationJob
  | InvitationMailJob
  | TalkJob
  | AttachmentJob
  | TranslationJob
  | LetterPlacesJob
  | PaymentJob
  | WithdrawalJob
  | ContactJob
  | PhotoFilesJob
  | SiteJob
  | NewsletterJob
  | ErasureJob
  | SessionJob
  | StaffJob
  | FarewellJob
  | SafetyMailJob
  | GuestReportJob
  | SafetyJob
  | VerificationJob
  | RetentionJob;

export type Job = Work & {
  id: string;
  attempts: number;
  leasedUntil: number;
  /** When it was written, ms since the epoch; absent in older jobs. */
  writtenAt?: number;
};

/** Clocks of several instances differ by less. */
export const clocksDifferMs = 10_000;

/** After so many failures, about half a day, a job is reported and given up, unless its lane gives up nothing. */
export const attemptsAtMost = 12;
