import { expect } from "expect";
import { countPath, latestCount, shortQuery, totalOf } from "./state.ts";

Deno.test("an address says only what was chosen", () => {
  const form: [string, unknown][] = [["ageFrom", "25"], ["ageTo", ""], ["firstname", "  "], ["sort", "new"]];
  expect(shortQuery(form)).toBe("ageFrom=25");
  expect(shortQuery([])).toBe("");
  expect(shortQuery([["sort", "top"]])).toBe("sort=top");
});

Deno.test("several values of one name stand together, each once", () => {
  const form: [string, unknown][] = [["lookingFor", "marriage"], ["online", "1"], ["lookingFor", "serious"]];
  expect(shortQuery([...form, ["lookingFor", "marriage"]])).toBe("lookingFor=marriage,serious&online=1");
});

Deno.test("a number in the field for names is the lady's number", () => {
  expect(shortQuery([["firstname", " 10482 "]])).toBe("id=10482");
  expect(shortQuery([["firstname", "編號 7"]])).toBe("id=7");
  expect(shortQuery([["firstname", "Olena"]])).toBe("firstname=Olena");
});

Deno.test("what is written into an address stays one value", () => {
  expect(shortQuery([["firstname", "a&id=1#<script>"]])).toBe("firstname=a%26id%3D1%23%3Cscript%3E");
  expect(new URLSearchParams(shortQuery([["firstname", "Anna Maria, 100%"]])).get("firstname")).toBe(
    "Anna Maria, 100%",
  );
});

Deno.test("a file in a form is no filter", () => {
  expect(shortQuery([["firstname", new Blob()]])).toBe("");
});

Deno.test("counting asks for one lady, and for a number alone", () => {
  expect(countPath("")).toBe("/api/girls?limit=1");
  expect(countPath("ageFrom=25")).toBe("/api/girls?ageFrom=25&limit=1");
  expect(countPath("ageFrom=25&id=7")).toBe("/api/girls?id=7&limit=1");
  expect(totalOf({ totalCount: 0 })).toBe(0);
  expect([totalOf({ message: "no" }), totalOf(null)]).toEqual([null, null]);
});

const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));

Deno.test("of many questions in a row only the last is asked", async () => {
  const asked: string[] = [];
  const told: (number | null)[] = [];
  const counting = latestCount((query) => Promise.resolve(asked.push(query)), (total) => told.push(total), 5);
  for (const query of ["a", "b", "c"]) counting.ask(query);
  await rest(30);
  expect([asked, told]).toEqual([["c"], [1]]);
});

Deno.test("an answer that comes too late is not told, and a failure is", async () => {
  const told: (number | null)[] = [];
  const signals: AbortSignal[] = [];
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const counting = latestCount(
    (_query, signal) => {
      signals.push(signal);
      return answers[signals.length - 1]!.promise;
    },
    (total) => told.push(total),
    1,
  );
  counting.ask("slow");
  await rest(10);
  counting.ask("quick");
  await rest(10);
  answers[1]!.reject(new Error("offline"));
  answers[0]!.resolve(247);
  await rest(5);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(told).toEqual([null]);
});
