/** Answers about what two people write to each other. */
import { conversationsOf, unreadIn } from "../../../kv/chats/conversations.ts";
import { placeOfMessageId } from "../../../kv/chats/messages.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { ChatContext } from "../context.ts";
import type { Conversations } from "../messages/conversation.ts";
import type { PastMessages } from "../messages/past_messages.ts";
import type { MessageTranslations } from "../messages/translations.ts";
import type { Typing } from "../messages/typing.ts";
import type { Answers } from "./answer.ts";

/** How many conversations are listed at most: the list is one frame. */
const conversationsMax = 200;

/** The parts that these answers use. */
interface Collaborators {
  conversations: Conversations;
  pastMessages: PastMessages;
  typing: Typing;
  translations: MessageTranslations;
}

export function messageAnswers(
  { store, people }: ChatContext,
  { conversations, pastMessages, typing, translations }: Collaborators,
) {
  return {
    ChatNewMessage: ({ connection, reply }, { to, message: body, clientId }) =>
      conversations.write(connection, { to, body, clientId }, (message) => reply("NewMessage", { message })),

    typing: ({ connection }, { to, isTyping }) => typing.say(connection.userId, to, isTyping),

    async getChatHistory({ person, reply, isMan }, { to, ...wanted }) {
      reply("chatHistory", await pastMessages.history(person.userId, isMan, to, wanted));
    },

    async "translate-message"({ connection, reply }, { id }) {
      const place = placeOfMessageId(id);
      const made = place ? await translations.again(connection, place) : refuse("not_found");
      if (!made.ok) return made;
      reply("message-translated", made.told);
    },

    async "message-set-viewed"({ connection, reply }, { message }) {
      const viewed = await pastMessages.viewedOne(connection, message.id);
      if (!viewed.ok) return viewed;
      reply("message-set-viewed", { count: viewed.count });
    },

    async setAllUnreadMsgToViewed({ connection, reply, isMan }, { from }) {
      const viewed = await pastMessages.viewedAll(connection, isMan, from);
      if (!viewed.ok) return viewed;
      reply("setAllUnreadMsgToViewed", { count: viewed.count });
    },

    async getDialogsHistory({ person, reply, isMan }) {
      const listed = (await conversationsOf(store, person.userId, isMan)).slice(0, conversationsMax);
      const dialogs = await Promise.all(listed.map(async (conversation) => {
        const { manId, ladyId, updatedAt } = conversation;
        const found = isMan ? await people.partner(ladyId, "girl") : await people.partner(manId, "man");
        const user = person.blockedIds.has(found.userId) ? people.nameAlone(found) : found;
        const { birth: userBirth, languages: _, ...seen } = user;
        const unread = unreadIn(conversation, person.userId);
        return { ...seen, userBirth, updatedAt: new Date(updatedAt).toISOString(), unread };
      }));
      reply("dialogsHistoryData", { dialogs });
    },
  } satisfies Partial<Answers>;
}
