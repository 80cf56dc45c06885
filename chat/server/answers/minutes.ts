/** Answers about a chat and its minutes: the balance, the beginning, the next minute, the end. */
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { iceServersFor } from "../calls/ice_servers.ts";
import { noChatEnded, paidFor, summaryFor } from "../chat_figures.ts";
import type { ChatContext } from "../context.ts";
import type { Endings } from "../endings.ts";
import type { Meter } from "../meter.ts";
import { problemOf } from "../problems.ts";
import { creditsFor, mayAsk } from "../requests/may_ask.ts";
import type { Requests } from "../requests/requests.ts";
import type { Answers, Ask } from "./answer.ts";

/** The parts that these answers use. */
interface Collaborators {
  meter: Meter;
  endings: Endings;
  requests: Requests;
}

export function minuteAnswers(context: ChatContext, { meter, endings, requests }: Collaborators) {
  const { store, people } = context;

  /** Ends the person's chat, or takes back the person's invitation, even if it was accepted just now. */
  async function stop({ connection, person, isMan, reply }: Ask, partnerId: number | null): Promise<Refusal | void> {
    const end = () => endings.stop(person.userId, partnerId, connection);
    let stopped = await end();
    if (!stopped.ok && await requests.takeBack(connection, partnerId ?? undefined)) {
      return reply("chat-session-end", noChatEnded);
    }
    // The chat that was agreed to may have begun meanwhile.
    if (!stopped.ok) stopped = await end();
    if (!stopped.ok) return stopped;
    reply("chat-session-end", summaryFor(stopped.chat, isMan ? "man" : "lady"));
  }

  return {
    async "check-balance"({ person, reply, isMan }, { video }) {
      if (!isMan) return reply("balance-is", { balance: 0, error: null });
      const { balanceCredits, areEnough } = await creditsFor(store, person.userId, video ? "video" : "text");
      reply("balance-is", { balance: balanceCredits, error: areEnough ? null : 402 });
    },

    async "do-start-chat-session"({ connection, person, reply, isMan }, { targetID, video }) {
      const refusedBy = (refusal: Refusal) => {
        // She learns nothing of his credits, only that the chat is not paid.
        const shown = refusal.reason === "insufficient_credits" && !isMan ? refuse("chat_unpaid") : refusal;
        reply("chat-session-create", { id: null, error: problemOf(context, connection, shown) });
      };
      const paired = await mayAsk(store, person.userId, targetID);
      if (!paired.ok) return refusedBy(paired);
      const iceServers = video ? await iceServersFor(context) : undefined;
      const starting = { starterId: person.userId, kind: video ? "video" : "text" } as const;
      const started = await meter.start(paired.pair, starting, connection, (id) => {
        reply("chat-session-create", { id, error: null, ...(video && { video, iceServers }) });
      });
      if (!started.ok) return refusedBy(started);
      await requests.chatBegan(paired.pair);
    },

    async "do-reserve-chat-time"({ connection, person, reply }, { chatID, quoted }) {
      const reserved = await meter.reserve(person.userId, chatID, quoted);
      if (reserved.ok) {
        reply("reserve-time-done", paidFor(reserved.chat, reserved.balanceCredits, store.now()));
      } else if (reserved.reason === "not_found") {
        return refuse("forbidden");
      } else {
        const [balance, chat] = await Promise.all([
          balanceOf(store, person.userId),
          chatOfPerson(store, person.userId),
        ]);
        const name = chat ? await people.nameOf(chat.ladyId, connection.locale) : "";
        const error = problemOf(context, connection, reserved, { name });
        reply("reserve-time-done", { minutes: 0, cost: 0, balance, paidUntil: null, error });
      }
      await meter.reserved(connection, chatID, reserved);
    },

    "do-end-chat-session": (ask, { manId, girlId }) => {
      const { isMan, person } = ask;
      const mine = isMan ? manId : girlId;
      if (mine !== undefined && mine !== person.userId) return refuse("forbidden");
      return stop(ask, (isMan ? girlId : manId) ?? null);
    },

    "stop-text-chat": (ask, { targetId }) => stop(ask, targetId),
  } satisfies Partial<Answers>;
}
