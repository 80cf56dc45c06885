/** Where the texts of a begun translation stand once Oksana has changed her words. */
import { expect } from "expect";
import { marksOf as marksOfTexts } from "../../letters/translating/merged_parts.ts";
import type { LadyRecord } from "../record.ts";
import {
  draftWithout,
  fittedTo,
  isMark,
  keptTexts,
  markOf,
  notedTakenDown,
  profileDraftLengthMax,
  withoutTakenDown,
} from "./profile_draft.ts";
import { partsOf, type WordPart } from "./words.ts";

const hers = {
  firstname: "Оксана",
  city: "Полтава",
  quote: "Ранки",
  about: "Книги",
  idealPartner: "",
  interests: ["Шахи"],
};
const parts = partsOf(hers);
const texts = ["Oksana", "Poltava", "Mornings", "Books", "Chess"];
const marksOf = (of: WordPart[]) => of.map(markOf);
const draft = { texts, marks: marksOf(parts), version: 1 };

Deno.test("a text stands beside the words that it was written of, wherever these stand now", () => {
  const longer = partsOf({ ...hers, idealPartner: "Хтось", interests: ["Чай", "Шахи"] });
  expect(fittedTo(longer, 2, draft)).toEqual({ texts: [...texts.slice(0, 4), null, null, "Chess"], rest: [] });
  const shorter = partsOf({ ...hers, quote: "", interests: [] });
  expect(fittedTo(shorter, 2, draft)).toEqual({ texts: ["Oksana", "Poltava", "Books"], rest: ["Mornings", "Chess"] });
});

Deno.test("a motto that she changes keeps its text to be read again, another interest does not take one over", () => {
  const changed = partsOf({ ...hers, quote: "Вечори", interests: ["Чай"] });
  expect(fittedTo(changed, 2, draft)).toEqual({ texts: [...texts.slice(0, 4), null], rest: ["Chess"] });
});

Deno.test("a draft of an earlier build opens by place while the number fits, else its words stand below", () => {
  const former = { texts, version: 1 };
  expect(fittedTo(parts, 1, { ...former, texts: ["Oksana"] }).texts).toEqual(["Oksana", "", "", "", ""]);
  const changed = partsOf({ ...hers, quote: "Вечори" });
  expect(fittedTo(changed, 2, former)).toEqual({ texts, rest: [] });
  const shorter = partsOf({ ...hers, quote: "" });
  expect(fittedTo(shorter, 2, former)).toEqual({ texts: [null, null, null, null], rest: texts });
});

Deno.test("a draft without one of her words keeps nothing of it, nor what nobody can tell apart from it", () => {
  const quoteOf = (words: typeof hers) => partsOf(words).find(({ field }) => field === "quote")!;
  const saved = { ...draft, texts: [...texts, "Dawns"], marks: [...marksOf(parts), ""], savedAt: 7 };
  const left = draftWithout(saved, quoteOf(hers), parts, 1);
  expect(fittedTo(parts, 1, left)).toEqual({ texts: texts.with(2, null as never), rest: [] });
  expect(left).toMatchObject({ version: 2, savedAt: 7 });
  // The text of an earlier quote goes with the quote, that of another interest stays.
  const later = { ...hers, quote: "Вечори", interests: ["Чай"] };
  const now = partsOf(later);
  expect(draftWithout(saved, quoteOf(later), now, 2)).toMatchObject({ texts: texts.toSpliced(2, 1), version: 1 });
  expect(draftWithout(saved, now.at(-1)!, now, 2).texts).toEqual(texts);
});

Deno.test("an open page brings back no text of words that were taken down, nor of an earlier quote, until she writes another", () => {
  const quoteOf = (words: typeof hers) => partsOf(words).find(({ field }) => field === "quote")!;
  const later = { ...hers, quote: "Вечори" };
  const record = (quote: string) => notedTakenDown({ ...later, quote } as LadyRecord, quoteOf(later));
  const sent = { texts, marks: marksOf(parts), version: 1 };
  const left = texts.toSpliced(2, 1);
  expect(withoutTakenDown(sent, record(""))).toMatchObject({ left: { texts: left }, isLess: true });
  expect(withoutTakenDown({ ...sent, marks: marksOf(partsOf(later)) }, record("")).left.texts).toEqual(left);
  const longer = [...marksOf(parts), "a mark more"];
  expect(withoutTakenDown({ ...sent, base: longer }, record("")).left.base).toEqual(longer.toSpliced(2, 1));
  expect(withoutTakenDown(sent, record("Ніч"))).toEqual({ left: sent, isLess: false });
  expect(withoutTakenDown({ ...sent, marks: marksOf(partsOf(later)) }, record("Вечори")).left.texts).toEqual(texts);
});

Deno.test("a form of earlier words takes nothing from what was saved of the newer ones", () => {
  const now = partsOf({ ...hers, quote: "Вечори", interests: ["Чай"] });
  const newer = { texts: ["Oksana", "Poltava", "Evenings", "Books", "Tea"], marks: marksOf(now), version: 2 };
  const kept = keptTexts(draft, newer, now, 2)!.draft;
  expect(kept.version).toBe(1);
  expect(fittedTo(now, 2, kept)).toEqual({ texts: newer.texts, rest: ["Mornings", "Chess"] });
  expect(keptTexts(draft, kept, now, 2)!.draft).toEqual(kept);
  expect(fittedTo(now, 2, keptTexts(newer, kept, now, 2)!.draft).rest).toEqual(["Mornings", "Chess"]);
});

Deno.test("a form of her words as they are replaces what it shows, and keeps what has no place within bounds", () => {
  const now = partsOf({ ...hers, quote: "Вечори", interests: ["Чай"] });
  const newer = { texts: ["Oksana", "Poltava", "", "Books", "Tea"], marks: marksOf(now), version: 2 };
  const kept = keptTexts(newer, draft, now, 2)!.draft;
  expect(fittedTo(now, 2, kept)).toEqual({ texts: newer.texts, rest: ["Chess"] });
  const endless = { ...draft, texts: texts.with(4, "x".repeat(profileDraftLengthMax + 1)) };
  expect(fittedTo(now, 2, keptTexts(newer, endless, now, 2)!.draft).rest).toEqual([]);
});

Deno.test("of two windows each keeps what it changed; what both changed stands below, as far as it fits", () => {
  const base = marksOfTexts(texts);
  const one = keptTexts({ ...draft, texts: texts.with(2, "Dawns").with(3, "Volumes"), base }, draft, parts, 1)!;
  const both = keptTexts(
    { ...draft, texts: texts.with(2, "Sunrises").with(4, "Checkers"), base },
    one.draft,
    parts,
    1,
  )!;
  expect([one.isMixed, both.isMixed, both.hasSetAside]).toEqual([false, true, true]);
  expect(fittedTo(parts, 1, both.draft)).toEqual({
    texts: ["Oksana", "Poltava", "Sunrises", "Volumes", "Checkers"],
    rest: ["Dawns"],
  });
  const long = (sign: string) => sign.repeat(profileDraftLengthMax - 100);
  const full = keptTexts({ ...draft, texts: texts.with(3, long("x")), base }, draft, parts, 1)!.draft;
  expect(keptTexts({ ...draft, texts: texts.with(4, long("y")), base }, full, parts, 1)).toBeNull();
  expect(keptTexts({ ...draft, texts: texts.with(3, long("y")), base }, full, parts, 1)!.draft.texts).toContain(
    long("x"),
  );
});

Deno.test("a mark tells words apart and is no copy of them", () => {
  expect(new Set(marksOf(partsOf({ ...hers, quote: "Книги" }))).size).toBe(parts.length);
  expect(marksOf(parts).every(isMark)).toBe(true);
  expect(["", "interest.", "Ранки", "quote.123", `x.${"a".repeat(13)}`].filter(isMark)).toEqual([]);
});
