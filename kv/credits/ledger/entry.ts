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
  /** Money in euros that went back with these credits; below zero where it came again. `moneyOf` reads it. */
  cents?: number;
  /** The same in another currency, or in several. */
  money?: Money[];
  /**
   * Why a charge was given back: by the site, because of a fraud, because its thing was erased, or because its letter
   * was kept back or returned by its translator.
   */
  cause?: "house" | "fraud" | "deletion" | "kept_back" | "returned";
}

/** What money a reference tells of; null where that was not noted. */
export const moneyOf = ({ cents, money }: Reference): Money[] | null =>
  money ?? (cents === undefined ? null : [{ cents, currency: firstCurrency }]);

/** The part of a reference that tells of money. */
export const moneyReference = (sums: Money[]): Pick<Reference, "cents" | "money"> =>
  sums.every(({ currency }) => currency === firstCurrency) ? { cents: sums[0]?.cents ?? 0 } : { money: sums };

/** What chains an entry; entries from before there was a chain have neither. */
export interface Chained {
  /** SHA-256 of the man, of the chain before and of this entry, base64url. */
  chain?: string;
  /** Keyed with the site's secret (proof.ts): who has the file alone cannot make it. */
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
  /** Credits spent on the UTC day of `at` up to here; what was given back on the day of its charge counts no more. */
  spentOfDay: number;
  /** The charge that this entry gives back, wholly or in part. */
  reversesSeq?: number;
  reference: Reference;
  idempotencyKey: string;
}
