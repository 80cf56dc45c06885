/** A page of the letters between two people, oldest first, as one of them may read them; reading marks what is free. */
import type { Locale } from "../../../i18n/locales.ts";
import { lettersOfThread, pageOfLetter, type Thread as ThreadRecord, threadBetween } from "../../../kv/threads.ts";
import { openLetter } from "../../../kv/letter_opening.ts";
import { type Attachment, attachmentsOf } from "../../../kv/attachments.ts";
import { authorIdOf, isLocked, type Letter, type LetterText, placeFor, textsFor } from "../../../kv/letters.ts";
import { userById } from "../../../kv/users.ts";
import type { AppContext } from "../../env.ts";
import { languageOf } from "./letter_words.ts";

export interface ThreadLetter {
  letter: Letter;
  isMine: boolean;
  /** The one that the address names. */
  isSelected: boolean;
  /** Nobody had read it before this page was made. */
  isNew: boolean;
  /** Null for a sealed letter, of which nothing else is known here. */
  text: LetterText | null;
  enclosures: Attachment[];
  /** BCP 47, of the original. */
  language: string;
}

export interface Thread {
  letters: ThreadLetter[];
  /** From 1, which holds the newest. */
  page: number;
  lastPage: number;
  /** What the reader has of the dialogue; null when every letter of it was deleted. */
  record: ThreadRecord | null;
}

const lettersPerPage = 20;

/** The page of the thread that the address asks for, else the one that holds the selected letter. */
export async function threadAround(c: AppContext, selected: Letter, askedPage: number | null): Promise<Thread> {
  const { store } = c.var.house;
  const me = c.var.signedIn!.user;
  const place = placeFor(selected, me.id);
  let page = askedPage ?? await pageOfLetter(store, place, lettersPerPage);
  let found = await lettersOfThread(store, me.id, place.partnerId, { page, limit: lettersPerPage });
  const lastPage = Math.max(1, Math.ceil(found.totalCount / lettersPerPage));
  if (page > lastPage) {
    page = lastPage;
    found = await lettersOfThread(store, me.id, place.partnerId, { page, limit: lettersPerPage });
  }
  const letters = isRealReading(c) ? await markRead(c, found.letters) : found.letters;
  const texts = await textsFor(store, me.id, letters);
  const enclosed = await attachmentsOf(store, texts);
  const manLocale = (await userById(store, selected.manId))?.locale ?? "en";
  return {
    letters: letters.map((letter, position) => {
      const text = texts.get(letter.id) ?? null;
      const isMine = authorIdOf(letter) === me.id;
      return {
        letter,
        isMine,
        isSelected: letter.id === selected.id,
        isNew: !isMine && found.letters[position]!.readAt === null,
        text,
        enclosures: enclosed.get(letter.id) ?? [],
        language: text ? languageOf(text.body, authorLocale(letter, manLocale)) : "und",
      };
    }),
    page,
    lastPage,
    record: (await threadBetween(store, me.id, place.partnerId)).value,
  };
}

const authorLocale = (letter: Letter, manLocale: Locale): Locale => letter.author === "man" ? manLocale : "en";

/** A browser that fetches ahead has shown nothing to anybody yet. */
const isRealReading = (c: AppContext): boolean =>
  c.req.method !== "HEAD" && !/prefetch|prerender/.test(c.req.header("sec-purpose") ?? "");

/** Received letters that cost nothing (any more) are read by being shown; a sealed one never is. */
async function markRead(c: AppContext, letters: Letter[]): Promise<Letter[]> {
  const { store } = c.var.house;
  const me = c.var.signedIn!.user;
  return await Promise.all(letters.map(async (letter) => {
    if (authorIdOf(letter) === me.id || letter.readAt !== null || isLocked(letter)) return letter;
    const read = await openLetter(store, me.id, letter.id, false);
    return read.ok ? read.letter : letter;
  }));
}
