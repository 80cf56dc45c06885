/** What changed in a text, word by word; where too much did, the whole of both. */
import { diffWordsWithSpace } from "diff";

export interface DifferencePart {
  text: string;
  change: "gone" | "new" | null;
}

/** Words that went or came, at most. Looking for more takes their square: texts so unlike are told as two. */
export const changesMax = 600;
const hasNoSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function wordDifference(from: string, to: string): DifferencePart[] {
  const intlSegmenter = hasNoSpaces.test(from + to) ? new Intl.Segmenter("zh", { granularity: "word" }) : undefined;
  const changes = diffWordsWithSpace(from, to, { maxEditLength: changesMax, ...(intlSegmenter && { intlSegmenter }) });
  if (!changes) return wholeDifference(from, to);
  const parts = changes.map(({ value, added, removed }): DifferencePart => ({
    text: value,
    change: added ? "new" : removed ? "gone" : null,
  }));
  return gathered(parts.filter(({ text }) => text !== ""));
}

/** The one in the place of the other. */
export function wholeDifference(from: string, to: string): DifferencePart[] {
  const parts: DifferencePart[] = from === to
    ? [{ text: to, change: null }]
    : [{ text: from, change: "gone" }, { text: to, change: "new" }];
  return parts.filter(({ text }) => text !== "");
}

/**
 * Changes with nothing but spaces and points between them are one change: what went, then what came, each in one piece.
 */
function gathered(parts: DifferencePart[]): DifferencePart[] {
  const out: DifferencePart[] = [];
  let [gone, came] = ["", ""];
  const end = () => {
    if (gone !== "") out.push({ text: gone, change: "gone" });
    if (came !== "") out.push({ text: came, change: "new" });
    [gone, came] = ["", ""];
  };
  for (const [at, part] of parts.entries()) {
    const isBetween = gone !== "" && came !== "" && at + 1 < parts.length && !/[\p{L}\p{N}\n]/u.test(part.text);
    if (part.change === null && !isBetween) {
      end();
      out.push(part);
    } else {
      if (part.change !== "new") gone += part.text;
      if (part.change !== "gone") came += part.text;
    }
  }
  end();
  return out;
}
