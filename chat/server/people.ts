/**
 * People as others see them in chat: first name, age, picture, line, languages, which invitations they take; no more.
 */
import { type AccountLocale, accountLocales, readingOf } from "../../kv/accounts/languages.ts";
import { lady, man, type User, userById } from "../../kv/accounts/users.ts";
import { mayChat } from "../../kv/chats/pairs.ts";
import { chatSettingsOf } from "../../kv/chats/settings.ts";
import { ageYears, nextAgeAt } from "../../kv/ladies/age.ts";
import { ladyById } from "../../kv/ladies/ladies.ts";
import { type LadyRecord, wordsOf } from "../../kv/ladies/record.ts";
import { languageOf } from "../../kv/letters/language.ts";
import type { Store } from "../../kv/open.ts";
import type { ChatUser } from "../shared/server_events.ts";

/** What a message tells of its author. */
export type Author = Pick<ChatUser, "userName" | "languages">;

export interface PeopleOptions {
  store: Store;
  /** The picture of people who have none. */
  noPhoto: string;
  /** What somebody is called whose account was deleted. */
  formerName: (locale: AccountLocale) => string;
}

type Named = Pick<ChatUser, "userId" | "profileId" | "userName" | "names" | "userGender" | "companion">;

export class People {
  #store: Store;
  #options: Omit<PeopleOptions, "store">;

  constructor({ store, ...options }: PeopleOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Somebody who may chat, without unread messages; null for everybody else. */
  async find(userId: number): Promise<ChatUser | null> {
    return (await this.findAged(userId))?.told ?? null;
  }

  /** As `find`, with the moment at which she or he is a year older (ms since the epoch). */
  async findAged(userId: number): Promise<{ told: ChatUser; olderAt: number } | null> {
    const user = await userById(this.#store, userId);
    if (!user || !await mayChat(this.#store, user)) return null;
    return { told: await this.#told(user), olderAt: nextAgeAt(user.birthdate, this.#store.now()) };
  }

  /** Somebody with whom a person has talked: where she or he may not chat any more, by name alone. */
  async partner(userId: number, userGender: ChatUser["userGender"]): Promise<ChatUser> {
    const user = await userById(this.#store, userId);
    if (!user) return this.#deleted(userId, userGender);
    const told = await this.#told(user);
    return await mayChat(this.#store, user) ? told : this.nameAlone(told);
  }

  /** What is told of somebody who is out of sight of the reader. */
  nameAlone({ userId, profileId, userName, names, userGender, companion }: Named): ChatUser {
    return {
      userId,
      profileId,
      userName,
      ...(names && { names }),
      userPhoto: this.#options.noPhoto,
      userGender,
      birth: 0,
      allowChat: false,
      allowVideoChat: false,
      languages: [],
      companion,
      unread: [],
    };
  }

  #deleted(userId: number, userGender: ChatUser["userGender"]): ChatUser {
    const names = Object.fromEntries(accountLocales.map((locale) => [locale, this.#options.formerName(locale)]));
    return this.nameAlone({ userId, profileId: userId, userName: names.en!, names, userGender, companion: false });
  }

  async #told(user: User): Promise<ChatUser> {
    const userId = user.id;
    const [settings, profile] = await Promise.all([
      chatSettingsOf(this.#store, userId),
      user.groupId === lady ? ladyById(this.#store, userId) : null,
    ]);
    return {
      userId,
      profileId: userId,
      userName: user.firstname,
      ...(profile && wordsIn(profile, readingOf(user).reads)),
      userPhoto: user.photo?.sizes.avatar ?? profile?.photos[0]?.sizes.avatar ?? this.#options.noPhoto,
      userGender: user.groupId === man ? "man" : "girl",
      birth: ageYears(user.birthdate, this.#store.now()),
      allowChat: settings.allowChat,
      allowVideoChat: settings.allowVideoChat,
      languages: readingOf(user).reads,
      companion: user.isCompanion === true,
      unread: [],
    };
  }

  /** The author of a message, even one who may not chat any more. */
  async author(userId: number): Promise<Author> {
    const user = await userById(this.#store, userId);
    return { userName: user?.firstname ?? "", languages: user ? readingOf(user).reads : [] };
  }

  /** A person's name as a reader of `locale` writes it, even of one who may not chat any more. */
  async nameOf(userId: number, locale?: string): Promise<string> {
    const user = await userById(this.#store, userId);
    const known = accountLocales.find((each) => each === locale);
    const profile = known && user?.groupId === lady ? await ladyById(this.#store, userId) : null;
    return profile ? wordsOf(profile, known!).firstname : user?.firstname ?? "";
  }
}

/** What somebody is called for a reader of `locale`. */
export const nameIn = ({ userName, names }: Pick<ChatUser, "userName" | "names">, locale: string): string =>
  names?.[locale] ?? userName;

type Words = Pick<ChatUser, "names" | "quote" | "quotes" | "quoteLanguage">;

/**
 * Kept because a lady's words are needed whenever she is shown; a profile that changes is another record. What she reads
 * stands in her account, and decides which language her line is taken for.
 */
const wordsOfRecords = new WeakMap<LadyRecord, { reads: string; words: Words }>();

function wordsIn(profile: LadyRecord, languages: readonly string[]): Words {
  const reads = languages.join();
  const kept = wordsOfRecords.get(profile);
  if (kept?.reads === reads) return kept.words;
  const words = readWords(profile, languages);
  wordsOfRecords.set(profile, { reads, words });
  return words;
}

/** Her name and her line, and both for each locale in which they differ from what she wrote. */
function readWords(profile: LadyRecord, reads: readonly string[]): Words {
  const told = accountLocales.map((locale) => ({ locale, ...wordsOf(profile, locale) }));
  const others = (of: "firstname" | "quote") => {
    const differing = told.filter((each) => each[of] !== profile[of]).map((each) => [each.locale, each[of]]);
    return differing.length === 0 ? undefined : Object.fromEntries(differing);
  };
  const { quote } = profile;
  const language = languageOf(quote, reads);
  const quoteLanguage = language === "und" ? undefined : language;
  return { names: others("firstname"), ...(quote && { quote, quotes: others("quote"), quoteLanguage }) };
}

/** A person with the number of her or his messages that a reader has not seen, as on the wire. */
export const withUnread = (user: ChatUser, readerId: number, count: number): ChatUser =>
  count === 0 ? user : { ...user, unread: [{ _id: readerId, count }] };
