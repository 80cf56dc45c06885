/** Answers about calls. */
import { changeChatSettings } from "../../../kv/chats/settings.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { CallMeter } from "../calls/call_meter.ts";
import { type CallSignals, isFromReturningPage } from "../calls/call_signals.ts";
import type { Calls } from "../calls/calls.ts";
import type { ChatContext } from "../context.ts";
import type { Hub } from "../hub.ts";
import type { Requests } from "../requests/requests.ts";
import type { Answers } from "./answer.ts";

/** The parts that these answers use. */
interface Collaborators {
  hub: Hub;
  requests: Requests;
  calls: Calls;
  callMeter: CallMeter;
  signals: CallSignals;
}

export function callAnswers(
  { store }: ChatContext,
  { hub, requests, calls, callMeter, signals }: Collaborators,
) {
  return {
    async "video-prepare"({ connection, reply }, { to }) {
      const prepared = await calls.prepare(connection, to);
      if (!prepared.ok) return prepared;
      const { iceServers, relayOnly, hasRelay } = prepared;
      reply("video-prepared", { iceServers, relayOnly, hasRelay });
    },

    "video-request": ({ connection, reply }, { to, offer, directAgreed, quoted }) =>
      calls.invite(connection, { toId: to, offer, directAgreed, quoted }, reply),

    "video-request-accept": ({ connection, reply }, { to: askerId, requestId: id, answer, directAgreed, quoted }) =>
      calls.accept(
        connection,
        { askerId, id, answer, directAgreed, quoted },
        (told) => reply("video-request-accept", told),
      ),

    "video-request-decline": ({ connection, reply }, { to, requestId }) =>
      calls.decline(connection, { askerId: to, id: requestId }, () => reply("video-request-decline", { to })),

    async "video-request-cancel"({ person, reply }, { to, requestId }) {
      if (!await requests.withdraw(person.userId, to, requestId)) return refuse("request_over");
      reply("video-request-cancel", { to });
    },

    async "video-signal"({ connection }, { to, signal }) {
      const refused = await signals.signal(connection, to, signal);
      if (refused) return refused;
      if (isFromReturningPage(signal)) await callMeter.cameBack(connection, to);
    },

    "video-connected": ({ connection, reply }, { chatID }) =>
      callMeter.connected(connection, chatID, (told) => reply("video-connected", told)),

    "video-lost": ({ connection, reply }, { chatID }) =>
      callMeter.lost(connection, chatID, (told) => reply("video-lost", told)),

    "video-end": ({ connection, reply }, { chatID }) =>
      callMeter.stop(connection, chatID, (told) => reply("video-end", told)),

    async "change-relay-only"({ connection, person, reply }, { flag }) {
      await changeChatSettings(store, person.userId, { relayOnly: flag });
      reply("change-relay-only-result", { flag });
      hub.send(person.userId, "change-relay-only-result", { flag }, connection);
    },
  } satisfies Partial<Answers>;
}
