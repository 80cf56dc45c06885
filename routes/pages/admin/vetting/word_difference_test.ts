import { expect } from "expect";
import { changesMax, wordDifference } from "./word_difference.ts";

/** The difference as text, such as "the [-sea-]{+hills+}". */
const told = (from: string, to: string): string =>
  wordDifference(from, to).map(({ text, change }) =>
    change === "gone" ? `[-${text}-]` : change === "new" ? `{+${text}+}` : text
  ).join("");

Deno.test("words that changed are told apart from those that stay", () => {
  expect(told("I love the sea.", "I love the hills.")).toBe("I love the [-sea-]{+hills+}.");
  expect(told("One.\n\nTwo.", "One.\n\nThree.")).toBe("One.\n\n[-Two-]{+Three+}.");
  expect(told("Same.", "Same.")).toBe("Same.");
});

Deno.test("a sentence in the place of another is one change, not one for each word", () => {
  expect(told("Hello. I read crime novels.", "Hello. Since spring I teach.")).toBe(
    "Hello. [-I read crime novels-]{+Since spring I teach+}.",
  );
  expect(told("one two. three", "uno dos. three")).toBe("[-one two-]{+uno dos+}. three");
  expect(told("old\n\nold", "new\n\nnew")).toBe("[-old-]{+new+}\n\n[-old-]{+new+}");
});

Deno.test("a text that begins or ends is all new or all gone", () => {
  expect([told("", "Hello."), told("Hello.", ""), told("", "")]).toEqual(["{+Hello.+}", "[-Hello.-]", ""]);
});

Deno.test("Chinese is told apart by its words, not as one", () => {
  expect(told("我喜欢大海和我的猫。", "我喜欢高山和我的猫。")).toBe("我喜欢[-大海-]{+高山+}和我的猫。");
});

Deno.test("of two long texts every change is told, and of more changes than are worth their time the whole", () => {
  // Every other word differs: each change is a word that is gone and one that is new.
  const text = (letter: string, changes: number) =>
    Array.from({ length: 2 * changes }, (_, n) => n % 2 ? `same${n}` : letter + n).join(" ");
  const most = changesMax / 2;
  expect(wordDifference(text("a", most), text("b", most)).filter(({ change }) => change === "gone").length).toBe(most);
  const [from, to] = [text("a", most + 1), text("b", most + 1)];
  expect(wordDifference(from, to)).toEqual([{ text: from, change: "gone" }, { text: to, change: "new" }]);
});
