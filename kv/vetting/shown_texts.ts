/**
 * The texts that others see of a person, each by itself: what a man or a lady wrote in words of her or his own, what a
 * translator tells readers, and the captions of photos. A first name is none of them: nobody can be shown without one. Nothing
 * here writes.
 */
import { type AboutTranslator, aboutTranslator } from "../accounts/about_translators.ts";
import { type AccountLocale, accountLocales } from "../accounts/languages.ts";
import { lady, man, translator, type User } from "../accounts/users.ts";
import { ladyById } from "../ladies/ladies.ts";
import { manProfileOf } from "../ladies/profiles.ts";
import type { LadyRecord, LadyWords } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import type { TextKind } from "../safety/decisions.ts";
import { hashOf } from "../store/proof.ts";
import { type GalleryPhoto, photosOf } from "./photos.ts";

export interface ShownText {
  kind: TextKind;
  /** Of an interest its place, from 1; of a caption the id of its photo; null for a text of which there is one. */
  number: number | null;
  /** As its owner wrote it. */
  words: string;
  /** What readers of other languages see in its place. */
  translations: Partial<Record<AccountLocale, string>>;
}

/** The name of a text among those of its owner, as addresses carry it: "about", "interest-2", "caption-17". */
export const nameOfText = ({ kind, number }: Pick<ShownText, "kind" | "number">): string =>
  number === null ? kind : `${kind}-${number}`;

/** Names what a page showed of a text; of a translator's, who wrote each language, all of them. */
export const textMark = ({ kind, words, translations }: ShownText): string =>
  hashOf(kind === "aboutTranslator" ? { words, translations } : words);

/** What somebody wrote of herself or himself. */
export type ProfileTexts = Omit<LadyWords, "firstname">;

const soleKinds = ["city", "quote", "about", "idealPartner"] as const;

/** The texts of a profile; of a lady's also what translations say in their place. */
export function textsOfProfile(words: ProfileTexts, localized: LadyRecord["localized"] = {}): ShownText[] {
  const text = (kind: TextKind, number: number | null, pick: (from: ProfileTexts) => string | undefined): ShownText => {
    const own = pick(words)!;
    const translated = Object.entries(localized).map(([locale, translation]) => [locale, pick(translation)] as const);
    const differing = translated.filter(([, each]) => each && each !== own);
    return { kind, number, words: own, translations: Object.fromEntries(differing) };
  };
  return [
    ...soleKinds.map((kind) => text(kind, null, (from) => from[kind])),
    ...words.interests.map((_, at) => text("interest", at + 1, ({ interests }) => interests[at])),
  ].filter(({ words }) => words !== "");
}

/** What a translator tells readers, as one text; English comes first, as for readers whose language it lacks. */
export function textsOfTranslator(about: AboutTranslator | null): ShownText[] {
  const [first, ...others] = accountLocales.flatMap((locale) => {
    const words = about?.isShown && about.words[locale];
    return words ? [[locale, words] as const] : [];
  });
  if (!first) return [];
  return [{ kind: "aboutTranslator", number: null, words: first[1], translations: Object.fromEntries(others) }];
}

/** The captions of photos that others see. */
export const captionsOf = (photos: GalleryPhoto[]): ShownText[] =>
  photos.filter(({ state, caption }) => state === "approved" && caption !== "")
    .map(({ id, caption }) => ({ kind: "caption", number: id, words: caption, translations: {} }));

/** All texts that others see of a person. */
export async function shownTextsOf(store: Store, user: User): Promise<ShownText[]> {
  const [texts, photos] = await Promise.all([profileTextsOf(store, user), photosOf(store, user)]);
  return [...texts, ...captionsOf(photos)];
}

async function profileTextsOf(store: Store, user: User): Promise<ShownText[]> {
  if (user.groupId === man) return textsOfProfile({ ...await manProfileOf(store, user.id), city: user.city });
  if (user.groupId === translator) return textsOfTranslator(await aboutTranslator(store, user.id));
  const record = user.groupId === lady ? await ladyById(store, user.id) : null;
  return record ? textsOfProfile(record, record.localized) : [];
}

/** The same words without one of their texts. */
export const withoutText = <Words extends ProfileTexts>(words: Words, { kind, number }: ShownText): Words =>
  kind === "interest" ? { ...words, interests: words.interests.toSpliced(number! - 1, 1) } : { ...words, [kind]: "" };
