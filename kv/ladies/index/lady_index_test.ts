/** The index answers what a plain filter and sort would, whatever came, changed, left or went online before. */
import { expect } from "expect";
import * as fc from "fast-check";
import type { LadyRecord } from "../record.ts";
import { LadyIndex } from "./lady_index.ts";
import type { LadyQuery } from "./query.ts";
import { lady, moment, query } from "./testing/arbitraries.ts";
import { matches, naiveSearch } from "./testing/naive.ts";

const NOW = Date.parse("2027-03-01T12:00:00Z");

function ladyOf(id: number, facts: Partial<LadyRecord> = {}): LadyRecord {
  const template = fc.sample(lady, { numRuns: 1, seed: 7 })[0]!;
  return { ...template, isPublished: true, id, ...facts };
}

function indexOf(...ladies: LadyRecord[]): LadyIndex {
  const index = new LadyIndex();
  for (const each of ladies) index.put(each);
  return index;
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("put" as const), lady }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), id: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("online" as const),
      id: fc.integer({ min: 1, max: 60 }),
      isOnline: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("search" as const), query, now: moment }) },
);

Deno.test("every search answers as a plain filter and sort would, through any history of changes", () => {
  fc.assert(
    fc.property(
      fc.array(lady, { maxLength: 60, size: "max" }),
      fc.array(step, { maxLength: 60, size: "max" }),
      (first, steps) => {
        const index = indexOf(...first);
        const model = new Map<number, LadyRecord>(first.map((each) => [each.id, each]));
        const online = new Set<number>();
        for (const next of steps) {
          if (next.kind === "put") {
            index.put(next.lady);
            model.set(next.lady.id, next.lady);
          } else if (next.kind === "remove") {
            index.remove(next.id);
            model.delete(next.id);
          } else if (next.kind === "online") {
            index.setOnline(next.id, next.isOnline);
            if (next.isOnline) online.add(next.id);
            else online.delete(next.id);
          } else {
            const expected = naiveSearch(model.values(), next.query, next.now, online);
            expect(index.search(next.query, next.now)).toEqual(expected);
            expect(index.count(next.query, next.now)).toBe(expected.total);
          }
        }
        expect(index.size).toBe([...model.values()].filter(({ isPublished }) => isPublished).length);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("all pages of every order together hold everybody once, in a world large enough to grow and go deep", () => {
  const ladies = fc.sample(lady, { numRuns: 3000, seed: 1 }).map((each, index) => ({ ...each, id: index + 1 }));
  const index = indexOf(...ladies);
  const online = new Set(ladies.map(({ id }) => id).filter((id) => id % 7 === 0));
  for (const id of online) index.setOnline(id, true);
  for (const sort of ["new", "top", "online", "birthday"] as const) {
    for (const filter of [{}, { hairColor: ["black", "brown"] as const }, { countryId: [804], heightFrom: 164 }]) {
      const total = index.count(filter, NOW);
      const ids = Array.from(
        { length: Math.ceil(total / 100) + 1 },
        (_, page) => index.search({ ...filter, sort, page: page + 1, limit: 100 }, NOW).ids,
      ).flat();
      const expected = naiveSearch(ladies, { ...filter, sort, limit: 10_000 }, NOW, online).ids;
      expect(ids).toEqual(expected);
    }
  }
});

Deno.test("several questions at once find whoever answers to one of them, once, and leave out who answers to another", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(lady, { maxLength: 60, selector: ({ id }) => id, size: "max" }),
      fc.array(query, { maxLength: 3 }),
      fc.array(query, { maxLength: 2 }),
      moment,
      (all, wanted, unwanted, nowMs) => {
        const index = indexOf(...all);
        const answers = (each: LadyRecord, to: LadyQuery[]) => to.some((one) => matches(each, one, nowMs, new Set()));
        const found = all.filter((each) => answers(each, wanted) && !answers(each, unwanted));
        const expected = naiveSearch(found, { limit: 5 }, nowMs, new Set());
        expect(index.searchAny(wanted, nowMs, 5, unwanted)).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("birthdays begin with today and keep 29 February on 1 March of a common year alone", () => {
  const index = indexOf(
    ladyOf(1, { birthdate: "1992-02-28" }),
    ladyOf(2, { birthdate: "1990-03-01" }),
    ladyOf(3, { birthdate: "1992-02-29" }),
    ladyOf(4, { birthdate: "1991-12-31" }),
  );
  const on = (day: string) => index.search({ sort: "birthday" }, Date.parse(`${day}T20:00:00Z`)).ids;
  expect(on("2027-02-28")).toEqual([1, 3, 2, 4]);
  expect(on("2027-03-01")).toEqual([3, 2, 4, 1]);
  expect(on("2027-03-02")).toEqual([4, 1, 3, 2]);
  expect(on("2028-02-29")).toEqual([3, 2, 4, 1]);
  expect(on("2028-03-01")).toEqual([2, 4, 1, 3]);
  expect(on("2028-12-31")).toEqual([4, 1, 3, 2]);
});

Deno.test("a facet counts as if it were not asked for itself, and leaves out values of nobody", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(lady, { selector: ({ id }) => id, maxLength: 60, size: "max" }),
      query,
      moment,
      (ladies, asked, now) => {
        const expected = new Map<number, number>();
        for (const each of ladies) {
          if (!each.isPublished || !matches(each, { ...asked, countryId: undefined }, now, new Set())) continue;
          expected.set(each.countryId, (expected.get(each.countryId) ?? 0) + 1);
        }
        const byNumber = (entries: Iterable<[string | number, number]>) => [...entries].sort(([a], [b]) => +a - +b);
        expect(byNumber(indexOf(...ladies).facetCounts(asked, now))).toEqual(byNumber(expected));
      },
    ),
    { numRuns: 100 },
  );
});

Deno.test("countries are counted over published ladies alone", () => {
  const index = indexOf(
    ladyOf(1, { countryId: 804 }),
    ladyOf(2, { countryId: 804 }),
    ladyOf(3, { countryId: 642 }),
    ladyOf(4, { countryId: 112, isPublished: false }),
  );
  expect(index.countByCountry()).toEqual(new Map([[804, 2], [642, 1]]));
  index.remove(3);
  expect(index.countByCountry()).toEqual(new Map([[804, 2]]));
});

Deno.test("a lady who is unpublished leaves every list, and comes back as she is now", () => {
  const index = indexOf(ladyOf(1, { hairColor: "black" }), ladyOf(2, { hairColor: "black" }));
  index.put(ladyOf(1, { hairColor: "black", isPublished: false }));
  expect(index.search({ hairColor: ["black"] }, NOW)).toEqual({ ids: [2], total: 1 });
  expect(index.has(1)).toBe(false);
  index.put(ladyOf(1, { hairColor: "golden" }));
  expect(index.search({ hairColor: ["black"] }, NOW).ids).toEqual([2]);
  expect(index.search({ hairColor: ["golden"] }, NOW).ids).toEqual([1]);
});

Deno.test("who went online before she was published is online when she is", () => {
  const index = indexOf(ladyOf(1));
  index.setOnline(2, true);
  index.put(ladyOf(2));
  expect(index.search({ online: true }, NOW).ids).toEqual([2]);
  index.setOnline(2, false);
  expect(index.search({ online: true }, NOW).total).toBe(0);
});

Deno.test("a name is found by any part of any spelling, whatever its case and diacritics", () => {
  const index = indexOf(ladyOf(1, {
    firstname: "Ștefănia",
    localized: {
      "zh-Hant": { firstname: "斯特凡尼婭", city: "", quote: "", about: "", idealPartner: "", interests: [] },
    },
  }));
  for (const firstname of ["ste", "STEFANIA", "ș", "fan", "凡尼婭", "ｓｔｅ"]) {
    expect(index.search({ firstname }, NOW).ids).toEqual([1]);
  }
  expect(index.search({ firstname: "stefanie" }, NOW).total).toBe(0);
});

Deno.test("a name is found in Cyrillic and in Latin letters, whichever of them she wrote", () => {
  const index = indexOf(ladyOf(1, { firstname: "Юлія", countryId: 804 }), ladyOf(2, { firstname: "Olena" }));
  for (const firstname of ["Юлія", "юл", "Yuliia", "liia"]) expect(index.search({ firstname }, NOW).ids).toEqual([1]);
  for (const firstname of ["Olena", "Олена", "ЛЕН"]) expect(index.search({ firstname }, NOW).ids).toEqual([2]);
  expect(index.uniqueFirstnames("", 100, "en")).toEqual(["Olena", "Yuliia"]);
  expect(index.uniqueFirstnames("", 100, "ro")).toEqual(["Olena", "Yuliia"]);
  expect(index.uniqueFirstnames("ю", 100, "uk")).toEqual(["Юлія"]);
});

Deno.test("a name is found across its apostrophes, hyphens and the spellings of three alphabets", () => {
  const index = indexOf(
    ladyOf(1, { firstname: "Марія", countryId: 804 }),
    ladyOf(2, { firstname: "В’ячеслава", countryId: 804 }),
    ladyOf(3, { firstname: "Anna–Maria" }),
    ladyOf(4, { firstname: "Евгения", countryId: 643 }),
    ladyOf(5, { firstname: "Їржина", countryId: 804 }),
  );
  const names: [string, number[]][] = [
    ["Мария", [1]],
    ...[..."'’‘ʼʻʹ′´`", ""].map((sign): [string, number[]] => [`в${sign}ячеслава`, [2]]),
    ...[..."-‐‑‒–—"].map((sign): [string, number[]] => [`anna${sign}maria`, [3]]),
    ["Євгенія", [4]],
    ["иржына", [5]],
    ["'", []],
  ];
  for (const [firstname, ids] of names) {
    expect([firstname, index.search({ firstname }, NOW).ids]).toEqual([firstname, ids]);
  }
  expect(index.uniqueFirstnames("мария", 100, "uk")).toEqual(["Марія"]);
});

Deno.test("what no Latin letter stands for is part of the names that have it, and of no other", () => {
  const index = indexOf(
    ladyOf(1, { firstname: "Любов", countryId: 804 }),
    ladyOf(2, { firstname: "Ольга", countryId: 804 }),
  );
  expect(index.search({ firstname: "ь" }, NOW).ids).toEqual([2]);
  expect(index.search({ firstname: "\u0301" }, NOW).ids).toEqual([]);
});

Deno.test("first names are listed once, in alphabetical order, by locale, and only while somebody bears them", () => {
  const named = (id: number, firstname: string, hant?: string) =>
    ladyOf(id, {
      firstname,
      localized: hant
        ? { "zh-Hant": { firstname: hant, city: "", quote: "", about: "", idealPartner: "", interests: [] } }
        : {},
    });
  const index = indexOf(
    named(1, "Zoya"),
    named(2, "Ana", "安娜"),
    named(3, "Anna", "安娜"),
    named(4, "Ștefania"),
    named(5, "Zoya"),
  );
  expect(index.uniqueFirstnames()).toEqual(["Ana", "Anna", "Ștefania", "Zoya"]);
  expect(index.uniqueFirstnames("st")).toEqual(["Ștefania"]);
  expect(index.uniqueFirstnames("", 1)).toEqual(["Ana"]);
  expect(index.uniqueFirstnames("安", 100, "zh-Hant")).toEqual(["安娜"]);
  index.remove(1);
  expect(index.uniqueFirstnames("Z")).toEqual(["Zoya"]);
  index.put(named(5, "Yana"));
  expect(index.uniqueFirstnames("Z")).toEqual([]);
});

Deno.test("page and limit are brought into their bounds", () => {
  const index = indexOf(...Array.from({ length: 150 }, (_, id) => ladyOf(id + 1)));
  const first = index.search({}, NOW);
  expect([first.ids.length, first.total]).toEqual([20, 150]);
  expect(index.search({ limit: 1000 }, NOW).ids.length).toBe(100);
  expect(index.search({ limit: 0 }, NOW).ids.length).toBe(1);
  expect(index.search({ limit: NaN, page: NaN }, NOW).ids).toEqual([1]);
  expect(index.search({ page: -3 }, NOW).ids).toEqual(first.ids);
  expect(index.search({ page: 99 }, NOW)).toEqual({ ids: [], total: 150 });
});

Deno.test("an id narrows the search", () => {
  const index = indexOf(ladyOf(1), ladyOf(2), ladyOf(3));
  expect(index.search({ id: 2 }, NOW)).toEqual({ ids: [2], total: 1 });
  expect(index.search({ id: 9 }, NOW).total).toBe(0);
});

Deno.test("nobody is found in an empty index, and a wrong date is refused without harm", () => {
  const index = new LadyIndex();
  expect(index.search({ sort: "birthday", hairColor: ["black"] }, NOW)).toEqual({ ids: [], total: 0 });
  expect(() => index.put(ladyOf(1, { birthdate: "1994-02-30" }))).toThrow(RangeError);
  expect(() => index.search({ birthdateFrom: "yesterday" }, NOW)).toThrow(RangeError);
  expect(index.size).toBe(0);
  expect(index.search({}, NOW).total).toBe(0);
});
