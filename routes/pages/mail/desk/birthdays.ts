/** The birthdays of which a man's desk tells him. */
import { dayFor, formatDate } from "../../../../i18n/format.ts";
import { daysUntilBirthday } from "../../../../kv/ladies/age.ts";
import { favouritesOf } from "../../../../kv/ladies/favourites.ts";
import { shownLadiesByIds } from "../../../../kv/ladies/ladies.ts";
import { wordsOf } from "../../../../kv/ladies/record.ts";
import { latestPartners } from "../../../../kv/letters/boxes/thread_paging.ts";
import { dayMs } from "../../../../kv/store/days.ts";
import type { MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import { girlPath } from "../../../ladies/girl_paths.ts";

const birthdaysAtMost = 3;
const birthdayDays = 7;

export interface Birthday {
  href: string;
  name: string;
  text: string;
}

/** Ladies whose birthday comes within a week: first those he keeps or writes to, then others; of each the nearest first. */
export async function birthdaysOf(c: MemberContext): Promise<Birthday[]> {
  const { facts: { t, locale, prefix }, deps: { store }, signedIn } = c.var;
  // By his calendar, as on the page of all birthdays.
  const today = Date.parse(dayFor(c.var.facts, store.now()));
  const [favourites, partnerIds] = await Promise.all([
    favouritesOf(store, signedIn.user.id),
    latestPartners(store, signedIn.user.id),
  ]);
  const week = birthdaysOfWeek(c, today);
  const known = new Set([...favourites.keys(), ...partnerIds]);
  const ids = [...week.filter((id) => known.has(id)), ...week.filter((id) => !known.has(id))].slice(0, birthdaysAtMost);
  return (await shownLadiesByIds(store, ids)).map((record) => {
    const days = daysUntilBirthday(record.birthdate, today);
    const date = formatDate(locale, today + days * dayMs, "short");
    const when = days === 0 ? "today" : days === 1 ? "tomorrow" : "in";
    return {
      href: localHref(prefix, girlPath(record, store.now())),
      name: wordsOf(record, locale).firstname,
      text: t(`birthdays:${when}`, { date, count: days }),
    };
  });
}

/** Ids of all ladies with a birthday this week, the nearest first; the index returns a hundred at a time. */
function birthdaysOfWeek(c: MemberContext, today: number): number[] {
  const { deps: { store }, signedIn } = c.var;
  const ids: number[] = [];
  for (let page = 1;; page++) {
    const found = store.ladies.search({
      birthdayWithinDays: birthdayDays - 1,
      sort: "birthday",
      page,
      limit: 100,
      withoutIds: signedIn.blockedIds,
    }, today);
    ids.push(...found.ids);
    if (found.ids.length === 0 || ids.length >= found.total) return ids;
  }
}
