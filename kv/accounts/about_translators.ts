/**
 * What translators tell readers about themselves, and whether they want to be introduced. Nobody is introduced by
 * default. Refuses `wrong_role` for anybody but a translator.
 */
import { meantIn, type Seen, seenOf } from "../ladies/profile/seen_facts.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { inOneLine } from "../store/one_line.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type AccountLocale, accountLocales } from "./languages.ts";
import { isSuspended, translator, type User, usersByIds } from "./users.ts";

/** UTF-16 units of the words in one language. */
export const aboutLengthMax = 600;

export interface AboutTranslator {
  isShown: boolean;
  /** One paragraph per language; absent where there is none. */
  words: Partial<Record<AccountLocale, string>>;
  /** Ms since the epoch. */
  changedAt: number;
}

export interface IntroducedTranslator {
  user: User;
  about: AboutTranslator;
}

/** What a translator has saved; null until then. */
export const aboutTranslator = async (store: Store, translatorId: number): Promise<AboutTranslator | null> =>
  (await store.kv.get<AboutTranslator>(keys.translatorAbout(translatorId))).value;

/** Whether this translator wants to be introduced. True of a suspended one as well, who is not. */
export const wantsIntroduction = async (store: Store, translatorId: number): Promise<boolean> =>
  (await aboutTranslator(store, translatorId))?.isShown ?? false;

type WordsInAll = Record<AccountLocale, string>;

/** The words in every language, "" where there are none. */
const inAll = (words: AboutTranslator["words"] = {}): WordsInAll =>
  Object.fromEntries(accountLocales.map((locale) => [locale, inOneLine(words[locale] ?? "")])) as WordsInAll;

/** The marks of what a form shows of these words. */
export const seenAbout = (words: AboutTranslator["words"]): Seen => seenOf(inAll(words));

/**
 * Saves whether a translator wants to be introduced, and with which words; languages without words are left out. Words that
 * the form only showed, and that were taken down since, stay away. Refuses `not_found`, `wrong_role`, `invalid` with the
 * languages whose words are too long, and `conflict` as seen_facts.ts does.
 */
export async function setAboutTranslator(
  store: Store,
  translatorId: number,
  { isShown, words }: Pick<AboutTranslator, "isShown" | "words">,
  seen?: Seen,
): Promise<Result<object>> {
  const said = inAll(words);
  const tooLong = Object.entries(said).filter(([, text]) => text.length > aboutLengthMax);
  if (tooLong.length > 0) {
    return refuse("invalid", { fields: Object.fromEntries(tooLong.map(([locale]) => [locale, "too_long"])) });
  }
  const saved = await transact<Result<object>>(async () => {
    const [user, present] = await store.kv.getMany<[User, AboutTranslator]>([
      keys.user(translatorId),
      keys.translatorAbout(translatorId),
    ]);
    if (!user.value) return { done: refuse("not_found") };
    if (user.value.groupId !== translator) return { done: refuse("wrong_role") };
    const standing = inAll(present.value?.words);
    const read = meantIn<WordsInAll>(said, standing, seen);
    if (!read.ok) return { done: read };
    const told = Object.entries({ ...standing, ...read.meant }).filter(([, text]) => text !== "");
    const about: AboutTranslator = { isShown, words: Object.fromEntries(told), changedAt: store.now() };
    return { commit: store.kv.atomic().check(user, present).set(present.key, about), result: { ok: true } };
  });
  if (saved.ok) store.pageChanges.count++;
  return saved;
}

/** The ids of the translators who want to be introduced, suspended ones included. */
export const willingTranslatorIds = async (store: Store): Promise<Set<number>> =>
  new Set((await willing(store)).map(({ key }) => Number(key[1])));

/** The translators to introduce: those who want it and are not suspended, oldest account first. */
export async function introducedTranslators(store: Store): Promise<IntroducedTranslator[]> {
  const shown = await willing(store);
  const users = await usersByIds(store, shown.map(({ key }) => Number(key[1])));
  return users.flatMap((user, place) =>
    user?.groupId === translator && !isSuspended(user) ? [{ user, about: shown[place]!.value }] : []
  ).sort((one, other) => one.user.createdAt - other.user.createdAt || one.user.id - other.user.id);
}

async function willing(store: Store): Promise<Deno.KvEntry<AboutTranslator>[]> {
  const all = await Array.fromAsync(store.kv.list<AboutTranslator>({ prefix: prefixes.translatorAbouts() }));
  return all.filter(({ value }) => value.isShown);
}
