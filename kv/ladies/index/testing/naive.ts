/** The index's meaning in its plainest form, for tests: filter an array, sort it, cut a page. */
import { ageYears, daysUntilBirthday } from "../../age.ts";
import type { LadyRecord } from "../../record.ts";
import type { LadyPage } from "../lady_index.ts";
import { foldName } from "../names.ts";
import { birthdayKeyOf, facetNames, facetValues, type LadyQuery } from "../query.ts";

const within = (value: number | null, from: number | undefined, to: number | undefined) =>
  (from === undefined && to === undefined) ||
  (value !== null && (from === undefined || value >= from) && (to === undefined || value <= to));

/** Whether a lady answers the query at that moment. */
export function matches(lady: LadyRecord, query: LadyQuery, nowMs: number, online: ReadonlySet<number>): boolean {
  const born = lady.birthdate;
  const spellings = [lady, ...Object.values(lady.localized)].map(({ firstname }) => foldName(firstname));
  return (query.id === undefined || query.id === lady.id) &&
    (!query.online || online.has(lady.id)) &&
    spellings.some((name) => name.includes(foldName(query.firstname ?? ""))) &&
    facetNames.every((facet) => {
      const wanted: readonly (string | number)[] = query[facet] ?? [];
      return wanted.length === 0 || facetValues[facet](lady).some((value) => value !== null && wanted.includes(value));
    }) &&
    (!query.birthdateFrom || born >= query.birthdateFrom) && (!query.birthdateTo || born <= query.birthdateTo) &&
    within(ageYears(born, nowMs), query.ageFrom, query.ageTo) &&
    (query.birthdayWithinDays === undefined || daysUntilBirthday(born, nowMs) <= query.birthdayWithinDays) &&
    within(lady.heightCm, query.heightFrom, query.heightTo) &&
    within(lady.weightKg, query.weightFrom, query.weightTo) &&
    within(lady.childrenNumber, query.childrenNumberFrom, query.childrenNumberTo) &&
    within(lady.firstTimeActivatedAt, query.firstTimeActivatedAtFrom, query.firstTimeActivatedAtTo);
}

/** The page that the index ought to answer. */
export function naiveSearch(
  ladies: Iterable<LadyRecord>,
  query: LadyQuery,
  nowMs: number,
  online: ReadonlySet<number>,
): LadyPage {
  const found = [...ladies].filter((lady) => lady.isPublished && matches(lady, query, nowMs, online));
  const newest = (a: LadyRecord, b: LadyRecord) =>
    (b.firstTimeActivatedAt ?? -Infinity) - (a.firstTimeActivatedAt ?? -Infinity) || a.id - b.id;
  const orders = {
    new: newest,
    top: (a: LadyRecord, b: LadyRecord) => b.votes - a.votes || a.id - b.id,
    online: (a: LadyRecord, b: LadyRecord) => Number(online.has(b.id)) - Number(online.has(a.id)) || newest(a, b),
    birthday: (a: LadyRecord, b: LadyRecord) =>
      daysUntilBirthday(a.birthdate, nowMs) - daysUntilBirthday(b.birthdate, nowMs) ||
      birthdayKeyOf(a.birthdate) - birthdayKeyOf(b.birthdate) || a.id - b.id,
  };
  found.sort(orders[query.sort ?? "new"]);
  const limit = query.limit ?? 20;
  const offset = ((query.page ?? 1) - 1) * limit;
  return { ids: found.slice(offset, offset + limit).map(({ id }) => id), total: found.length };
}
