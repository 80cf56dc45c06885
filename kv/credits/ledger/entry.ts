/** One movement of credits as the ledger keeps it. */
import { firstCurrency, type Money } from "../prices/currencies.ts";

export const operations = [
  "opened_letter",
  "refill",
  "sent_letter",
  "video_chat",
  "video",
  "chat_session",
  "sign_up_bonus",
  "refund",
  "adjustment",
] as const;
export type Operation = typeof operations[number];

/** What an entry paid for; enough to link to it, nothing that names a person. */
export interface Reference {
  letterId?: number;
  partnerId?: number;
  paymentId?: string;
  videoId?: number;
  note?: string;
  /** Cents of euros that went back with these credits; negative if the money came again. Read it with `moneyOf`. */
  cents?: number;
  /** The same in another currency, or in several. */
  money?: Money[];
  /**
   * Why a charge was given back: the site decided so (`house`), for a fraud, because what it paid for was erased, or
   * because its letter was kept back, or returned by its translator.
   */
  cause?: "house" | "fraud" | "deletion" | "kept_back" | "returned";
}

/** The money that a reference notes; null if it notes none. */
export const moneyOf = ({ cents, money }: Reference): Money[] | null =>
  money ?? (cents === undefined ? null : [{ cents, currency: firstCurrency }]);

/** The fields of a reference that note these sums: `cents` if all are in euros, otherwise `money`. */
export const moneyReference = (sums: Money[]): Pick<Reference, "cents" | "money"> =>
  sums.every(({ currency }) => currency === firstCurrency) ? { cents: sums[0]?.cents ?? 0 } : { money: sums };

/** Links an entry to the one before it; entries from before there was a chain have neither field. */
export interface Chained {
  /** SHA-256 of the man, of the chain before and of this entry, base64url. */
  chain?: string;
  /** Signed with the site's secret (proof.ts): nobody can make it from the database file alone. */
  vouch?: string;
}

export interface Entry extends Chained {
  seq: number;
  /** Ms since the epoch. */
  at: number;
  operation: Operation;
  deltaCredits: number;
  balanceAfter: number;
  /** Credits owed after a refunded payment; settled before anything else. */
  owedAfter: number;
  /** Credits spent on the UTC day of `at`, this entry included; charges given back on their own day do not count. */
  spentOfDay: number;
  /** The charge that this entry gives back, wholly or in part. */
  reversesSeq?: number;
  reference: Reference;
  idempotencyKey: string;
}
