/** A page of the letters between two people, oldest first, as one of them may read them; marks the free ones as read. */
import { readingOf } from "../../../kv/accounts/languages.ts";
import { type Attachment, attachmentsOf } from "../../../kv/letters/attachments.ts";
import {
  authorIdOf,
  isLocked,
  isReadAndTold,
  type Letter,
  type LetterText,
  placeFor,
} from "../../../kv/letters/letter.ts";
import { textsFor } from "../../../kv/letters/letters.ts";
import { openLetter } from "../../../kv/letters/opening.ts";
import {
  lettersOfThreadAround,
  lettersOfThreadBefore,
  type Thread as ThreadRecord,
  threadsWith,
} from "../../../kv/letters/boxes/threads.ts";
import type { Store } from "../../../kv/open.ts";
import { unlessAway } from "../../../kv/store/health/health.ts";
import { type Place, placeText } from "../../../kv/store/listing/cursors.ts";
import type { MemberContext } from "../../http/env.ts";
import { isRealReading } from "../../http/real_reading.ts";
import { isReadBy, languageOf } from "../../../kv/letters/language.ts";
import { introducedIds } from "../../letters/translators_path.ts";

export interface ThreadLetter {
  letter: Letter;
  isMine: boolean;
  /** Whether it is the letter that the address names. */
  isSelected: boolean;
  /** Whether this reader received it and had not read it before this page was made. */
  isNew: boolean;
  /** Null for a sealed letter, of which nothing else is known here. */
  text: LetterText | null;
  enclosures: Attachment[];
  /** The language of the original, BCP 47. */
  language: string;
  /** Whether the reader of this page reads it as it was written. */
  isReadable: boolean;
  /** The translator, if she or he is introduced to readers; otherwise null. */
  translatorId: number | null;
}

export interface Thread {
  letters: ThreadLetter[];
  /** Whether the newest letter is among them. */
  isNewest: boolean;
  /** The value of `letters` in the address of the letters before these; null if there are none. */
  older: string | null;
  /** The reader's record of the dialogue; null if every letter of it was deleted. */
  record: ThreadRecord | null;
}

const lettersPerPage = 20;

/** The letters before a place of the thread if one is given, otherwise those around the selected letter. */
export async function threadAround(c: MemberContext, selected: Letter, before: Place | null): Promise<Thread> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const { partnerId } = placeFor(selected, me.id);
  const [found, [record = null]] = await Promise.all([
    before ? lettersBefore(store, me.id, partnerId, before) : lettersAround(store, me.id, selected),
    threadsWith(store, me.id, [partnerId]),
  ]);
  const first = found.letters[0];
  return {
    letters: await shown(c, selected, found.letters),
    isNewest: found.letters.at(-1)?.id === record?.lastLetterId,
    older: found.hasOlder && first ? placeText({ at: placeFor(first, me.id).at, id: first.id }) : null,
    record,
  };
}

/** A letter alone, as it lies among the deleted ones. */
export async function letterAlone(c: MemberContext, letter: Letter): Promise<Thread> {
  const letters = await shown(c, letter, [letter]);
  return { letters, isNewest: false, older: null, record: null };
}

interface Found {
  letters: Letter[];
  hasOlder: boolean;
}

const lettersBefore = (store: Store, readerId: number, partnerId: number, before: Place): Promise<Found> =>
  lettersOfThreadBefore(store, readerId, partnerId, before, lettersPerPage);

async function lettersAround(store: Store, readerId: number, selected: Letter): Promise<Found> {
  const place = placeFor(selected, readerId);
  return await lettersOfThreadAround(store, place, lettersPerPage);
}

/** Letters as their reader may see them; marks those that are free as read, if somebody really reads them. */
async function shown(c: MemberContext, selected: Letter, found: Letter[]): Promise<ThreadLetter[]> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const letters = isRealReading(c) ? await markRead(c, found) : found;
  const [texts, introduced] = await Promise.all([textsFor(store, me.id, letters), introducedIds(c)]);
  const enclosed = await attachmentsOf(store, texts);
  const reading = readingOf(me);
  return letters.map((letter, position) => {
    const text = texts.get(letter.id) ?? null;
    const language = letter.language ?? (text ? languageOf(text.body, []) : "und");
    const isMine = authorIdOf(letter) === me.id;
    const translatorId = text?.translation?.authorId;
    return {
      letter,
      isMine,
      isSelected: letter.id === selected.id,
      isNew: !isMine && found[position]!.readAt === null,
      text,
      enclosures: enclosed.get(letter.id) ?? [],
      language,
      translatorId: translatorId !== undefined && introduced.has(translatorId) ? translatorId : null,
      isReadable: isReadBy(reading, language),
    };
  });
}

/** Marks received letters that cost nothing (any more) as read, because they are shown; never a sealed one. */
async function markRead(c: MemberContext, letters: Letter[]): Promise<Letter[]> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  return await Promise.all(letters.map(async (letter) => {
    if (authorIdOf(letter) === me.id || isReadAndTold(letter) || isLocked(letter)) return letter;
    const read = await unlessAway(openLetter(store, me.id, letter.id, false), null);
    return read?.ok ? read.letter : letter;
  }));
}
