/** A lady as lists show her, in the reader's language. */
import type { LadyCardView } from "../../components/lady_card.tsx";
import type { Locale } from "../../i18n/locales.ts";
import { ageYears } from "../../kv/ladies/age.ts";
import type { LadySort } from "../../kv/ladies/index/query.ts";
import { shownLadiesByIds } from "../../kv/ladies/ladies.ts";
import { type LadyRecord, wordsOf } from "../../kv/ladies/record.ts";
import type { Store } from "../../kv/open.ts";
import { verificationOf } from "../../kv/vetting/verifications.ts";
import { countryName, placeName } from "../account/country_names.ts";
import type { AppContext } from "../http/env.ts";
import { localHref } from "../http/page.tsx";
import { girlPath } from "./girl_paths.ts";
import { isNewLady } from "./new_ladies.ts";
import { langOfLine } from "./word_languages.ts";

export const noPortrait = { src: "/static/images/no-avatar.webp", src320: "/static/images/no-avatar-320.webp" };

/** Where she lives, for a reader of that locale. */
export const placeOf = (locale: Locale, record: LadyRecord): string =>
  placeName(locale, wordsOf(record, locale).city, record.countryId);

export function portraitOf(record: LadyRecord): { src: string; src320: string } {
  const main = record.photos[0];
  return main ? { src: main.sizes.full, src320: main.sizes.medium } : noPortrait;
}

/** Whether this reader sees a lady online: never if one of the two has blocked the other. */
export const isShownOnline = (c: AppContext, ladyId: number): boolean =>
  c.var.deps.store.ladies.isOnline(ladyId) && !c.var.signedIn?.blockedIds.has(ladyId);

function cardOf(c: AppContext, record: LadyRecord, isVerified: boolean, sort?: LadySort): LadyCardView {
  const { facts, deps } = c.var;
  const nowMs = deps.store.now();
  const { firstname, city, quote } = wordsOf(record, facts.locale);
  return {
    id: record.id,
    href: localHref(facts.prefix, girlPath(record, nowMs)),
    name: firstname,
    age: ageYears(record.birthdate, nowMs),
    place: placeOf(facts.locale, record),
    city: city || countryName(facts.locale, record.countryId),
    quote,
    quoteLang: langOfLine(facts.locale, quote),
    isVerified,
    portrait: portraitOf(record),
    isOnline: isShownOnline(c, record.id),
    isNew: sort !== "new" && isNewLady(record, nowMs),
    onlineLabel: facts.t("common:onlineNow"),
    newLabel: facts.t("common:newHere"),
  };
}

/** The cards of the ladies who are shown. With the newest first nobody is marked as new: the order says it. */
export async function cardsOf(c: AppContext, store: Store, ids: number[], sort?: LadySort): Promise<LadyCardView[]> {
  const [ladies, verified] = await Promise.all([shownLadiesByIds(store, ids), verifiedAmong(store, ids)]);
  return ladies.map((record) => cardOf(c, record, verified.has(record.id), sort));
}

/** Those of them who are verified now. */
export async function verifiedAmong(store: Store, ids: number[]): Promise<Set<number>> {
  const found = await Promise.all(ids.map((id) => verificationOf(store, id)));
  return new Set(ids.filter((_, place) => found[place] && found[place].verifiedAt !== null));
}
