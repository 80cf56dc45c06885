/** Calls by which two people agree on a time to talk; moments are told in UTC. */
import * as z from "zod";
import { man, type User } from "../../kv/accounts/users.ts";
import { pairWith, partnerIn } from "../../kv/chats/pairs.ts";
import { momentsAtMost, type Talk } from "../../kv/talks/talk.ts";
import { standingTalksOf } from "../../kv/talks/kept_talks.ts";
import { answerTalk, callOffTalk, mayTalk, proposeTalk } from "../../kv/talks/talks.ts";
import { idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const moment = z.iso.datetime({ offset: true, precision: -1 }).or(z.iso.datetime({ offset: true }))
  .describe("A whole minute with its offset, e.g. 2026-11-26T18:00Z");
const kind = z.enum(["text", "video"]);
const idParam = z.object({ id: idField.describe("The other's") });

const talkShape = z.object({
  id: z.string(),
  userId: z.number().describe("The other's"),
  isOwn: z.boolean().describe("Whether one proposed it oneself"),
  kind,
  moments: z.array(z.string()),
  state: z.enum(["proposed", "agreed", "declined", "called_off"]),
  at: z.string().nullable().describe("The moment that was agreed"),
});

const answerShape = z.object({ talk: talkShape });

const told = (talk: Talk, { id }: User): z.infer<typeof talkShape> => ({
  id: talk.id,
  userId: partnerIn(talk, id),
  isOwn: talk.proposerId === id,
  kind: talk.kind,
  moments: talk.moments.map(isoOf),
  state: talk.state,
  at: talk.at === null ? null : isoOf(talk.at),
});

const isoOf = (atMs: number): string => new Date(atMs).toISOString();

export const talkCalls = [
  defineCall({
    method: "get",
    path: "/talks",
    summary: "Times to talk that wait for an answer or were agreed, the nearest first",
    access: "correspondents",
    answer: z.object({ talks: z.array(talkShape) }),
    async handle(c, { user }) {
      const talks = await standingTalksOf(c.var.deps.store, user.id, user.groupId === man);
      return { ok: true, answer: { talks: talks.map((talk) => told(talk, user)) } };
    },
  }),
  defineCall({
    method: "post",
    path: "/users/:id/talk",
    summary: "Propose up to three moments to talk, which costs nothing; the same proposal again changes nothing",
    access: "correspondents",
    refuses: [
      "blocked",
      "background_required",
      "forbidden",
      "introductions_muted",
      "partner_not_accepting",
      "talk_open",
      "too_many_requests",
    ],
    params: idParam,
    body: z.object({ kind, moments: z.array(moment).min(1).max(momentsAtMost) }),
    answer: answerShape,
    async handle(c, { params, body, user }) {
      const proposed = await proposeTalk(c.var.deps.store, {
        proposerId: user.id,
        partnerId: params.id,
        kind: body.kind,
        moments: body.moments.map((each) => Date.parse(each)),
        origin: c.var.facts.origin,
      });
      return proposed.ok ? { ok: true, answer: { talk: told(proposed.talk, user) } } : proposed;
    },
  }),
  defineCall({
    method: "patch",
    path: "/users/:id/talk",
    summary: "Agree to one of the moments, decline them, or call it off",
    access: "correspondents",
    refuses: ["blocked", "background_required", "forbidden", "introductions_muted", "talk_over"],
    params: idParam,
    body: z.object({
      talkId: z.string().max(100),
      answer: z.enum(["agree", "decline", "call_off"]),
      at: moment.optional().describe("To agree: which of the moments"),
    }),
    answer: answerShape,
    async handle(c, { params, body: { talkId, answer, at }, user }) {
      const { deps: { store }, facts: { origin } } = c.var;
      const pair = pairWith(user, params.id);
      // Somebody who is kept away by now is called off as well: nobody must wait in vain.
      const allowed = answer === "call_off" ? { ok: true } as const : await mayTalk(store, user.id, params.id);
      if (!allowed.ok) return allowed;
      const chosenAt = answer === "agree" ? Date.parse(at ?? "") : null;
      const changed = answer === "call_off"
        ? await callOffTalk(store, user.id, pair, { talkId, origin })
        : await answerTalk(store, user.id, pair, { talkId, at: chosenAt, origin });
      return changed.ok ? { ok: true, answer: { talk: told(changed.talk, user) } } : changed;
    },
  }),
];
