/** Answers about who is here, and about oneself. */
import { conversationOf } from "../../../kv/chats/conversations.ts";
import { pairOfSides } from "../../../kv/chats/pairs.ts";
import { changeChatSettings } from "../../../kv/chats/settings.ts";
import { changeFirstName } from "../../../kv/ladies/profile/first_names.ts";
import type { ChatContext } from "../context.ts";
import type { Conversations } from "../messages/conversation.ts";
import type { Hub } from "../hub.ts";
import type { Presence } from "../presence/presence.ts";
import type { Answers } from "./answer.ts";

/** The parts that these answers use. */
interface Collaborators {
  hub: Hub;
  presence: Presence;
  conversations: Conversations;
}

export function peopleAnswers(
  { store, people }: ChatContext,
  { hub, presence, conversations }: Collaborators,
) {
  return {
    async GetAllConnectedUsers({ person, reply, isMan }) {
      person.unread = await conversations.unreadOf(person.userId, isMan);
      reply("AllConnectedUsers", { users: presence.listFor(person) });
    },

    async GetAllUnreadMessagesForOnlineUsers({ person, reply, isMan }) {
      person.unread = await conversations.unreadOf(person.userId, isMan);
      const users = presence.listFor(person).filter(({ unread }) => unread.length > 0);
      reply("update-user-list", { users, gone: [] });
    },

    async "change-allow-chat"({ connection, person, reply }, { flag }) {
      await changeChatSettings(store, person.userId, { allowChat: flag });
      reply("change-allow-chat-result", { flag });
      hub.send(person.userId, "change-allow-chat-result", { flag }, connection);
    },

    async "change-allow-video-chat"({ connection, person, reply }, { flag }) {
      await changeChatSettings(store, person.userId, { allowVideoChat: flag });
      reply("change-allow-video-chat-result", { flag });
      hub.send(person.userId, "change-allow-video-chat-result", { flag }, connection);
    },

    async "set-chat-translation"({ connection, person, reply }, { flag }) {
      await changeChatSettings(store, person.userId, { translatesMessages: flag });
      reply("set-chat-translation-result", { flag });
      hub.send(person.userId, "set-chat-translation-result", { flag }, connection);
    },

    async setUserName({ person, reply }, { name }) {
      const changed = await changeFirstName(store, person.userId, name);
      if (!changed.ok) return changed;
      reply("fetchUserData", { user: await people.find(person.userId) });
    },

    async "fetch-user-data"({ person, reply, isMan }, { uid }) {
      const pair = pairOfSides(isMan, person.userId, uid);
      const [found, conversation] = await Promise.all([people.find(uid), conversationOf(store, pair)]);
      const user = found ?? (conversation.value && await people.partner(uid, isMan ? "girl" : "man"));
      const isVisible = user !== null &&
        (uid === person.userId || (user.userGender !== person.gender && !person.blockedIds.has(uid)));
      reply("fetchUserData", { user: isVisible ? user : null });
    },
  } satisfies Partial<Answers>;
}
