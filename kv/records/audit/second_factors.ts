/** The audit of second factors: they belong to staff, and none of their codes works twice. */
import type { PendingSignIn } from "../../accounts/signing_in/pending_sign_ins.ts";
import { recoveryCodesCount } from "../../accounts/signing_in/recovery_codes.ts";
import type { SecondFactor } from "../../accounts/signing_in/second_factor.ts";
import type { Offer } from "../../accounts/signing_in/second_factors.ts";
import { isStaff, type User } from "../../accounts/users.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditSecondFactors(reader: Reader, report: Report): Promise<void> {
  const worksHere = async (userId: number): Promise<boolean> => {
    const user = await reader.valueAt<User>(keys.user(userId));
    return user !== null && isStaff(user);
  };
  await reader.walk<SecondFactor>(prefixes.allSecondFactors(), async (factor, key) => {
    const userId = Number(key[1]);
    const fault: Report = (sentence) => report(`the second factor of user ${userId} ${sentence}`);
    if (!await worksHere(userId)) fault("is of nobody who works here");
    const { lastStep, enrolledAt, lastUsedAt, recoveryHashes } = factor;
    if (!Number.isSafeInteger(lastStep) || lastStep <= 0) fault("does not know its last code");
    if (lastUsedAt < enrolledAt) fault("was used before it was set up");
    if (recoveryHashes.length > recoveryCodesCount) fault("has too many recovery codes");
    if (new Set(recoveryHashes).size !== recoveryHashes.length) fault("has a recovery code twice");
  });
  await reader.walk<Offer>(prefixes.allSecondFactorOffers(), async (offer, key) => {
    if (offer.expiresAt > reader.now && !await worksHere(Number(key[1]))) {
      report(`a second factor is offered to user ${Number(key[1])}, who does not work here`);
    }
  });
  await reader.walk<PendingSignIn>(prefixes.allPendingSignIns(), async ({ userId, expiresAt }) => {
    if (expiresAt > reader.now && !await worksHere(userId)) {
      report(`user ${userId} is asked for a second factor and does not work here`);
    }
  });
}
