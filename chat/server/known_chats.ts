/**
 * The chats of which somebody here has heard, and the ends that were told here, whichever instance holds them. An end is
 * told on each instance to its own people, once: so that both hear the same one, whoever brought it about, and also where
 * the news of it never came.
 */
import type { Chat } from "../../kv/chats/chats.ts";
import { isOfPair, type Pair } from "../../kv/chats/pairs.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";

/** News of a chat that is over come for minutes; so many end in them at most. */
const toldMax = 10_000;

export class KnownChats {
  #known = new Map<string, Pair>();
  #told = new BoundedMap<string, true>(toldMax);

  /** People here hear of a chat that goes on. */
  know(chat: Chat): void {
    if (isAnnounced(chat) && !this.#told.get(chat.id)) {
      this.#known.set(chat.id, { manId: chat.manId, ladyId: chat.ladyId });
    }
  }

  /** Whether the end of a chat is still to be told here; from now on it is told. */
  takeEnd(chat: Chat): boolean {
    this.#known.delete(chat.id);
    if (!isAnnounced(chat) || this.#told.get(chat.id)) return false;
    this.#told.set(chat.id, true);
    return true;
  }

  /** Whether the end of a chat was told here. */
  isEndTold = (chatId: string): boolean => this.#told.get(chatId) === true;

  /** Those whose ends were not told yet. */
  ids = (): string[] => [...this.#known.keys()];

  /** Somebody's last connection here is gone: where the other is not here either, nobody tells of the end here. */
  left(userId: number, isHere: (userId: number) => boolean): void {
    for (const [chatId, pair] of [...this.#known]) {
      if (isOfPair(pair, userId) && !isHere(pair.manId) && !isHere(pair.ladyId)) this.#known.delete(chatId);
    }
  }
}

/** Of a call nobody hears before its first minute is paid. */
const isAnnounced = ({ kind, openedAt }: Chat): boolean => kind === "text" || openedAt !== null;
