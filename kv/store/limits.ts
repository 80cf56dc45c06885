/** Counts attempts: at most so many per name and subject in a window, which begins with the first one. */
import { transact } from "./commit.ts";
import { isRecent } from "./days.ts";
import { keys } from "./keys.ts";
import { networkOf } from "./network.ts";
import type { BareStore } from "./open.ts";
import { type Refusal, refuse } from "./refusals.ts";

export interface Limit {
  name: string;
  most: number;
  windowSeconds: number;
  /** The subject is a network address, or begins with one and a blank: its whole network counts as one (network.ts). */
  perNetwork?: true;
}

export const limits = {
  /** Failed sign-ins from one address to one e-mail (contract, HTTP). */
  signIn: { name: "sign_in", most: 10, windowSeconds: 900, perNetwork: true },
  /**
   * Failed sign-ins to one e-mail from where its owner never signed in: guessing spread over many addresses. They never
   * keep the owner out of a browser or network that is known (visitors.ts).
   */
  signInAccount: { name: "sign_in_account", most: 100, windowSeconds: 900 },
  /** Wrong codes of a second factor, by account: whoever guesses them knows the password. */
  secondFactor: { name: "second_factor", most: 10, windowSeconds: 900 },
  /** Records of the audit log about members' failed sign-ins, by network address. */
  failedSignInRecords: { name: "failed_sign_in_lines", most: 30, windowSeconds: 3600, perNetwork: true },
  signUp: { name: "sign_up", most: 100, windowSeconds: 900, perNetwork: true },
  /** Mails that signing up and asking for codes send to one mailbox, whoever asks. */
  signUpMail: { name: "sign_up_mail", most: 10, windowSeconds: 3600 },
  /** Wrong codes from one address for one e-mail. */
  confirm: { name: "confirm", most: 10, windowSeconds: 1800, perNetwork: true },
  /** Wrong codes for one e-mail that fit no sign-up of the visitor's own: guessing spread over many addresses. */
  confirmElsewhere: { name: "confirm_elsewhere", most: 20, windowSeconds: 1800 },
  confirmAddress: { name: "confirm_address", most: 100, windowSeconds: 900, perNetwork: true },
  resend: { name: "resend", most: 5, windowSeconds: 1800 },
  recoveryAddress: { name: "recovery_address", most: 100, windowSeconds: 900, perNetwork: true },
  recovery: { name: "recovery", most: 5, windowSeconds: 3600 },
  /** Sign-in links mailed to one e-mail, whoever asks; requests also count by network address, as `recoveryAddress`. */
  signInLink: { name: "sign_in_link", most: 5, windowSeconds: 3600 },
  /** Pictures for letters, by person; refused ones count, because looking at them is the work. */
  uploads: { name: "uploads", most: 100, windowSeconds: 3600 },
  /** Photos for one's gallery, by person. */
  photoUploads: { name: "photo_uploads", most: 60, windowSeconds: 3600 },
  /** Squares cut out of one's photos, by person. */
  photoCrops: { name: "photo_crops", most: 120, windowSeconds: 3600 },
  /** Votes that one man tries, whether they count or not. */
  votes: { name: "votes", most: 30, windowSeconds: 3600 },
  /** Unknown promo codes that a man tries; and each of them, by man and code: the same one again is no further guess. */
  promoGuesses: { name: "promo_guesses", most: 20, windowSeconds: 900 },
  promoMisses: { name: "promo_misses", most: 1, windowSeconds: 900 },
  /** Checkouts that one man begins. */
  checkouts: { name: "checkouts", most: 60, windowSeconds: 3600 },
  /** Links to withdraw, by network address and by e-mail. */
  withdrawalAddress: { name: "withdrawal_address", most: 30, windowSeconds: 3600, perNetwork: true },
  withdrawalMail: { name: "withdrawal_mail", most: 5, windowSeconds: 3600 },
  /** Records of the audit log about webhooks without a good signature, by network address; the refusals have no limit. */
  forgedWebhooks: { name: "forged_webhooks", most: 100, windowSeconds: 3600, perNetwork: true },
  /** Reports of one person about others. */
  reports: { name: "reports", most: 10, windowSeconds: 24 * 3600 },
  /** Reports without an account, by network address and by the sender's mailbox. */
  guestReportAddress: { name: "guest_report_address", most: 10, windowSeconds: 3600, perNetwork: true },
  guestReportSender: { name: "guest_report_sender", most: 10, windowSeconds: 24 * 3600 },
  /** Statements of background that one man files, and ladies to whom he shows one. */
  backgrounds: { name: "backgrounds", most: 10, windowSeconds: 24 * 3600 },
  backgroundAsks: { name: "background_asks", most: 20, windowSeconds: 24 * 3600 },
  /** Appeals against answers to reports without an account, by network address. */
  guestAppealAddress: { name: "guest_appeal_address", most: 10, windowSeconds: 3600, perNetwork: true },
  /** Invitations of one person to one other that were not accepted: each rings. */
  rings: { name: "rings", most: 10, windowSeconds: 600 },
  /** Times to talk that one person proposes. */
  talks: { name: "talks", most: 10, windowSeconds: 24 * 3600 },
  /** Changes of a man's first name, which every lady who is online is shown at once. */
  names: { name: "names", most: 5, windowSeconds: 24 * 3600 },
  /** Records of the audit log about what one person tried and was refused, by person and kind. */
  denialRecords: { name: "denial_lines", most: 100, windowSeconds: 3600 },
  /** Messages by the contact form, by network address and by sender. */
  contactAddress: { name: "contact_address", most: 10, windowSeconds: 3600, perNetwork: true },
  contactSender: { name: "contact_sender", most: 5, windowSeconds: 24 * 3600 },
  /** Pose codes that one lady asks for, and videos that she sends. */
  liveChecks: { name: "live_checks", most: 20, windowSeconds: 3600 },
  /** Records of the audit log about one admin's views of one video. */
  liveCheckViews: { name: "live_looks", most: 1, windowSeconds: 60 },
  /** Ladies whom one agency asks, and mails about that to one mailbox, whoever asks. */
  agencyDrafts: { name: "agency_drafts", most: 50, windowSeconds: 24 * 3600 },
  agencyDraftMail: { name: "agency_draft_mail", most: 3, windowSeconds: 24 * 3600 },
  /** Copies of one's own data, by person: each reads everything. */
  exports: { name: "exports", most: 5, windowSeconds: 3600 },
  /** Attempts at the password on the pages about one's own data. */
  ownData: { name: "own_data", most: 10, windowSeconds: 900 },
  changePassword: { name: "change_password", most: 10, windowSeconds: 900 },
  /** Requests for another e-mail, by person and by the mailbox of the new address: each sends two mails. */
  changeEmail: { name: "change_email", most: 10, windowSeconds: 3600 },
  changeEmailAddress: { name: "change_email_address", most: 5, windowSeconds: 3600 },
} as const satisfies Record<string, Limit>;

/** What is stored of a limit's window. */
export interface Count {
  count: number;
  startedAt: number;
}

const keyOf = ({ name, perNetwork }: Limit, subject: string): Deno.KvKey =>
  keys.limit(name, perNetwork ? subject.replace(/^\S+/, networkOf) : subject);

/** Takes one attempt of the window; refuses `too_many_requests` with the seconds until it ends. */
export function takeAttempt(store: BareStore, limit: Limit, subject: string): Promise<{ ok: true } | Refusal> {
  return store.mutexes.run(keyOf(limit, subject).join(":"), () =>
    transact<{ ok: true } | Refusal>(async () => {
      const commit = store.kv.atomic();
      const taken = await addAttempt(store, commit, limit, subject);
      return taken.ok ? { commit, result: taken } : { done: taken };
    }));
}

/** Adds one attempt to the commit of what is counted, so that only what is done counts; refuses as `takeAttempt` does. */
export async function addAttempt(
  store: BareStore,
  op: Deno.AtomicOperation,
  limit: Limit,
  subject: string,
): Promise<{ ok: true } | Refusal> {
  const entry = await store.kv.get<Count>(keyOf(limit, subject));
  const now = store.now();
  const windowMs = limit.windowSeconds * 1000;
  // A window that begins in the future was left by a clock that jumped back; if it is far away it does not count.
  const current = entry.value && isRecent(now, entry.value.startedAt, windowMs)
    ? entry.value
    : { count: 0, startedAt: now };
  if (current.count >= limit.most) {
    const retryAfterSeconds = Math.max(1, Math.ceil((current.startedAt + windowMs - now) / 1000));
    return refuse("too_many_requests", { retryAfterSeconds });
  }
  op.check(entry).set(entry.key, { ...current, count: current.count + 1 }, { expireIn: windowMs });
  return { ok: true };
}

/** Whether the attempts of the window are used up; takes none. */
export async function isUsedUp(store: BareStore, limit: Limit, subject: string): Promise<boolean> {
  const { value } = await store.kv.get<Count>(keyOf(limit, subject));
  return value !== null && value.count >= limit.most &&
    isRecent(store.now(), value.startedAt, limit.windowSeconds * 1000);
}

/** Gives one attempt back: what succeeded is not counted. */
export function forgiveAttempt(store: BareStore, limit: Limit, subject: string): Promise<void> {
  const key = keyOf(limit, subject);
  return store.mutexes.run(key.join(":"), () =>
    transact<void>(async () => {
      const entry = await store.kv.get<Count>(key);
      if (!entry.value || entry.value.count === 0) return { done: undefined };
      const next = { ...entry.value, count: entry.value.count - 1 };
      const expireIn = limit.windowSeconds * 1000;
      return { commit: store.kv.atomic().check(entry).set(key, next, { expireIn }), result: undefined };
    }));
}
