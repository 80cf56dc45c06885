/**
 * What translators tell readers about themselves, and whether they want to be introduced. Nobody is introduced by
 * default. Refuses `wrong_role` for anybody but a translator.
 */
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

/** Whether this translator wants to be introduced to readers; a suspended one is not shown all the same. */
export const isIntroduced = async (store: Store, translatorId: number): Promise<boolean> =>
  (await aboutTranslator(store, translatorId))?.isShown ?? false;

/**
 * Saves whether a translator wants to be introduced, and with which words; languages without words are left out. Refuses
 * `not_found`, `wrong_role`, and `invalid` with the languages whose words are too long.
 */
export async function setAboutTranslator(
  store: Store,
  translatorId: number,
  { isShown, words }: Pick<AboutTranslator, "isShown" | "words">,
): Promise<Result<object>> {
  const told = accountLocales.map((locale) => [locale, inOneLine(words[locale] ?? "")] as const)
    .filter(([, text]) => text !== "");
  const tooLong = told.filter(([, text]) => text.length > aboutLengthMax);
  if (tooLong.length > 0) {
    return refuse("invalid", { fields: Object.fromEntries(tooLong.map(([locale]) => [locale, "too_long"])) });
  }
  const saved = await transact<Result<object>>(async () => {
    const user = await store.kv.get<User>(keys.user(translatorId));
    if (!user.value) return { done: refuse("not_found") };
    if (user.value.groupId !== translator) return { done: refuse("wrong_role") };
    const about: AboutTranslator = { isShown, words: Object.fromEntries(told), changedAt: store.now() };
    const commit = store.kv.atomic().check(user).set(keys.translatorAbout(translatorId), about);
    return { commit, result: { ok: true } };
  });
  if (saved.ok) store.pageChanges.count++;
  return saved;
}

/** The ids of the translators who want to be introduced, including suspended ones, who are not introduced all the same. */
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
