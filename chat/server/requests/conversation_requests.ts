/** Conversation requests: asking somebody to write to each other, and answering. A request waits for long. */
import { answerRequest, requestConversation, requestsTo } from "../../../kv/chats/requests.ts";
import { blockedWith } from "../../../kv/safety/blocks.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { ServerEvents } from "../../shared/server_events.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import type { Hub } from "../hub.ts";
import { mayAsk } from "./may_ask.ts";

type RequestItem = ServerEvents["allRequests"]["requests"][number];

/** A longer list is cut: nobody could answer it. */
const listedMax = 200;

export class ConversationRequests {
  #context: ChatContext;
  #hub: Hub;

  constructor(context: ChatContext, hub: Hub) {
    this.#context = context;
    this.#hub = hub;
  }

  /** Asks somebody to write to each other; `answer` says what came of it. */
  async ask(
    asker: Connection,
    toId: number,
    answer: <
      Name extends "conversation-exists" | "conversation-exists-accepted" | "conversation-need-accept" | "conversation",
    >(
      event: Name,
      data: ServerEvents[Name],
    ) => void,
  ): Promise<Refusal | void> {
    const paired = await mayAsk(this.#context.store, asker.userId, toId);
    if (!paired.ok) return paired;
    const asked = await requestConversation(this.#context.store, paired.pair, asker.userId);
    if (asked.outcome === "exists") return answer("conversation-exists", { to: toId });
    if (asked.outcome === "exists_accepted") return answer("conversation-exists-accepted", { to: toId });
    if (asked.outcome === "need_accept") return answer("conversation-need-accept", { to: toId });
    answer("conversation", { name: await this.#context.people.nameOf(toId), to: toId });
    await this.tell(toId);
  }

  /** Accepts or declines a request; `answer` tells the one who answers first, before the asker. */
  async answer(
    answerer: Connection,
    askerId: number,
    accepts: boolean,
    answer: () => void,
  ): Promise<Refusal | void> {
    const paired = await mayAsk(this.#context.store, answerer.userId, askerId);
    if (!paired.ok) return paired;
    const answered = await answerRequest(this.#context.store, paired.pair, answerer.userId, accepts);
    if (!answered.ok) return answered;
    answer();
    if (answered.isRepeat) return;
    const hub = this.#hub;
    const name = await this.#context.people.nameOf(answerer.userId);
    hub.send(askerId, accepts ? "your-request-accept" : "your-request-decline", { uid: answerer.userId, name });
    const requests = await this.listFor(answerer.userId);
    hub.send(answerer.userId, "allRequests", { requests }, answerer);
  }

  /** What others asked of a person. */
  async listFor(userId: number): Promise<RequestItem[]> {
    const { store, people } = this.#context;
    const me = await people.find(userId);
    if (!me) return [];
    const blockedIds = await blockedWith(store, userId);
    const requests = (await requestsTo(store, userId, me.userGender === "man"))
      .filter(({ askerId }) => !blockedIds.has(askerId));
    const items = await Promise.all(
      requests.slice(0, listedMax).map(async (request): Promise<RequestItem | null> => {
        const from = await people.find(request.askerId);
        return from &&
          { from, req: { _id: request.id, from: request.askerId, accepted: request.state === "accepted" } };
      }),
    );
    return items.filter((item) => item !== null);
  }

  /** Tells a person who is here what others ask. */
  async tell(userId: number): Promise<void> {
    if (!this.#hub.isConnected(userId)) return;
    this.#hub.send(userId, "allRequests", { requests: await this.listFor(userId) });
  }
}
