/** The audit of translated profiles: those that wait are in the queue once, and those that are done stand in the profile. */
import type { ProfileTranslation } from "../../ladies/profile/profile_translations.ts";
import { type LadyRecord, wordLocales } from "../../ladies/record.ts";
import { versionOf } from "../../ladies/profile/words.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditProfileTranslations(reader: Reader, report: Report): Promise<void> {
  await reader.walk<ProfileTranslation>(prefixes.allProfileTranslations(), async (translation, key) => {
    const [ladyId, locale] = [Number(key[1]), String(key[2])];
    const fault: Report = (sentence) => report(`the translation of lady ${ladyId} into ${locale} ${sentence}`);
    const { state, askedAt, claimedBy, leaseUntil } = translation;
    if (translation.ladyId !== ladyId || translation.locale !== locale) fault("calls itself another's");
    const lady = await reader.valueAt<LadyRecord>(keys.lady(ladyId));
    if (!lady) return fault("has no lady");
    const isQueued = await reader.isThere(keys.profileTranslationQueue(askedAt, ladyId, locale));
    if (isQueued === (state === "done")) fault(isQueued ? "is done and still in the queue" : "is not in the queue");
    if ((state === "claimed") !== (claimedBy !== null && leaseUntil !== null)) fault("is held by nobody, or in part");
    if (translation.version > versionOf(lady)) fault("is of words that she never had");
    if (state !== "done") return;
    const stands = lady.localized[translation.locale];
    if (!stands || (stands.version ?? 0) < translation.version) fault("is done and does not stand in her profile");
  });
  await reader.walk<null>(prefixes.profileTranslationQueue(), async (_, [, askedAt, ladyId, locale]) => {
    const found = await reader.valueAt<ProfileTranslation>(keys.profileTranslation(Number(ladyId), String(locale)));
    if (found && found.state !== "done" && found.askedAt === askedAt) return;
    report(`the queue of profiles has lady ${Number(ladyId)} in ${String(locale)}, who does not wait there`);
  });
  await reader.walk<LadyRecord>(prefixes.ladies(), (lady) => {
    for (const locale of wordLocales) {
      if ((lady.localized[locale]?.version ?? 0) <= versionOf(lady)) continue;
      report(`lady ${lady.id} is translated into ${locale} from words that she never had`);
    }
  });
}
