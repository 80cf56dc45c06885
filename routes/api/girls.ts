/** Calls about ladies, and the countries of the world. */
import * as z from "zod";
import { lady } from "../../kv/accounts/users.ts";
import { favouritePage } from "../../kv/ladies/favourites.ts";
import type { LadyPage } from "../../kv/ladies/index/lady_index.ts";
import { indexOfLadies, publishedLadyById, shownLadiesByIds } from "../../kv/ladies/ladies.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import { countryOptions, ladyCountryIds } from "../account/country_names.ts";
import { isAdmitted, mayLookAt } from "../http/access.ts";
import type { AppContext } from "../http/env.ts";
import { flag, idField, line, wholeNumberFrom } from "../http/fields.ts";
import { ladyQueryOf, type SearchInput, searchSchema } from "../ladies/search_query.ts";
import { defineCall } from "./describing/call.ts";
import { countryShape, girlOf, girlShape } from "./describing/shapes.ts";

async function found(c: AppContext, input: SearchInput): Promise<Result<LadyPage>> {
  const { deps: { store }, signedIn } = c.var;
  const query = { ...ladyQueryOf(input, signedIn?.user), withoutIds: signedIn?.blockedIds };
  if (!input.favorites) {
    // A visitor who knows a lady's id finds her, even if she stands in no list.
    const index = input.id === undefined ? store.ladies : await indexOfLadies(store, [input.id]);
    return { ok: true, ...index.search(query, store.now()) };
  }
  if (!signedIn) return refuse("not_signed_in");
  if (!isAdmitted("men", signedIn.user.groupId)) return refuse("wrong_role");
  return { ok: true, ...await favouritePage(store, signedIn.user.id, query) };
}

export const girlCalls = [
  defineCall({
    method: "get",
    path: "/girls",
    summary: "Search published ladies; an empty field asks for nothing",
    access: "no_ladies",
    refuses: ["not_signed_in", "wrong_role"],
    query: searchSchema,
    answer: z.object({ girls: z.array(girlShape), totalCount: z.number() }),
    async handle(c, { query }) {
      const page = await found(c, query);
      if (!page.ok) return page;
      const records = await shownLadiesByIds(c.var.deps.store, page.ids);
      return { ok: true, answer: { girls: records.map((record) => girlOf(c, record)), totalCount: page.total } };
    },
  }),
  defineCall({
    method: "get",
    path: "/girls/:id",
    summary: "One published lady",
    access: "everyone",
    refuses: ["wrong_role"],
    params: z.object({ id: idField }),
    answer: z.object({ girl: girlShape }),
    async handle(c, { params, user }) {
      if (user?.id !== params.id && !mayLookAt(user?.groupId ?? "guest", lady)) return refuse("wrong_role");
      const record = await publishedLadyById(c.var.deps.store, params.id);
      return record && !c.var.signedIn?.blockedIds.has(record.id)
        ? { ok: true, answer: { girl: girlOf(c, record) } }
        : refuse("not_found");
    },
  }),
  defineCall({
    method: "get",
    path: "/countries",
    summary: "The countries of the world, or of published ladies, by name",
    access: "everyone",
    query: z.object({ direction: z.enum(["asc", "desc"], "wrong_value").default("asc"), existsInGirlsProfiles: flag })
      .loose(),
    answer: z.object({ countries: z.array(countryShape) }),
    handle(c, { query }) {
      const counts = c.var.deps.store.ladies.countByCountry();
      const found = countryOptions(c.var.facts.locale)
        .filter(({ id }) => !query.existsInGirlsProfiles || (ladyCountryIds.includes(id) && (counts.get(id) ?? 0) > 0))
        .map(({ id, iso, label }) => ({ id, name: label, iso }));
      if (query.direction === "desc") found.reverse();
      return Promise.resolve({ ok: true, answer: { countries: found } });
    },
  }),
  defineCall({
    method: "get",
    path: "/users/unique",
    summary: "The first names of published ladies, each once",
    access: "everyone",
    query: z.object({
      attribute: z.literal("firstname", "wrong_value"),
      groupId: wholeNumberFrom(2, 2).default(2),
      search: line(40).default(""),
      limit: wholeNumberFrom(1, 1000).default(1000),
    }).loose(),
    answer: z.object({ list: z.array(z.string()) }),
    handle(c, { query }) {
      const list = c.var.deps.store.ladies.uniqueFirstnames(query.search, query.limit, c.var.facts.locale);
      return Promise.resolve({ ok: true, answer: { list } });
    },
  }),
];
