/**
 * GET /api/events: tells open pages of one person how many letters wait unread, and a man what he has, now and whenever
 * that changes.
 */
import type { Hono } from "hono";
import { isSessionAlive, sessionTopic } from "../../kv/accounts/sessions.ts";
import { man } from "../../kv/accounts/users.ts";
import { balanceNow, creditsTopic } from "../../kv/credits/ledger.ts";
import { unreadCounts } from "../../kv/letters/boxes.ts";
import { lettersTopic } from "../../kv/letters/notifications.ts";
import { refuse } from "../../kv/store/refusals.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // Neither kept nor compressed: a compressor would hold an event back until it has enough of them.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

export function mountEvents(app: Hono<AppEnv>): void {
  app.get("/api/events", (c) => answerEvents(c));
}

/**
 * The stream of the signed-in person: `new-message` with `{"counter":{"inbox":n,"introduction":n}}`, and for a man
 * `balance` with `{"balance":n,"seq":n}`, where `seq` is the number of the ledger's last entry.
 * Refuses `not_signed_in`, and `forbidden` where `user` names somebody else: a page that stayed open while another
 * person signed in asks for its own person only.
 */
function answerEvents(c: AppContext): Response | Promise<Response> {
  const { signedIn, deps } = c.var;
  if (!signedIn) return answerRefusal(c, refuse("not_signed_in"));
  const { user, session: { tokenHash } } = signedIn;
  const meant = c.req.query("user");
  if (meant !== undefined && meant !== String(user.id)) return answerRefusal(c, refuse("forbidden"));
  if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
  const { store } = deps;
  const body = deps.running.streams.open({
    userId: user.id,
    pubsub: store.pubsub,
    topics: [lettersTopic(user.id), creditsTopic(user.id), sessionTopic(tokenHash)],
    events: {
      async "new-message"() {
        const { inbox, introduction } = await unreadCounts(store, user.id);
        return { counter: { inbox, introduction } };
      },
      ...(user.groupId === man && { balance: () => balanceNow(store, user.id) }),
    },
    isAllowed: () => isSessionAlive(store, tokenHash),
  });
  return c.body(body, 200, headers);
}
