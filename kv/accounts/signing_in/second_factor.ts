/** The second factor of a person, as the store keeps it. */
export interface SecondFactor {
  /** The encrypted secret (encryption.ts). */
  secret: string;
  enrolledAt: number;
  /** The step of the code that was used last (totp.ts). Codes of this step and earlier ones no longer work. */
  lastStep: number;
  lastUsedAt: number;
  /** The hashes of the recovery codes that are left. */
  recoveryHashes: string[];
}
