/** Erases the account itself, and every way to sign in. */
import { endOtherSessions } from "../../../accounts/signing_in/sessions.ts";
import { forgetKnownPlaces } from "../../../accounts/visitors.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Step } from "./step.ts";

export const eraseAccount: Step = async ({ store, deletion: { userId, email } }) => {
  await deleteKeys(store, [keys.user(userId), keys.password(userId)]);
  if (email === null) return;
  // Somebody else may have the address by now.
  const owner = await store.kv.get<number>(keys.userIdByEmail(email));
  if (owner.value === userId) await store.kv.atomic().check(owner).delete(owner.key).commit();
};

export const eraseSessions: Step = async ({ store, deletion: { userId } }) => {
  await endOtherSessions(store, userId, null);
  await forgetKnownPlaces(store, userId);
  await deleteUnder(store, prefixes.pushSubscriptions(userId), undefined, ({ key }) => [
    keys.pushSubscriber(String(key[2])),
  ]);
  const resetId = (await store.kv.get<string>(keys.passwordResetOfUser(userId))).value;
  await deleteKeys(store, [
    ...(resetId === null ? [] : [keys.passwordReset(resetId)]),
    keys.passwordResetOfUser(userId),
    keys.emailChange(userId),
    keys.secondFactor(userId),
    keys.secondFactorOffer(userId),
  ]);
  // These expire after an hour at most, so there are few.
  const shortLived = [
    prefixes.allSignInTickets(),
    prefixes.allPasswordResets(),
    prefixes.allPendingSignIns(),
    prefixes.allJustDone(),
  ];
  for (const prefix of shortLived) {
    await deleteUnder<{ userId: number }>(store, prefix, ({ value }) => value.userId === userId);
  }
};
