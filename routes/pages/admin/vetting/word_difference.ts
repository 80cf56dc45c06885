/** What changed in a text, word by word; if too much did, the old text and the new one as wholes. */
import { diffWordsWithSpace } from "diff";

export interface DifferencePart {
  text: string;
  change: "gone" | "new" | null;
}

/** The most changed words that are looked for, because the work grows with their square. Beyond, texts are shown whole. */
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

/** The old text as a whole, then the new one. */
export function wholeDifference(from: string, to: string): DifferencePart[] {
  const parts: DifferencePart[] = from === to
    ? [{ text: to, change: null }]
    : [{ text: from, change: "gone" }, { text: to, change: "new" }];
  return parts.filter(({ text }) => text !== "");
}

/**
 * Joins changes that have only spaces and punctuation between them: first all that went, then all that came, as one piece
 * each.
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
