import { expect } from "expect";
import { dailyPartsInMemory } from "../testing/daily_parts.ts";
import { characterBook } from "./character_book.ts";

const dayMs = 86_400_000;

Deno.test("what is refused is counted for nobody; what is given back may be taken again that day", async () => {
  const book = characterBook({ charactersPerPerson: 10, charactersPerSite: 12 }, dailyPartsInMemory());
  expect(await book.take(1, 11, 0)).toBe("person_limit");
  expect(await book.take(1, 10, 0)).toBe("taken");
  expect(await book.take(2, 3, 0)).toBe("site_limit");
  expect(await book.take(2, 2, 0)).toBe("taken");
  book.giveBack(1, 10, 0);
  expect(await book.take(1, 10, dayMs - 1)).toBe("taken");
});

Deno.test("what may wait for another day leaves half of the day to what may not", async () => {
  const book = characterBook({ charactersPerPerson: 10, charactersPerSite: 12 }, dailyPartsInMemory());
  expect(await book.take(1, 6, 0, true)).toBe("person_limit");
  expect(await book.take(1, 5, 0, true)).toBe("taken");
  expect(await book.take(2, 2, 0, true)).toBe("site_limit");
  expect(await book.take(1, 5, 0)).toBe("taken");
  expect(await book.take(2, 2, 0)).toBe("taken");
});

Deno.test("if the count of all is away, nothing is counted for the person either", async () => {
  const daily = dailyPartsInMemory();
  const book = characterBook({ charactersPerPerson: 10, charactersPerSite: 12 }, {
    ...daily,
    take: (subject, ...rest) =>
      subject === "site" ? Promise.reject(new Error("the store is away")) : daily.take(subject, ...rest),
  });
  await expect(book.take(1, 10, 0)).rejects.toThrow("away");
  expect(await daily.take("1", 10, 0, { most: 10, part: 1 })).toBe(true);
});
