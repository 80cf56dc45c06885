/**
 * GET /api/events: tells a person's open pages how many letters wait unread, a man his balance, and who asks for a chat,
 * now and whenever that changes.
 */
import type { Hono } from "hono";
import { isSessionAlive, sessionTopic } from "../../kv/accounts/signing_in/sessions.ts";
import { man } from "../../kv/accounts/users.ts";
import { invitationsTopic } from "../../kv/chats/invitations.ts";
import { balanceNow, creditsTopic } from "../../kv/credits/ledger/ledger.ts";
import { unreadCounts } from "../../kv/letters/boxes/boxes.ts";
import { lettersTopic } from "../../kv/letters/notifications.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { chatAccess, isAdmitted } from "../http/access.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";
import { askingOf } from "./asking.ts";
import { openChat } from "./chat_socket.ts";

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
 * The stream of the signed-in person: `new-message` with `{"counter":{"inbox":n,"introduction":n}}`, for a man `balance`
 * with `{"balance":n,"seq":n}`, where `seq` is the number of the ledger's last entry, and `invitations` with those that
 * wait now (asking.ts). Who listens is online. `again` asks the page to open another stream, because this one ends soon.
 * Refuses `not_signed_in`, and `forbidden` if `user` names somebody else: a page that stayed open while another person
 * signed in asks only for its own person's events.
 */
async function answerEvents(c: AppContext): Promise<Response> {
  const { signedIn, deps } = c.var;
  if (!signedIn) return answerRefusal(c, refuse("not_signed_in"));
  const { user, session: { tokenHash } } = signedIn;
  const meant = c.req.query("user");
  if (meant !== undefined && meant !== String(user.id)) return answerRefusal(c, refuse("forbidden"));
  if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
  const { store } = deps;
  const chat = await openChat(deps);
  const body = deps.running.streams.open({
    userId: user.id,
    pubsub: store.pubsub,
    events: {
      "new-message": {
        topic: lettersTopic(user.id),
        async read() {
          const { inbox, introduction } = await unreadCounts(store, user.id);
          return { counter: { inbox, introduction } };
        },
      },
      ...(user.groupId === man && {
        balance: { topic: creditsTopic(user.id), read: () => balanceNow(store, user.id) },
      }),
      ...(isAdmitted(chatAccess, user.groupId) && {
        invitations: { topic: invitationsTopic(user.id), read: () => askingOf(c, chat, user) },
      }),
    },
    isAllowed: () => isSessionAlive(store, tokenHash),
    allowedTopic: sessionTopic(tokenHash),
    begun: () => chat.pageOpened(user.id),
  });
  return c.body(body, 200, headers);
}
