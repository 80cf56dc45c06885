/**
 * Erases a deleted account, step by step. Whatever breaks it off, the job of the deletion begins anew; a second look a
 * minute later finds what was under way when the account ended.
 */
import { deletionOf, noteErased, secondPassMs } from "../../accounts/deletions.ts";
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
 * What the job does. `removeFile` removes an uploaded file. Nothing for somebody who was not deleted, or of whom nothing
 * is left. `without` leaves steps out, for the tests that look whether these would be missed.
 */
export async function eraseMember(
  store: Store,
  userId: number,
  removeFile: Erasing["removeFile"],
  without: readonly Eraser[] = [],
): Promise<void> {
  const deletion = await deletionOf(store, userId);
  if (!deletion || deletion.erasedAt !== null) return;
  // By when it begins: what came behind a first look that took its time is for the second.
  const isSecondPass = store.now() >= deletion.at + secondPassMs;
  for (const name of erasers) {
    if (!without.includes(name)) await steps[name]({ store, deletion, isSecondPass, removeFile });
  }
  await noteErased(store, userId, isSecondPass);
}
