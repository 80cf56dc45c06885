/** The kinds of work that may follow a commit, and a job: one of them, waiting for its time. */

/** A mail by its template; secrets in it are made when it is sent, from the id of what it is about. */
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
    /** What became of what somebody asked for. */
    | {
      kind: "approval_mail";
      userId: number;
      isApproved: boolean;
      about?: "profile" | "name" | "photo";
      /** Why it was refused, in the words of who decided. */
      reason?: string | null;
      /** The refusal with its reasons; absent where it was approved. */
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

/** News of a letter: a mail; and to devices, first all of its recipient, then one job each, tried on its own. */
export type LetterNotificationJob =
  & { origin?: string }
  & (
    | { kind: "letter_mail"; letterId: number }
    /** To its reader where nobody is named, as in those from before authors were told. */
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

/** Tells the devices of whoever is asked for a chat that somebody asks, and that it is over: first all, then each. */
export type InvitationJob =
  & AskedFor
  & (
    | { kind: "invitation_push" | "invitation_over" }
    | { kind: "invitation_note"; subscriptionId: string; isOver: boolean }
  );

/** Tells whoever was asked to talk, and was not reached, by mail; `at` is when she or he could not be reached. */
export type InvitationMailJob = { kind: "invitation_mail"; askerId: number; toId: number; at: number };

/**
 * Tells of newly published ladies by saved searches: finds once a day whom to tell, some men at a time; one man's mail, by
 * what each search has told of already (its id → ms since the epoch); a note to one of his devices.
 */
export type SearchNewsJob =
  | { kind: "search_alerts"; startsAt: number; cursor: string }
  | { kind: "search_mail"; userId: number; since: Record<string, number>; untilMs: number }
  | { kind: "search_note"; userId: number; subscriptionId: string; count: number };

/**
 * Tells somebody of being suspended or reinstated, and of what a notice says (notices.ts). What tells of a fraud goes to
 * very many at once, and is a kind of its own.
 */
export type SafetyMailJob =
  & { origin?: string }
  & (
    | { kind: "suspension_mail"; userId: number; isOver: boolean }
    | { kind: "notice_mail" | "fraud_mail"; userId: number; noticeId: string }
  );

/** Tells whoever reported without an account that it came in, and later what became of it; and the same of an objection. */
export type GuestReportJob = {
  kind: "guest_report_mail" | "guest_appeal_mail";
  reportId: number;
  isAnswer: boolean;
  origin?: string;
};

/**
 * Work after a suspension or a block: ends times to talk and keeps letters back that wait for a translator, of all of
 * somebody's or between two; finds whom a fraud concerns, and gives some of them back what they paid (fraud_cases.ts).
 */
export type SafetyJob =
  | { kind: "keep_letters_back"; userId: number; otherId: number | null }
  /** `openedAt` as in fraud_cases.ts. */
  | { kind: "fraud_gather"; ladyId: number; at: number; openedAt?: number; round: number }
  | {
    kind: "fraud_refund";
    ladyId: number;
    at: number;
    openedAt?: number;
    manIds: number[];
    mailsFromMs: number;
    /** Between one man's mail and the next one's; jobs from before it was noted have none. */
    mailEveryMs?: number;
  };

/** What is told of a time to talk; `soon` to both, shortly before it. */
export type TalkNews = "proposed" | "agreed" | "declined" | "called_off" | "soon";

interface TalkJobAbout {
  manId: number;
  ladyId: number;
  talkId: string;
  origin?: string;
}

/** What is told of one that stands nowhere any more, because it went with an account. */
interface ErasedTalk {
  kind: "text" | "video";
  /** The moment that was agreed, ms since the epoch. */
  at: number;
}

/** Reminds the two of a time to talk; tells one of them by mail, or on one device, what became of it (talks.ts). */
export type TalkJob =
  | TalkJobAbout & { kind: "talk_reminder" }
  | TalkJobAbout & { kind: "talk_mail"; userId: number; news: TalkNews; erased?: ErasedTalk }
  | TalkJobAbout & { kind: "talk_push"; userId: number; news: TalkNews; erased?: ErasedTalk; subscriptionId: string };

/** Hands a message of the contact form to the site. */
export type ContactJob = { kind: "contact_mail"; messageId: string; origin?: string };

/** Clears a picture away that no letter has claimed in its day. */
export type AttachmentJob = { kind: "loose_attachment"; attachmentId: string };

/** Clears away what of a photo's files no gallery refers to any more. */
export type PhotoFilesJob = { kind: "photo_files"; ownerId: number; token: string; cut: number };

/**
 * Finds some of those who wished for newsletters, and writes one to each of them (newsletters.ts); a trial goes to who
 * writes it.
 */
export type NewsletterJob =
  | { kind: "newsletter_part"; newsletterId: number; afterId: number }
  | { kind: "newsletter_mail"; newsletterId: number; userId: number; isTrial?: true };

/** Counts the day that is over (figures.ts); clears away a story's picture that no story has. */
export type SiteJob = { kind: "keep_figures" } | { kind: "story_picture"; token: string };

/** Does what time asks of a lady's verification; removes the video of a live check when nobody needs it any more. */
export type VerificationJob =
  | { kind: "verification_step"; ladyId: number }
  | { kind: "live_video"; ladyId: number; token: string };

/**
 * Ends a letter's wait for a translator: it comes as it was written; asks translators for a lady's words; asks a machine
 * for them, in one locale of wordLocales (kv/ladies/record.ts).
 */
export type TranslationJob =
  | { kind: "release_untranslated"; letterId: number }
  | { kind: "profile_translations"; ladyId: number }
  | { kind: "machine_profile"; ladyId: number; locale: "en" | "zh-Hant" | "zh-Hans" };

/**
 * Ends a payment whose time is over; takes the money that a buyer has approved; takes credits back for money that went
 * back, where whoever was about to do it has ended in between; gives money back at the provider.
 */
export type PaymentJob =
  | { kind: "expire_payment"; paymentId: string }
  | { kind: "capture_payment"; paymentId: string }
  | { kind: "settle_payment"; paymentId: string }
  | { kind: "refund_money"; paymentId: string; refundId: string }
  | { kind: "send_evidence"; paymentId: string };

/** Mails the way to withdraw to whoever asked without signing in; says when and from what somebody withdrew. */
export type WithdrawalJob =
  & { origin?: string }
  & ({ kind: "withdrawal_link_mail"; askId: string } | { kind: "withdrawal_mail"; paymentId: string });

/** Tells who has left what was erased and what stays (farewells.ts). */
export type FarewellJob = {
  kind: "farewell_mail";
  /** The address, encrypted: nobody's account says it any more. */
  sealedEmail: string;
  locale: "en" | "zh-Hant" | "zh-Hans" | "uk" | "ru" | "ro";
  groupId: 1 | 2 | 3 | 4 | 5;
  /** When the account ended, ms since the epoch. */
  leftAt: number;
};

/** Erases what a deleted account leaves behind (deletions.ts). */
export type ErasureJob = { kind: "erase_member"; userId: number };

/** One part of the daily clearing (retention.ts): which records, from where on, and how many of each went so far. */
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
  | PaymentJob
  | WithdrawalJob
  | ContactJob
  | PhotoFilesJob
  | SiteJob
  | NewsletterJob
  | ErasureJob
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
  /** When it was written, ms since the epoch; absent in jobs from before it was noted. */
  writtenAt?: number;
};

/** Clocks of several instances differ by less. */
export const clocksDifferMs = 10_000;

/** After so many failures, about half a day, a job is reported, and given up unless its lane gives up nothing. */
export const attemptsAtMost = 12;
