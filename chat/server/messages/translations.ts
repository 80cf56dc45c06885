/**
 * Translations of messages: they follow what was delivered, and nobody waits for them. A provider that is slow, wrong
 * or away changes nothing for those who talk: the words as they were written stand. The instance where a message was
 * written asks for its translation, and tells the others that it is there.
 */
import { getLogger } from "@logtape/logtape";
import {
  authorIdOf,
  type Message,
  messageAt,
  messageIdOf,
  type MessageTranslation,
} from "../../../kv/chats/messages.ts";
import { isOfPair, type Pair, partnerIn } from "../../../kv/chats/pairs.ts";
import { keepTranslation, translationWantedOf, type WantedMessage } from "../../../kv/chats/translated_messages.ts";
import { refuse, type Result } from "../../../kv/store/refusals.ts";
import type { Connection } from "../connections/connection.ts";
import type { ChatContext } from "../context.ts";
import type { Hub } from "../hub.ts";
import type { OtherInstances } from "../instances/other_instances.ts";
import type { TextTranslator } from "./text_translator.ts";

const log = getLogger(["vesna", "chat"]);

/** A record of the store holds no more. */
const translationUnitsMax = 8192;

export class MessageTranslations {
  #context: ChatContext;
  #hub: Hub;
  #otherInstances: OtherInstances | null;
  #translator: TextTranslator | null;

  constructor(context: ChatContext, hub: Hub, otherInstances: OtherInstances | null) {
    this.#context = context;
    this.#hub = hub;
    this.#otherInstances = otherInstances;
    this.#translator = context.options.translator ?? null;
  }

  /**
   * Translates a message that was written and delivered here. A recipient who is connected nowhere finds the original
   * later, and asks for the translation then.
   */
  follow(message: Message): void {
    if (!this.#translator || !this.#hub.isConnected(partnerIn(message, authorIdOf(message)))) return;
    // Checked first: to recognise a language costs a third of what a message costs.
    if (this.#translator.turnsAway?.()) return;
    this.#followed(message).catch((error) => log.error("a message could not be translated: {error}", { error }));
  }

  async #followed(message: Message): Promise<void> {
    const wanted = await translationWantedOf(this.#context.store, message);
    if (wanted) await this.#translate(message, wanted);
  }

  /**
   * The translation of a message for its reader, made where there is none yet. Refuses `not_found`, `forbidden`,
   * `translation_not_needed`, and `translation_unavailable` where no provider can make one.
   */
  async again(reader: Connection, place: Pair & { seq: number }): Promise<Result<{ told: Told }>> {
    if (!isOfPair(place, reader.userId)) return refuse("forbidden");
    const message = await messageAt(this.#context.store, place);
    if (!message) return refuse("not_found");
    if (authorIdOf(message) === reader.userId) return refuse("translation_not_needed");
    if (message.translation) return { ok: true, told: toldOf(message, message.translation) };
    const wanted = await translationWantedOf(this.#context.store, message);
    if (!wanted) return refuse("translation_not_needed");
    const told = this.#translator ? await this.#translate(message, wanted, reader) : null;
    return told ? { ok: true, told } : refuse("translation_unavailable");
  }

  /**
   * Makes, keeps and tells a translation; null if there still is none. `asker` hears it by the answer to the question.
   */
  async #translate(
    message: Message,
    { from, to, readerId }: WantedMessage,
    asker?: Connection,
  ): Promise<Told | null> {
    const made = await this.#translator!.translate({ text: message.body, from, to, personId: authorIdOf(message) });
    if (!made.ok || made.text.length > translationUnitsMax) return null;
    const translation: MessageTranslation = { language: to, body: made.text, by: made.by };
    // If the message was erased or deleted meanwhile, nothing of it may come back.
    if (!await keepTranslation(this.#context.store, message, translation)) return null;
    const told = toldOf(message, translation);
    this.#hub.sendHere(readerId, "message-translated", told, asker);
    const { manId, ladyId, seq } = message;
    this.#otherInstances?.publish({ kind: "translated", manId, ladyId, seq, readerId });
    return told;
  }

  /** Another instance has made one: its reader may be here as well. */
  async madeElsewhere(place: Pair & { seq: number }): Promise<void> {
    const message = await messageAt(this.#context.store, place);
    if (!message?.translation) return;
    const readerId = partnerIn(message, authorIdOf(message));
    this.#hub.sendHere(readerId, "message-translated", toldOf(message, message.translation));
  }
}

type Told = MessageTranslation & { id: string };

const toldOf = (message: Message, translation: MessageTranslation): Told => ({
  id: messageIdOf(message),
  ...translation,
});
