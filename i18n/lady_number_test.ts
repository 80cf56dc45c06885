import { expect } from "expect";
import { ladyNumberIn } from "./lady_number.ts";

Deno.test("a lady's number is read as each language writes it, and nothing else is one", () => {
  const written = ["#7", "No. 7", "no 7", "№7", "№\u00a07", "Nr. 7", "nr.7", "編號 7", "编号\u00a07", "7"];
  expect(written.map(ladyNumberIn)).toEqual(written.map(() => "7"));
  const others = ["Olena", "7a", "-7", "+7", "/7", "Олена 7", "1234567890123456", ""];
  expect(others.map(ladyNumberIn)).toEqual(others.map(() => null));
});
