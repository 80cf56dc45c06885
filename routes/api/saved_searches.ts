/** Calls about a man's saved searches. */
import * as z from "zod";
import type { User } from "../../kv/accounts/users.ts";
import {
  changeSearch,
  dropSearch,
  type SavedSearch,
  savedSearchesOf,
  saveSearch,
  searchAlerts,
  searchNameLength,
  searchQueryLength,
} from "../../kv/ladies/saved_searches.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { requiredLine } from "../http/fields.ts";
import { countsOfSearch, hasFiltersAlone, savedQueryOf } from "../ladies/saved_query.ts";
import { defineCall } from "./describing/call.ts";

const idParam = z.object({ id: z.string().max(100, "wrong_value") });
const nameField = requiredLine(searchNameLength);
const alertField = z.enum(searchAlerts, "wrong_value")
  .describe("How newly published ladies are told of: not at all, by one mail a day, or by a note to one's devices");

const searchShape = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string().describe("The filters as the address of `/search` and `/api/girls` writes them"),
  alert: z.enum(searchAlerts),
  createdAt: z.string(),
  seenAt: z.string().describe("When one last looked at whom it finds"),
  newCount: z.number().describe("How many of them were first published since then"),
  totalCount: z.number(),
});
const answer = z.object({ search: searchShape });

export const savedSearchCalls = [
  defineCall({
    method: "get",
    path: "/searches",
    summary: "One's saved searches, the oldest first",
    access: "men",
    answer: z.object({ searches: z.array(searchShape) }),
    async handle(c, { user }) {
      const searches = await savedSearchesOf(c.var.deps.store, user.id);
      return { ok: true, answer: { searches: searches.map((search) => shapeOf(c, user, search)) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/searches",
    summary: "Save a search under a name; one with the same filters is named anew, and tells as before without `alert`",
    access: "men",
    refuses: ["too_many_searches"],
    body: z.object({
      name: nameField,
      query: z.string().max(searchQueryLength, "too_long").default(""),
      alert: alertField.optional(),
    }).loose(),
    answer,
    async handle(c, { body: { name, alert, ...sent }, user }) {
      const query = hasFiltersAlone(sent.query) ? savedQueryOf(sent.query) : null;
      if (query === null) return refuse("invalid", { fields: { query: "wrong_value" } });
      return answerOf(c, user, await saveSearch(c.var.deps.store, user.id, { name, query, alert }));
    },
  }),
  defineCall({
    method: "patch",
    path: "/searches/:id",
    summary: "Name a saved search anew, let it tell in another way, or say that one has looked at whom it finds",
    access: "men",
    params: idParam,
    body: z.object({
      name: nameField.optional(),
      alert: alertField.optional(),
      seen: z.literal(true).optional().describe("Whoever is published from now on is new"),
    }).loose(),
    answer,
    async handle(c, { params: { id }, body: { name, alert, seen }, user }) {
      return answerOf(c, user, await changeSearch(c.var.deps.store, user.id, id, { name, alert, isSeen: seen }));
    },
  }),
  defineCall({
    method: "delete",
    path: "/searches/:id",
    summary: "Delete a saved search; one that is not there changes nothing",
    access: "men",
    params: idParam,
    async handle(c, { params: { id }, user }) {
      await dropSearch(c.var.deps.store, user.id, id);
      return { ok: true };
    },
  }),
];

const answerOf = (c: AppContext, user: User, kept: Result<{ search: SavedSearch }>) =>
  kept.ok ? { ok: true as const, answer: { search: shapeOf(c, user, kept.search) } } : kept;

function shapeOf(c: AppContext, user: User, search: SavedSearch): z.infer<typeof searchShape> {
  const { id, name, query, alert, createdAt, seenAt } = search;
  return {
    id,
    name,
    query,
    alert,
    createdAt: new Date(createdAt).toISOString(),
    seenAt: new Date(seenAt).toISOString(),
    ...countsOfSearch(c.var.deps.store, search, user, c.var.signedIn?.blockedIds),
  };
}
