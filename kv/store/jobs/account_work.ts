/** The kinds of work that follow the end of sessions and of accounts. */

/**
 * What follows the end of sessions, if the process that ended them did not get to it (session_ends.ts). `end_notes` forgets
 * the devices of one session, and those that were registered in its browser until then. `end_sessions` ends all sessions but
 * `keepTokenHash` that began before `at`, with their devices; `at` is `sessionsEndedAt` of stored_password.ts.
 */
export type SessionJob =
  | { kind: "end_notes"; userId: number; tokenHash: string; browser?: string; at: number }
  | { kind: "end_sessions"; userId: number; keepTokenHash: string | null; at: number };

/** Clears what an account of staff leaves behind that was removed (staff.ts). */
export type StaffJob = { kind: "clear_staff"; userId: number };

/** Tells a person who left what was erased and what is kept (farewells.ts). */
export type FarewellJob = {
  kind: "farewell_mail";
  /** The address, encrypted; no account holds it any more. */
  sealedEmail: string;
  locale: "en" | "zh-Hant" | "zh-Hans" | "uk" | "ru" | "ro";
  groupId: 1 | 2 | 3 | 4 | 5;
  /** When the account ended, ms since the epoch. */
  leftAt: number;
  /** Whether the account was suspended then. */
  wasSuspended?: true;
  /** What is paid back for unused credits, of which payments; absent if nothing is. */
  owed?: { paymentId: string; cents: number; currency?: "EUR" | "USD" | "GBP" | "CNY" | "HKD" | "TWD" | "JPY" }[];
  /** The bought credits that were given up; absent if there were none. */
  forgoneCredits?: number;
};

/** Erases what a deleted account leaves behind (deletions.ts). */
export type ErasureJob = { kind: "erase_member"; userId: number };
