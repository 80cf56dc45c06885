import { expect } from "expect";
import type { Asking } from "../../chat/shared/asking.ts";
import { firstAsked } from "./asked.ts";

const asking = (id: string, name: string, leftMs: number): Asking => ({
  id,
  kind: "text",
  from: { id: 2, name, age: 29, photo: "", isCompanion: false },
  price: null,
  leftMs,
});

Deno.test("the first whose minute is not over and who was not declined asks, however long the page has been open", () => {
  const heard = { invitations: [asking("a", "Olena", 10_000), asking("b", "Daria", 60_000)], atMs: 500 };
  const nameAt = (nowMs: number, declined: string[] = []) => firstAsked(heard, declined, nowMs)?.from.name;
  expect([nameAt(500), nameAt(10_499), nameAt(10_500), nameAt(60_500)]).toEqual(["Olena", "Olena", "Daria", undefined]);
  expect(nameAt(500, ["a"])).toBe("Daria");
  expect(firstAsked(heard, [], 500)!.untilMs).toBe(10_500);
});
