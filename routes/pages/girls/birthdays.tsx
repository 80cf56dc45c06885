/** The ladies whose birthday comes within thirty days, the nearest first; for men, who may then write in good time. */
import { dayMs } from "../../../kv/store/days.ts";
import { dayFor, formatDate, formatNumber } from "../../../i18n/format.ts";
import { daysUntilBirthday } from "../../../kv/ladies/age.ts";
import { ladiesByIds } from "../../../kv/ladies/ladies.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { htmlOf, kept } from "../../cache/page_parts.tsx";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { wholeNumber } from "../../http/fields.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { allGirlsPath } from "../../ladies/girl_paths.ts";
import { cardsOf } from "../../ladies/lady_cards.ts";
import { type ListLook, listLookOf } from "../../ladies/list_look.ts";
import { ListView } from "./list_view.tsx";

const path = "/girls/Upcoming_Birthdays";
const daysAhead = 30;
const perPage = 24;

export const birthdaysPage: PageDefinition = { paths: [path], access: "mens_lists", get };

async function get(c: AppContext): Promise<Response> {
  const page = wholeNumber.safeParse(c.req.query("page") || "1");
  if (!page.success || page.data < 1) return await answerRefusal(c, refuse("invalid"));
  const { facts, deps: { store } } = c.var;
  const { t, prefix } = facts;
  // Shared by all men whose calendars show the same day; yesterday's list must not be shown today.
  const todayMs = Date.parse(dayFor(facts, store.now()));
  const look = listLookOf(c.req.header("cookie"));
  const list = await kept(
    c,
    `birthdays ${todayMs} ${look} ${page.data}`,
    () => renderList(c, page.data, look, todayMs),
  );
  if ("lastPage" in list) return c.redirect(addressOf(prefix, list.lastPage), 302);
  const title = t("birthdays:title");
  return await answerPage(c, {
    title,
    robots: "noindex",
    crumbs: [{ label: t("search:home"), href: localHref(prefix, "/") }, { label: title }],
    view: <div dangerouslySetInnerHTML={{ __html: list.html }} />,
  });
}

const addressOf = (prefix: string, page: number): string => localHref(prefix, path) + (page > 1 ? `?page=${page}` : "");

/** The rendered list, or the number of its last page if `page` lies beyond it. */
async function renderList(
  c: AppContext,
  page: number,
  look: ListLook,
  todayMs: number,
): Promise<{ html: string } | { lastPage: number }> {
  const { facts: { t, locale, prefix }, deps: { store } } = c.var;
  const query = {
    sort: "birthday",
    birthdayWithinDays: daysAhead,
    page,
    limit: perPage,
    withoutIds: c.var.signedIn?.blockedIds,
  } as const;
  const { ids, total } = store.ladies.search(query, todayMs);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  if (page > lastPage) return { lastPage };
  const [cards, records] = await Promise.all([cardsOf(c, store, ids), ladiesByIds(store, ids)]);
  const notes = new Map(records.map((record) => [record.id, noteOf(c, record, todayMs)]));
  const html = htmlOf(
    c,
    <ListView
      title={t("birthdays:title")}
      lead={t("birthdays:lead")}
      total={total > 0 ? t("search:heading", { count: total, n: formatNumber(locale, total) }) : ""}
      countries={[]}
      sorts={[]}
      ladies={{
        ladies: cards.map((card) => ({ ...card, ...notes.get(card.id) })),
        look,
        heading: "h2",
        page,
        lastPage,
        hrefOf: (to) => addressOf(prefix, to),
        empty: {
          title: t("birthdays:empty.title"),
          text: t("birthdays:empty.text"),
          action: { href: localHref(prefix, allGirlsPath), label: t("search:list.everybody") },
        },
      }}
    />,
  );
  return { html };
}

/**
 * The note "24 Nov, in 3 days", and below it "She turns 31"; on the day itself also the age that she turns, because the
 * site's years of 365.25 days may end some hours later.
 */
function noteOf(c: AppContext, { birthdate }: LadyRecord, todayMs: number): { note: string; age?: number } {
  const { t, locale } = c.var.facts;
  const days = daysUntilBirthday(birthdate, todayMs);
  const atMs = todayMs + days * dayMs;
  const date = formatDate(locale, atMs, "short");
  const when = t(days === 0 ? "birthdays:today" : days === 1 ? "birthdays:tomorrow" : "birthdays:in", {
    date,
    count: days,
  });
  const age = new Date(atMs).getUTCFullYear() - Number(birthdate.slice(0, 4));
  return { note: `${when}\n${t("birthdays:turns", { age, count: age })}`, ...(days === 0 && { age }) };
}
