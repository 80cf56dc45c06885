/** A man's saved searches: how many ladies are new in each since he looked, how each tells him, and saving one more. */
import * as z from "zod";
import {
  changeSearch,
  dropSearch,
  type SavedSearch,
  savedSearchesOf,
  saveSearch,
  searchAlerts,
  searchNameLength,
} from "../../../kv/ladies/saved_searches.ts";
import { wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { subscriptionsOf } from "../../../kv/accounts/push_subscriptions.ts";
import { type Refusal, refusals, refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { requiredLine } from "../../http/fields.ts";
import { leaveFlash } from "../../http/flash.ts";
import { neighbourOf } from "../../http/neighbour.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { type Body, parseInput } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { countsOfSearch, savedQueryOf, savedSearchesPath } from "../../ladies/saved_query.ts";
import { chosenOf, readGiven } from "../../ladies/search_state.ts";
import { nameOfSearch, type SaveAgain } from "../girls/save_search.tsx";
import { searchAnchor, SearchesView, type SearchRow } from "./searches_view.tsx";

export const searchesPage: PageDefinition = {
  paths: [savedSearchesPath],
  access: "men",
  get: (c) => show(c),
  post,
};

const nameField = requiredLine(searchNameLength);
const alertField = z.enum(searchAlerts, "wrong_value");
const idField = z.string().max(100, "wrong_value");

const form = z.discriminatedUnion("action", [
  z.object({ action: z.literal("save"), name: nameField, query: z.string(), alert: alertField }),
  z.object({ action: z.literal("look"), id: idField }),
  z.object({ action: z.literal("change"), id: idField, alert: alertField }),
  z.object({ action: z.literal("delete"), id: idField }),
]);

async function post(c: MemberContext, body: Body): Promise<Response> {
  const read = parseInput(form, body);
  if (!read.ok) return body.action === "save" ? await show(c, readAgain(body, read)) : await answerRefusal(c, read);
  const { deps: { store }, facts: { prefix }, signedIn: { user } } = c.var;
  const asked = read.value;
  if (asked.action === "delete") {
    const ids = (await savedSearchesOf(store, user.id)).map(({ id }) => id);
    await dropSearch(store, user.id, asked.id);
    return done(c, "searches:flash.deleted", neighbourOf(ids, asked.id));
  }
  if (asked.action === "look") {
    const seen = await changeSearch(store, user.id, asked.id, { isSeen: true });
    if (!seen.ok) return await answerRefusal(c, seen);
    const { query } = seen.search;
    return c.redirect(localHref(prefix, "/search") + (query && `?${query}`), 303);
  }
  if (asked.action === "change") {
    const changed = await changeSearch(store, user.id, asked.id, { alert: asked.alert });
    if (!changed.ok) return await answerRefusal(c, changed);
    return done(c, "searches:flash.changed", asked.id);
  } else {
    const query = savedQueryOf(asked.query);
    if (query === null) return await answerRefusal(c, refuse("invalid"));
    const saved = await saveSearch(store, user.id, {
      name: asked.name,
      query,
      // The form is the same for all men: it begins with "none" even if he chose something else for this search before.
      alert: asked.alert === "none" ? undefined : asked.alert,
      isNameSuggested: asked.name === suggestedName(c, query),
    });
    if (!saved.ok) return await show(c, readAgain(body, saved));
  }
  return done(c, "searches:flash.saved");
}

/** The name that the form below a search suggests. */
function suggestedName(c: MemberContext, query: string): string {
  const { t, locale } = c.var.facts;
  return nameOfSearch(chosenOf(locale, t, readGiven(new URLSearchParams(query))), t("search:comma"));
}

/** Leads to the list, to the search that has `id`. */
function done(c: MemberContext, flash: string, id?: string): Response {
  leaveFlash(c, "success", flash);
  const anchor = id === undefined ? "" : `#${searchAnchor(id)}`;
  return c.redirect(localHref(c.var.facts.prefix, savedSearchesPath) + anchor, 303);
}

interface Again {
  form: SaveAgain;
  status: (typeof refusals)[Refusal["reason"]];
}

/** The form as it was sent, with what is wrong with it. */
function readAgain({ name, query, alert }: Body, refusal: Refusal): Again {
  const text = (value: unknown) => typeof value === "string" ? value : "";
  const rule = refusal.fields?.name;
  const wrong = rule ? `refusals:field.${rule}` : `refusals:${refusal.reason}`;
  return {
    form: {
      name: text(name),
      query: savedQueryOf(text(query)) ?? "",
      alert: searchAlerts.find((each) => each === alert) ?? "none",
      wrong,
    },
    status: refusals[refusal.reason],
  };
}

async function show(c: MemberContext, again?: Again): Promise<Response> {
  const { deps: { store, push }, facts: { t, prefix }, signedIn: { user } } = c.var;
  const [searches, devices] = await Promise.all([
    savedSearchesOf(store, user.id),
    push ? subscriptionsOf(store, user.id) : [],
  ]);
  const title = t("searches:title");
  return await answerPage(c, {
    title,
    status: again?.status,
    robots: "noindex",
    crumbs: [
      { label: t("search:home"), href: localHref(prefix, "/") },
      { label: t("search:title"), href: localHref(prefix, "/search") },
      { label: title },
    ],
    view: (
      <SearchesView
        rows={searches.map((search) => rowOf(c, search))}
        man={user}
        again={again?.form}
        mayPush={push !== undefined}
        isWithoutDevice={devices.length === 0 && searches.some(({ alert }) => alert === "push")}
        isMailOff={!wishesMail(user, "searches") && searches.some(({ alert }) => alert === "mail")}
      />
    ),
  });
}

function rowOf(c: MemberContext, search: SavedSearch): SearchRow {
  const { deps: { store }, facts: { t, locale }, signedIn: { user, blockedIds } } = c.var;
  const chosen = chosenOf(locale, t, readGiven(new URLSearchParams(search.query)));
  return {
    search,
    filters: chosen.map(({ label, value }) => t("search:colon", { what: label, value })),
    ...countsOfSearch(store, search, user, blockedIds),
  };
}
