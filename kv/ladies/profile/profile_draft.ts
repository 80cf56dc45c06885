/**
 * The draft of a profile's translation. Each text is kept with a mark of the words that it translates, so that it finds
 * its place beside them again when she has removed or added others. Pure.
 */
import { createHash } from "node:crypto";
import { canBeSeen } from "../../../chat/shared/text.ts";
import { type MadeOf, mergeParts, tidy } from "../../letters/translating/merged_parts.ts";
import type { LadyRecord } from "../record.ts";
import { partsOf, type WordPart } from "./words.ts";

/** An unfinished translation, and the version of her words that it is of. */
export interface ProfileDraft {
  texts: string[];
  /** One for each text, from `markOf`; "" if it gave way to another window's. Absent in drafts of earlier builds. */
  marks?: string[];
  /** The page that changed each text last (kv/letters/translating/merged_parts.ts). */
  pages?: string[];
  version: number;
  savedAt: number;
}

/** Texts as a draft keeps them, with the words that they translate. */
export type WrittenTexts = Pick<ProfileDraft, "texts" | "marks" | "version">;

/** The same as a form sends them, with what it had shown. */
export type SentTexts = WrittenTexts & MadeOf;

/** UTF-16 units: of all texts in a form's places together, and again of the earlier texts that have no place in it. */
export const profileDraftLengthMax = 10_000;

/** Tells a part of her words from what stood there before: its field and a hash, which is no copy that must be erased. */
export const markOf = ({ field, text }: Pick<WordPart, "field" | "text">): string =>
  `${field}.${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;

/** Whether a text can be a mark; forms send marks back. */
export const isMark = (text: string): boolean => /^[a-z]+\.[\da-f]{12}$/i.test(text);

/** The field of a mark if she has one such part at most, else null: interests are told apart by their words alone. */
const soleFieldOf = (mark: string): string | null => {
  const field = mark.split(".")[0]!;
  return field === "" || field === "interest" ? null : field;
};

interface Marked {
  mark: string;
  text: string;
  page: string;
}

/** Pairs texts with their marks. Without marks they go by place, if they are of this version or as many as the parts. */
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
 * Finds the text for each mark, null if there is none; `left` is what no mark has taken. If `isOfNow`, the marks are those
 * of her words as they are: a changed quote, or another field of which there is one, then takes the text of the earlier
 * one; a changed interest does not.
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
 * Puts texts into the places of her words as they are now, null where nothing was written. The text of a quote stays in
 * its place when she changes the quote, that of an interest does not. `rest` holds the texts that have no place any more.
 */
export function fittedTo(
  parts: WordPart[],
  versionNow: number,
  written: WrittenTexts,
): { texts: (string | null)[]; rest: string[] } {
  const { found, left } = matched(parts.map(markOf), marked(written, parts, versionNow), true);
  return {
    texts: found.map((each) => each?.text ?? null),
    rest: left.map(({ text }) => text).filter(canBeSeen),
  };
}

/** Tells of a mark whether it is of words that go, or of an earlier quote or another field of which there is one. */
function goesWith(gone: string): (mark: string) => boolean {
  const field = soleFieldOf(gone);
  return (mark) => mark === gone || (field !== null && soleFieldOf(mark) === field);
}

/**
 * The draft without what was written of one part of her words (`goesWith`). A text that gave way to another window's goes as
 * well: nothing says any more what it is of. A draft of her words as they are is one of what is left of them, which the next
 * version names.
 */
export function draftWithout(draft: ProfileDraft, gone: WordPart, parts: WordPart[], versionNow: number): ProfileDraft {
  const goes = goesWith(markOf(gone));
  const left = marked(draft, parts, versionNow).filter(({ mark }) => mark !== "" && !goes(mark));
  return {
    ...draft,
    texts: left.map(({ text }) => text),
    marks: left.map((each) => each.mark),
    pages: left.map(({ page }) => page),
    version: draft.version === versionNow ? versionNow + 1 : draft.version,
  };
}

/** No page is open for so many takings down of one lady's words. */
const marksKept = 50;

/** The record with the mark of words that are taken down, so that no open page of a translator brings them back. */
export const notedTakenDown = (record: LadyRecord, gone: WordPart): LadyRecord => (
  { ...record, takenDown: [...record.takenDown ?? [], markOf(gone)].slice(-marksKept) }
);

/** What a form sends without what it holds of words that were taken down, unless she has written the same again. */
export function withoutTakenDown(sent: SentTexts, record: LadyRecord): { left: SentTexts; isLess: boolean } {
  const { texts, marks = [], base } = sent;
  const standing = partsOf(record).map(markOf);
  const fields = new Set(standing.map(soleFieldOf));
  const goes = (mark: string) =>
    !standing.includes(mark) &&
    (record.takenDown ?? []).some((gone) => mark === gone || (!fields.has(soleFieldOf(gone)) && goesWith(gone)(mark)));
  // A form may say more than it has marks for.
  const stays = (_: string, at: number) => !goes(marks[at] ?? "");
  if (marks.every(stays)) return { left: sent, isLess: false };
  const left = {
    ...sent,
    texts: texts.filter(stays),
    marks: marks.filter(stays),
    ...(base && { base: base.filter(stays) }),
  };
  return { left, isLess: texts.some((text, at) => canBeSeen(text) && !stays(text, at)) };
}

/** What is kept when a form sends texts. */
export interface KeptTexts {
  draft: Required<Omit<ProfileDraft, "savedAt">>;
  /** The kept texts in the places of the form. */
  segments: string[];
  /** Whether the kept texts differ from the sent ones, because another page changed one since the form was shown. */
  isMixed: boolean;
  /** Whether texts of another page gave way to the sent ones. */
  hasSetAside: boolean;
}

/**
 * Merges the texts of a form with what another page has kept for the same words, as with letters
 * (kv/letters/translating/merged_parts.ts). Behind them stay earlier texts that have no place in the form, as far as there
 * is room. A form of her words as they are now shows what was written of earlier ones, and continues from it. Returns null
 * if the texts are too long together.
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
    if (each.mark === "" || !canBeSeen(each.text) || each.text.length > room) continue;
    room -= each.text.length;
    behind.push(each);
  }
  // If nothing was kept for a part, the form did not show a draft of it: there is nothing to merge.
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
