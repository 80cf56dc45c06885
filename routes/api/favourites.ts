/** Calls about a man's favourites. */
import * as z from "zod";
import { dropFavourite, favouritePage, keepFavourite } from "../../kv/ladies/favourites.ts";
import { ladiesByIds } from "../../kv/ladies/ladies.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { idField } from "../http/fields.ts";
import { ladyQueryOf, searchSchema } from "../ladies/search_query.ts";
import { defineCall } from "./describing/call.ts";
import { girlOf, girlShape } from "./describing/shapes.ts";

const idParam = z.object({ id: idField });

export const favouriteCalls = [
  defineCall({
    method: "get",
    path: "/users/me/favorite",
    summary: "One's favourites, narrowed by the filters of a search; without `sort` the latest kept first",
    access: "men",
    query: searchSchema,
    answer: z.object({ users: z.array(girlShape), totalCount: z.number() }),
    async handle(c, { query, user }) {
      const { store } = c.var.deps;
      const asked = ladyQueryOf(query, user);
      const { ids, total } = await favouritePage(store, user.id, {
        ...asked,
        withoutIds: c.var.signedIn?.blockedIds,
        sort: c.req.query("sort") ? asked.sort : undefined,
      });
      const records = await ladiesByIds(store, ids);
      return { ok: true, answer: { users: records.map((record) => girlOf(c, record)), totalCount: total } };
    },
  }),
  defineCall({
    method: "post",
    path: "/users/:id/favorite",
    summary: "Keep a lady among one's favourites",
    access: "men",
    refuses: ["blocked", "too_many_favourites"],
    params: idParam,
    body: z.object({ id: idField.optional() }).loose(),
    answer: z.object({ favorite: z.object({ id: z.number(), userId: z.number(), date: z.string() }) }),
    async handle(c, { params: { id }, body, user }) {
      if (body.id !== undefined && body.id !== id) return refuse("invalid", { fields: { id: "wrong_value" } });
      const kept = await keepFavourite(c.var.deps.store, user.id, id);
      if (!kept.ok) return kept;
      return { ok: true, answer: { favorite: { id, userId: id, date: new Date(kept.at).toISOString() } } };
    },
  }),
  defineCall({
    method: "delete",
    path: "/users/:id/favorite",
    summary: "Let a favourite go; one who is none changes nothing",
    access: "men",
    params: idParam,
    async handle(c, { params: { id }, user }) {
      await dropFavourite(c.var.deps.store, user.id, id);
      return { ok: true };
    },
  }),
];
