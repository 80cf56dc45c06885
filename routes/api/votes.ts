/** Calls about the vote of the day. */
import * as z from "zod";
import { shownLadiesByIds } from "../../kv/ladies/ladies.ts";
import { ballotOfDay, castVote } from "../../kv/ladies/votes.ts";
import { idField, relationsField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";
import { girlOf, girlShape } from "./describing/shapes.ts";

export const voteCalls = [
  defineCall({
    method: "get",
    path: "/vote/get-girls",
    summary: "The ladies on the ballot of today; any other published lady can be voted for as well",
    access: "no_ladies",
    query: z.object({ relations: relationsField }).loose(),
    answer: z.object({ girls: z.array(girlShape) }),
    async handle(c) {
      const { store } = c.var.deps;
      const ballot = ballotOfDay(store).filter((id) => !c.var.signedIn?.blockedIds.has(id));
      const records = await shownLadiesByIds(store, ballot);
      return { ok: true, answer: { girls: records.map((record) => girlOf(c, record)) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/vote/girl",
    summary: "Give a lady one's vote of the day; a second one of the same UTC day is refused with 409",
    access: "men",
    refuses: ["blocked", "not_found", "already_voted", "too_many_requests"],
    body: z.object({ id: idField }).loose(),
    answer: z.object({ girl: girlShape.extend({ votes: z.number() }) }),
    async handle(c, { body, user }) {
      const voted = await castVote(c.var.deps.store, user.id, body.id);
      if (!voted.ok) return voted;
      return { ok: true, answer: { girl: { ...girlOf(c, voted.record), votes: voted.record.votes } } };
    },
  }),
];
