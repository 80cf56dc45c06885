/**
 * What is kept of a profile's translation while it is written: each text with the mark of the words that it was written
 * of, so that it stands beside these again when she has taken others out or added some. Pure.
 */
import { createHash } from "node:crypto";
import type { WordPart } from "./words.ts";

/** What is saved of a translation, and of which of her words. */
export interface ProfileDraft {
  texts: string[];
  /** Of each text, as `markOf` makes them; drafts of earlier builds have none and stand by place. */
  marks?: string[];
  version: number;
  savedAt: number;
}

/** What a form brings, or a draft has kept. */
export type WrittenTexts = Pick<ProfileDraft, "texts" | "marks" | "version">;

/** Together, of what is saved; and of what has no place any more. */
export const profileDraftLengthMax = 10_000;

/** Tells one of her words from what stood there before: its field and a hash, which is no copy of them to be erased. */
export const markOf = ({ field, text }: Pick<WordPart, "field" | "text">): string =>
  `${field}.${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;

/** Whether it can be one: they come back by a form. */
export const isMark = (text: string): boolean => /^[a-z]+\.[\da-f]{12}$/i.test(text);

/** Of which there is one at most; interests are told apart by their words alone. */
const soleFieldOf = (mark: string): string | null => {
  const field = mark.split(".")[0]!;
  return field === "" || field === "interest" ? null : field;
};

/** The same with a mark for each text. Without marks it is read by place, where the number tells that it may be. */
function marked({ texts, marks, version }: WrittenTexts, parts: WordPart[], versionNow: number) {
  const isByPlace = version === versionNow || texts.length === parts.length;
  const known = marks ?? (isByPlace ? parts.map(markOf) : []);
  const count = Math.max(known.length, texts.length);
  return Array.from({ length: count }, (_, at) => ({ mark: known[at] ?? "", text: texts[at] ?? "" }));
}

/**
 * Texts in the places of her words as they are now, null where nothing was written of them; a motto stays in its place
 * when she changes it, an interest does not. `rest` is what has no place any more.
 */
export function fittedTo(
  parts: WordPart[],
  versionNow: number,
  written: WrittenTexts,
): { texts: (string | null)[]; rest: string[] } {
  const left = marked(written, parts, versionNow);
  const take = (isIt: (mark: string) => boolean): string | null => {
    const at = left.findIndex(({ mark }) => isIt(mark));
    return at < 0 ? null : left.splice(at, 1)[0]!.text;
  };
  const exact = parts.map((part) => take((mark) => mark === markOf(part)));
  const texts = exact.map((text, at) => text || (take((mark) => soleFieldOf(mark) === parts[at]!.field) ?? text));
  return { texts, rest: left.map(({ text }) => text).filter((text) => text.trim()) };
}

/**
 * What is kept when a form brings words: these, and behind them what was kept before and stands nowhere in that form,
 * the newest first. A form of her words as they are now shows what was written of the earlier ones, and replaces it.
 */
export function keptTexts(
  sent: WrittenTexts,
  before: WrittenTexts | null,
  parts: WordPart[],
  versionNow: number,
): Required<WrittenTexts> {
  const kept = marked(sent, parts, versionNow);
  const marks = new Set(kept.map(({ mark }) => mark));
  const fields = new Set(sent.version === versionNow ? kept.map(({ mark }) => soleFieldOf(mark)) : []);
  let room = profileDraftLengthMax;
  for (const each of before ? marked(before, parts, versionNow) : []) {
    const field = soleFieldOf(each.mark);
    const isReplaced = marks.has(each.mark) || (field !== null && fields.has(field));
    if (isReplaced || !each.text.trim() || each.text.length > room) continue;
    room -= each.text.length;
    kept.push(each);
  }
  return { texts: kept.map(({ text }) => text), marks: kept.map(({ mark }) => mark), version: sent.version };
}
