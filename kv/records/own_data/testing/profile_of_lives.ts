/** The translators' work on the profile of the lady of the full lives: one translation finished, one begun. */
import { ladyById } from "../../../ladies/ladies.ts";
import { finishProfile, saveProfileDraft } from "../../../ladies/profile/profile_translation_work.ts";
import { askForProfile, claimProfile } from "../../../ladies/profile/profile_translations.ts";
import { partsOf, versionOf } from "../../../ladies/profile/words.ts";
import type { TestStore } from "../../../testing/store.ts";
import { type Cast, must } from "./cast.ts";

export async function translateProfile(store: TestStore, { her, nadia }: Pick<Cast, "her" | "nadia">): Promise<void> {
  await askForProfile(store, her.id);
  const record = (await ladyById(store, her.id))!;
  const version = versionOf(record);
  const texts = partsOf(record).map(() => "她在七樓養蜂 of beeswax");
  const [done, begun] = (["zh-Hant", "zh-Hans"] as const).map((locale) => ({ ladyId: her.id, locale }));
  must(await claimProfile(store, nadia.id, done!));
  must(await finishProfile(store, nadia.id, done!, { texts, version }));
  must(await claimProfile(store, nadia.id, begun!));
  must(await saveProfileDraft(store, nadia.id, begun!, { texts: ["a begun translation of beeswax"], version }));
}
