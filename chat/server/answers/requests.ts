/** Answers to what one person asks another for. */
import type { ChatContext } from "../context.ts";
import { problemOf } from "../problems.ts";
import type { ConversationRequests } from "../requests/conversation_requests.ts";
import type { Requests } from "../requests/requests.ts";
import type { Answers } from "./answer.ts";

/** The parts that these answers use. */
interface Collaborators {
  requests: Requests;
  conversationRequests: ConversationRequests;
}

export function requestAnswers(context: ChatContext, { requests, conversationRequests }: Collaborators) {
  return {
    "text-request": ({ connection, reply }, { to }) => requests.invite(connection, to, reply),

    "text-request-answer": ({ connection, reply }, { to, ev }) =>
      requests.answer(connection, to, ev, (told) => reply("text-request-answer", told)),

    async "conversation-request"({ connection, reply }, { to }) {
      const refused = await conversationRequests.ask(connection, to, reply);
      if (!refused) return;
      const name = await context.people.nameOf(to, connection.locale);
      reply("conversation-error", problemOf(context, connection, refused, { name }));
    },

    async getAllRequests({ person, reply }) {
      reply("allRequests", { requests: await conversationRequests.listFor(person.userId) });
    },

    "accept-request": ({ connection, reply }, { to }) =>
      conversationRequests.answer(connection, to, true, () => reply("request-accept-answer", { answer: true, to })),

    "decline-request": ({ connection, reply }, { to }) =>
      conversationRequests.answer(connection, to, false, () => reply("request-accept-answer", { answer: false, to })),
  } satisfies Partial<Answers>;
}
