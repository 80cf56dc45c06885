/** Profiles of ladies who wrote them in Ukrainian: the translator's texts, and what one of them has added since. */
import { askProfileChange } from "../kv/ladies/profile/profile_changes.ts";
import { finishProfile } from "../kv/ladies/profile/profile_translation_work.ts";
import { askForProfile, claimProfile } from "../kv/ladies/profile/profile_translations.ts";
import { type WordLocale, wordLocales } from "../kv/ladies/record.ts";
import type { Store } from "../kv/open.ts";
import type { Result } from "../kv/store/refusals.ts";
import { decide } from "../kv/vetting/approval_decisions.ts";
import { approvalOf } from "../kv/vetting/approvals.ts";
import { demoCities, demoLadies, type DemoLady } from "./ladies/ladies.ts";

/** Her newest interest. It is translated into English; into Chinese it waits for a translator. */
const added = { key: "halyna", uk: "Писанки", en: "Painted Easter eggs" };

/** `before` gives the store so many days ago. */
export async function addTranslatedProfiles(
  ids: Map<string, number>,
  before: (daysAgo: number) => Store,
): Promise<void> {
  const translatorId = ids.get("translator")!;
  for (const demo of demoLadies.filter(({ words }) => words.uk)) {
    const ladyId = ids.get(demo.key)!;
    await askForProfile(before(41), ladyId);
    for (const locale of wordLocales) {
      await translate(before(40), translatorId, { ladyId, locale, version: 0 }, textsOf(demo, locale));
    }
  }
  const demo = demoLadies.find(({ key }) => key === added.key)!;
  const ladyId = ids.get(added.key)!;
  const interests = [...demo.words.uk!.interests, added.uk];
  held(await askProfileChange(before(6), ladyId, { interests }));
  const approval = (await approvalOf(before(6), { kind: "profile", subjectId: ladyId }))!;
  held(await decide(before(5), approval.id, true, { actorId: ids.get("admin")! }));
  await askForProfile(before(5), ladyId);
  const part = { ladyId, locale: "en", version: 1 } as const;
  await translate(before(1), translatorId, part, [...textsOf(demo, "en"), added.en]);
}

/** In the order in which a translator sees the parts. */
function textsOf({ city, words }: DemoLady, locale: WordLocale): string[] {
  const { firstname, quote, about, idealPartner, interests } = words[locale];
  return [firstname, demoCities[city]![locale], quote, about, idealPartner, ...interests];
}

async function translate(
  then: Store,
  translatorId: number,
  { version, ...part }: { ladyId: number; locale: WordLocale; version: number },
  texts: string[],
): Promise<void> {
  held(await claimProfile(then, translatorId, part));
  held(await finishProfile(then, translatorId, part, { texts, version }));
}

function held(result: Result<object>): void {
  if (!result.ok) throw new Error(`a translated profile of the demo: ${result.reason}`);
}
