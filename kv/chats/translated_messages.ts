/** Translations of messages: kept in the message itself, which has one reader, and asked for once. */
import { likelyLanguagesOf, readingOf } from "../accounts/languages.ts";
import { userById } from "../accounts/users.ts";
import { isReadBy, languageOf } from "../letters/language.ts";
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse } from "../store/refusals.ts";
import { authorIdOf, type Message, type MessageTranslation } from "./messages.ts";
import { partnerIn } from "./pairs.ts";
import { chatSettingsOf, wishesTranslations } from "./settings.ts";

/** The translation that a message needs for its reader; languages in BCP 47. */
export interface WantedMessage {
  readerId: number;
  from: string;
  to: string;
}

/**
 * The translation that a message needs. Null if it has one or holds no words, if its reader reads its language or has
 * switched translations off, and if either of the two has left.
 */
export async function translationWantedOf(store: Store, message: Message): Promise<WantedMessage | null> {
  if (message.translation || message.erasedAt !== undefined) return null;
  const authorId = authorIdOf(message);
  const readerId = partnerIn(message, authorId);
  const [author, reader] = [await userById(store, authorId), await userById(store, readerId)];
  if (!author || !reader) return null;
  if (!wishesTranslations(await chatSettingsOf(store, readerId))) return null;
  const from = languageOf(message.body, likelyLanguagesOf(author));
  const reading = readingOf(reader);
  if (isReadBy(reading, from)) return null;
  return { readerId, from, to: reading.into };
}

/** Stores a translation in the message; false if the message, or its body, is gone by now. */
export async function keepTranslation(
  store: Store,
  { manId, ladyId, seq }: Message,
  translation: MessageTranslation,
): Promise<boolean> {
  const kept = await changeRecord<Message>(
    store,
    keys.chatMessage(manId, ladyId, seq),
    (message) => message.erasedAt === undefined ? { ...message, translation } : refuse("not_found"),
  );
  return kept.ok;
}
