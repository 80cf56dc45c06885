/**
 * Erases a deleted account, step by step. If that is broken off, the job of the deletion begins anew. A second pass a
 * minute later finds what was under way when the account ended.
 */
import { deletionOf, noteErased, secondPassMs } from "../../accounts/deletions.ts";
import { man } from "../../accounts/users.ts";
import { forgoneCreditsOf } from "../../credits/payments/forgone_credits.ts";
import { owedTo } from "../../credits/payments/refund_requests.ts";
import type { Store } from "../../open.ts";
import { eraseAccount, eraseSessions } from "./erasing/account.ts";
import { eraseBonds } from "./erasing/bonds.ts";
import { eraseChats } from "./erasing/chats.ts";
import { eraseLetters } from "./erasing/letters.ts";
import { eraseMoney } from "./erasing/money.ts";
import { erasePhotos, eraseProfile, eraseVideos } from "./erasing/profile.ts";
import { eraseSafety } from "./erasing/safety.ts";
import type { Erasing, Step } from "./erasing/step.ts";
import { eraseTraces } from "./erasing/traces.ts";
import { eraseTranslations } from "./erasing/translations.ts";
import { type Eraser, erasers } from "./row.ts";

const steps: Record<Eraser, Step> = {
  account: eraseAccount,
  sessions: eraseSessions,
  chats: eraseChats,
  translations: eraseTranslations,
  letters: eraseLetters,
  profile: eraseProfile,
  photos: erasePhotos,
  videos: eraseVideos,
  bonds: eraseBonds,
  safety: eraseSafety,
  money: eraseMoney,
  traces: eraseTraces,
};

/**
 * Does the job. `removeFile` removes an uploaded file. Does nothing for somebody who was not deleted, or who is erased
 * already. `without` leaves steps out, for tests that look whether a missing step would be noticed.
 */
export async function eraseMember(
  store: Store,
  userId: number,
  removeFile: Erasing["removeFile"],
  without: readonly Eraser[] = [],
): Promise<void> {
  const deletion = await deletionOf(store, userId);
  if (!deletion || deletion.erasedAt !== null) return;
  // What counts is when a pass begins: whatever comes behind a slow first pass is left to the second.
  const isSecondPass = store.now() >= deletion.at + secondPassMs;
  for (const name of erasers) {
    if (!without.includes(name)) await steps[name]({ store, deletion, isSecondPass, removeFile });
  }
  const forgoneCredits = isSecondPass && deletion.groupId === man && !deletion.wantsRefund
    ? await forgoneCreditsOf(store, userId)
    : 0;
  await noteErased(store, userId, isSecondPass, { owed: await owedTo(store, userId), forgoneCredits });
}
