/** Finds searched words in a text, and cuts it, or a line around the first of them, into marked and plain parts. */
import { foldName } from "../../../../kv/ladies/index/names.ts";
import { foldedWords } from "../../../../kv/store/folded.ts";

export interface Part {
  text: string;
  isFound: boolean;
}

/** How much of a text stands before the first word that was found, in UTF-16 units. */
const lead = 14;

/** A name cut into parts, with the words marked; null if none of them is in it. */
export function markedName(name: string, words: readonly string[]): Part[] | null {
  const found = spansOf(name, words.map(foldName), foldName);
  return found.length > 0 ? partsOf(name, found, 0, name.length) : null;
}

/** About `lengthMax` UTF-16 units in one line around the first of the words; null if none of them is in the text. */
export function foundIn(body: string, words: readonly string[], lengthMax = 110): Part[] | null {
  if (words.length === 0) return null;
  const text = body.replace(/\s+/g, " ").trim();
  const found = spansOf(text, words, foldedWords);
  if (found.length === 0) return null;
  const [from, to] = windowAround(text, found[0]!, lengthMax);
  const parts = partsOf(text, found, from, to);
  return [
    ...(from > 0 ? [{ text: "…", isFound: false }] : []),
    ...parts,
    ...(to < text.length ? [{ text: "…", isFound: false }] : []),
  ];
}

type Span = [from: number, to: number];

/** Where the words stand in the text itself, in order and without overlap; compared as the search compares. */
function spansOf(text: string, words: readonly string[], fold: (sign: string) => string): Span[] {
  if (words.length === 0) return [];
  // A sign with its accents folds as one; each unit of the compared text remembers the sign it came from.
  let compared = "";
  const origin: Span[] = [];
  for (const { 0: sign, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    // A blank stays one, though a name that is compared has none at its ends.
    const unit = sign.trim() === "" ? " " : fold(sign);
    compared += unit;
    for (let n = 0; n < unit.length; n++) origin.push([index, index + sign.length]);
  }
  const found: Span[] = [];
  for (const word of words) {
    for (let at = compared.indexOf(word); at >= 0; at = compared.indexOf(word, at + word.length)) {
      found.push([origin[at]![0], origin[at + word.length - 1]![1]]);
    }
  }
  found.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  const merged: Span[] = [];
  for (const [from, to] of found) {
    const last = merged.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Begins and ends between words if there is a space near, and never within a sign. */
function windowAround(text: string, [hitFrom, hitTo]: Span, lengthMax: number): Span {
  let from = Math.max(0, hitFrom - lead);
  if (from > 0) {
    const space = text.indexOf(" ", from);
    from = space >= 0 && space < hitFrom ? space + 1 : wholeSign(text, from);
  }
  let to = Math.min(text.length, Math.max(hitTo, from + lengthMax));
  if (to < text.length) {
    const space = text.lastIndexOf(" ", to);
    to = space >= hitTo && to - space < 15 ? space : wholeSign(text, to);
  }
  return [from, to];
}

const wholeSign = (text: string, at: number): number => /[\udc00-\udfff]/.test(text[at] ?? "") ? at + 1 : at;

function partsOf(text: string, found: readonly Span[], from: number, to: number): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const [begin, end] of found) {
    if (begin < at || end > to) continue;
    if (begin > at) parts.push({ text: text.slice(at, begin), isFound: false });
    parts.push({ text: text.slice(begin, end), isFound: true });
    at = end;
  }
  if (at < to) parts.push({ text: text.slice(at, to), isFound: false });
  return parts;
}
