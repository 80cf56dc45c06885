/** A message as tabs are told of it. */
import type { Conversation } from "../../../kv/chats/conversations.ts";
import { authorIdOf, type Message, messageIdOf } from "../../../kv/chats/messages.ts";
import { partnerIn } from "../../../kv/chats/pairs.ts";
import { isViewed } from "../../../kv/chats/views.ts";
import { languageOf } from "../../../kv/letters/language.ts";
import type { ChatMessage } from "../../shared/server_events.ts";
import type { People } from "../people.ts";
import type { Presence } from "../presence/presence.ts";

/** Where an author's name and languages come from: `presence` knows them of people online, without asking the store. */
export interface Authors {
  presence: Presence;
  people: People;
}

/**
 * A message as `readerId` reads it; its translation is for the recipient alone. `conversation` says what was seen; null
 * if nothing was.
 */
export async function shownMessage(
  { presence, people }: Authors,
  message: Message,
  conversation: Conversation | null,
  readerId?: number,
): Promise<ChatMessage> {
  const from = authorIdOf(message);
  const { userName, languages } = presence.shown(from) ?? await people.author(from);
  const language = languageOf(message.body, languages);
  return {
    _id: messageIdOf(message),
    seq: message.seq,
    clientId: message.clientId,
    from,
    to: partnerIn(message, from),
    body: message.body,
    ...(message.erasedAt !== undefined && { erased: true }),
    createdAt: new Date(message.at).toISOString(),
    viewed: conversation !== null && isViewed(message, conversation, readerId !== undefined && readerId !== from),
    fromName: userName,
    ...(language !== "und" && { language }),
    translation: readerId !== undefined && readerId !== from ? message.translation ?? null : null,
  };
}
