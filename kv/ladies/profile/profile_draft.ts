/**
 * What is kept of a profile's translation while it is written: each text with the mark of the words that it was written
 * of, so that it stands beside these again when she has taken others out or added some. Pure.
 */
import { createHash } from "node:crypto";
import { type MadeOf, mergeParts, tidy } from "../../letters/translating/merged_parts.ts";
import type { WordPart } from "./words.ts";

/** What is saved of a translation, and of which of her words. */
export interface ProfileDraft {
  texts: string[];
  /** Of each, as `markOf` makes them; "" of what gave way in another window. Earlier builds kept none: by place. */
  marks?: string[];
  /** The page that changed each text last (kv/letters/translating/merged_parts.ts). */
  pages?: string[];
  version: number;
  savedAt: number;
}

/** Texts and of which of her words they are, as a draft has kept them. */
export type WrittenTexts = Pick<ProfileDraft, "texts" | "marks" | "version">;

/** The same as a form brings them, with what it had shown. */
export type SentTexts = WrittenTexts & MadeOf;

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

interface Marked {
  mark: string;
  text: string;
  page: string;
}

/** The same with a mark for each text. A draft without marks is read by place where its version or its count allows that. */
function marked(
  { texts, marks, pages, version }: WrittenTexts & Pick<ProfileDraft, "pages">,
  parts: WordPart[],
  versionNow: number,
): Marked[] {
  const isByPlace = version === versionNow || texts.length === parts.length;
  const known = marks ?? (isByPlace ? parts.map(markOf) : []);
  const count = Math.max(known.length, texts.length);
  return Array.from({ length: count }, (_, at) => ({
    mark: known[at] ?? "",
    text: texts[at] ?? "",
    page: pages?.[at] ?? "",
  }));
}

/**
 * What belongs to each of these marks, null for nothing, and what is left. A motto that she has changed passes its text
 * on, an interest does not; `isOfNow` says whether the marks are those of her words as they are.
 */
function matched(marks: string[], written: Marked[], isOfNow: boolean): { found: (Marked | null)[]; left: Marked[] } {
  const left = [...written];
  const take = (isIt: (mark: string) => boolean): Marked | null => {
    const at = left.findIndex(({ mark }) => mark !== "" && isIt(mark));
    return at < 0 ? null : left.splice(at, 1)[0]!;
  };
  const exact = marks.map((each) => take((mark) => mark === each));
  const found = exact.map((each, at) => {
    const field = isOfNow ? soleFieldOf(marks[at]!) : null;
    return each?.text || field === null ? each : take((mark) => soleFieldOf(mark) === field) ?? each;
  });
  return { found, left };
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
  const { found, left } = matched(parts.map(markOf), marked(written, parts, versionNow), true);
  return {
    texts: found.map((each) => each?.text ?? null),
    rest: left.map(({ text }) => text).filter((text) => text.trim()),
  };
}

/** What is kept when a form brings words. */
export interface KeptTexts {
  draft: Required<Omit<ProfileDraft, "savedAt">>;
  /** In the places of the form. */
  segments: string[];
  /** That another page has changed a text since the form was shown: what is kept is not what was sent. */
  isMixed: boolean;
  /** That words of another page gave way to these. */
  hasSetAside: boolean;
}

/**
 * Keeps the words of a form beside what another page has kept of the same ones, as with letters
 * (kv/letters/translating/merged_parts.ts), and behind them what was kept before and stands nowhere in that form, as far
 * as there is room. A form of her words as they are now shows what was written of the earlier ones, and goes on from it.
 * Null where the texts are too long together.
 */
export function keptTexts(
  sent: SentTexts,
  before: Omit<ProfileDraft, "savedAt"> | null,
  parts: WordPart[],
  versionNow: number,
): KeptTexts | null {
  const { base, page = "" } = sent;
  const mine = marked(sent, parts, versionNow);
  const marks = mine.map(({ mark }) => mark);
  const kept = before ? marked(before, parts, versionNow) : [];
  const { found, left } = matched(marks, kept, sent.version === versionNow);
  const behind: Marked[] = [];
  let room = profileDraftLengthMax;
  for (const each of left) {
    if (each.mark === "" || !each.text.trim() || each.text.length > room) continue;
    room -= each.text.length;
    behind.push(each);
  }
  // Where nothing was kept, what the form showed was no draft: there is nothing to bring together.
  const theirs = found.map((each, at) => each ?? { text: tidy(mine[at]!.text), page });
  const setAside = left.filter(({ mark }) => mark === "").map(({ text }) => text);
  const merged = mergeParts(
    mine.map(({ text }) => text),
    { base, page },
    { segments: theirs.map(({ text }) => text), pages: theirs.map((each) => each.page), rest: setAside },
    profileDraftLengthMax - room,
  );
  if (!merged || merged.segments.join("").length > profileDraftLengthMax) return null;
  const { segments, pages, rest } = merged;
  const hasSetAside = rest.some((each) => !setAside.includes(each));
  return {
    draft: {
      texts: [...segments, ...behind.map(({ text }) => text), ...rest],
      marks: [...marks, ...behind.map(({ mark }) => mark), ...rest.map(() => "")],
      pages: [...pages, ...behind.map((each) => each.page)],
      version: sent.version,
    },
    segments,
    isMixed: hasSetAside || segments.some((each, at) => each !== tidy(mine[at]!.text)),
    hasSetAside,
  };
}
