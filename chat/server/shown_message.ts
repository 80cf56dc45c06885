/** A message as tabs are told of it. */
import type { Conversation } from "../../kv/chats/conversations.ts";
import { authorIdOf, type Message, messageIdOf } from "../../kv/chats/messages.ts";
import { partnerIn } from "../../kv/chats/pairs.ts";
import { isViewed } from "../../kv/chats/views.ts";
import type { ChatMessage } from "../shared/server_events.ts";
import type { People } from "./people.ts";
import type { Presence } from "./presence.ts";

/** Who knows what somebody is called: of those who are here without asking the store. */
export interface Names {
  presence: Presence;
  people: People;
}

/** For a reader; a translation is its reader's alone. `conversation` says what was seen, null where nothing was. */
export async function shownMessage(
  { presence, people }: Names,
  message: Message,
  conversation: Conversation | null,
  readerId?: number,
): Promise<ChatMessage> {
  const from = authorIdOf(message);
  return {
    _id: messageIdOf(message),
    seq: message.seq,
    clientId: message.clientId,
    from,
    to: partnerIn(message, from),
    body: message.body,
    createdAt: new Date(message.at).toISOString(),
    viewed: conversation !== null && isViewed(message, conversation),
    fromName: presence.nameOf(from) ?? await people.nameOf(from),
    translation: readerId !== undefined && readerId !== from ? message.translation ?? null : null,
  };
}
