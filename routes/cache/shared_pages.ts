/**
 * Pages that are the same for all men with as many new letters, except for number, name, picture, credits and favourites:
 * rendered once with marks in those places, kept like guests' pages, and filled in for each man.
 */
import { getCookie } from "hono/cookie";
import { randomInt } from "node:crypto";
import { themeCookie } from "../../components/frame/choice_cookie.ts";
import type { Viewer } from "../../components/page_context.ts";
import { formatNumber } from "../../i18n/format.ts";
import { intlTagOf, type Locale, locales } from "../../i18n/locales.ts";
import { man } from "../../kv/accounts/users.ts";
import { answerKnown, signsOf } from "../../services/http/send_answer.ts";
import type { AppContext } from "../http/env.ts";
import { flashCookie } from "../http/flash.ts";
import { outsideOf } from "../http/outside.ts";
import { viewerOf } from "../http/viewer.ts";
import { listLookOf } from "../ladies/list_look.ts";
import { emptyMark, fullMark } from "./favourite_marks.ts";
import { shownNow } from "./page_shelf.ts";
import type { MarkName, Signs, Template } from "./page_template.ts";
import { watchPresence } from "./presence_pace.ts";

/** Placeholders for what differs: characters that no name may contain, and a number that nobody has or can guess. */
const marks = {
  id: randomInt(2 ** 46, 2 ** 47),
  firstname: "\uE000name\uE000",
  avatar: "/\uE000avatar\uE000",
  favourites: undefined,
};

/**
 * Placeholders for a balance, which no balance reaches: one for each plural form of the words beside it (22 кредити,
 * 25 кредитів). A form that only small numbers take, as 1 in English, has none.
 */
const balanceMarks = Object.fromEntries(locales.map((locale) => {
  const rules = new Intl.PluralRules(intlTagOf(locale));
  const numbers = Array.from({ length: 100 }, (_, below) => 987_654_321_999 - below);
  return [locale, { rules, byForm: new Map(numbers.map((number) => [rules.select(number), number])) }];
})) as Record<Locale, { rules: Intl.PluralRules; byForm: Map<Intl.LDMLPluralRule, number> }>;

function balanceMarkOf(locale: Locale, balanceCredits: number): number | undefined {
  const { rules, byForm } = balanceMarks[locale];
  return byForm.get(rules.select(balanceCredits));
}

/** Answers from a kept template where one may be used, else by `render`. */
export async function answerShared(c: AppContext, render: () => Response | Promise<Response>): Promise<Response> {
  const viewer = await viewerOf(c);
  // What a page tells an outside service about one man must not stand on another man's page.
  if (!mayShare(c, viewer) || outsideOf(c).services) return await render();
  const { deps, facts } = c.var;
  const balanceCredits = balanceMarkOf(facts.locale, viewer.balanceCredits);
  if (balanceCredits === undefined) return await render();
  const shelf = deps.running.sharedPages;
  const key = keyOf(c, viewer, balanceCredits);
  const shown = shownNow(deps.store, deps.running.presencePace);
  let template = shelf.get(key, shown);
  if (!template) {
    // An answer that renews a session is one man's own: it could not be kept, and would be rendered a second time.
    if (c.res.headers.has("set-cookie")) return await render();
    const showsPresence = watchPresence(deps.store.ladies);
    c.set("viewer", { ...viewer, ...marks, balanceCredits });
    const response = await render();
    if (response.status !== 200 || response.headers.has("set-cookie")) return await renderAs(c, viewer, render);
    const html = await response.text();
    const balance = { shown: formatNumber(facts.locale, balanceCredits), bare: String(balanceCredits) };
    template = { ...cut(html, balance), headers: Object.fromEntries(response.headers) };
    shelf.keep(key, shown, template, html.length * 2, showsPresence());
  }
  const { headers } = template;
  const signs = fill(template, viewer, formatNumber(facts.locale, viewer.balanceCredits));
  return answerKnown({ signs }, (stream) => c.body(stream, 200, headers));
}

type SharingViewer = Viewer & { balanceCredits: number };

/** Whether this viewer's page may be shared; not with a flash, and not if a block hides somebody from him. */
const mayShare = (c: AppContext, viewer: Viewer | null): viewer is SharingViewer =>
  viewer !== null && viewer.groupId === man && viewer.balanceCredits !== null &&
  getCookie(c, flashCookie) === undefined && c.var.signedIn?.blockedIds.size === 0;

function renderAs(c: AppContext, viewer: Viewer, render: () => Response | Promise<Response>) {
  c.set("viewer", viewer);
  return render();
}

function keyOf(c: AppContext, viewer: Viewer, balanceMark: number): string {
  const { origin, prefix, path, zone } = c.var.facts;
  const { inbox, introduction } = viewer.newLetters;
  const query = new URL(c.req.url).search;
  const choices = [
    getCookie(c, themeCookie),
    listLookOf(c.req.header("cookie")),
    outsideOf(c).choice,
    zone,
    viewer.toldZone,
  ];
  return [origin, prefix, path, query, ...choices, balanceMark, inbox, introduction].join(" ");
}

function cut(html: string, balance: { shown: string; bare: string }): Pick<Template, "parts" | "end"> {
  const names = new Map<string, MarkName>([
    [String(marks.id), "id"],
    [marks.firstname, "firstname"],
    [marks.avatar, "avatar"],
    [balance.shown, "balance"],
    [balance.bare, "bareBalance"],
  ]);
  const words = [...names.keys()].map((word) => word.replace(/\W/g, "\\$&"));
  const parts: Template["parts"] = [];
  let from = 0;
  for (
    const { 0: word, 1: ladyId, index } of html.matchAll(new RegExp(`${emptyMark.source}|${words.join("|")}`, "g"))
  ) {
    const id = Number(ladyId);
    const then = names.get(word) ?? { ladyId: id, empty: signsOf(word), full: signsOf(fullMark(id)) };
    parts.push({ before: signsOf(html.slice(from, index)), then });
    from = index + word.length;
  }
  return { parts, end: signsOf(html.slice(from)) };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

function fill(template: Template, viewer: SharingViewer, balance: string): Signs[] {
  const words: Record<MarkName, Signs> = {
    id: signsOf(String(viewer.id)),
    firstname: signsOf(escapeHtml(viewer.firstname)),
    avatar: signsOf(escapeHtml(viewer.avatar)),
    balance: signsOf(balance),
    bareBalance: signsOf(String(viewer.balanceCredits)),
  };
  const { favourites } = viewer;
  const pieces = template.parts.flatMap(({ before, then }) => {
    if (typeof then === "string") return [before, words[then]];
    return [before, favourites?.has(then.ladyId) ? then.full : then.empty];
  });
  return [...pieces, template.end];
}
