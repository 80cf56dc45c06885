/**
 * The chats that somebody here has heard of, and the ends that were told here, whichever instance holds them. Each
 * instance tells an end to its own people, once. So both hear the same end, whoever brought it about, and even if the
 * news of it never came.
 */
import type { Chat } from "../../kv/chats/chats.ts";
import { isOfPair, type Pair } from "../../kv/chats/pairs.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";

/** News of an ended chat may still come for minutes; no more chats than this end in that time. */
const toldMax = 10_000;

export class KnownChats {
  #known = new Map<string, Pair>();
  #told = new BoundedMap<string, true>(toldMax);

  /** Notes that people here hear of a chat that goes on. */
  know(chat: Chat): void {
    if (isAnnounced(chat) && !this.#told.get(chat.id)) {
      this.#known.set(chat.id, { manId: chat.manId, ladyId: chat.ladyId });
    }
  }

  /** Whether the end of a chat still has to be told here; from now on it counts as told. */
  takeEnd(chat: Chat): boolean {
    this.#known.delete(chat.id);
    if (!isAnnounced(chat) || this.#told.get(chat.id)) return false;
    this.#told.set(chat.id, true);
    return true;
  }

  /** Whether the end of a chat was told here. */
  isEndTold = (chatId: string): boolean => this.#told.get(chatId) === true;

  /** The known chats whose ends were not told yet. */
  ids = (): string[] => [...this.#known.keys()];

  /** Somebody's last connection here is gone: forgets the chats of which neither person is here any more. */
  left(userId: number, isHere: (userId: number) => boolean): void {
    for (const [chatId, pair] of [...this.#known]) {
      if (isOfPair(pair, userId) && !isHere(pair.manId) && !isHere(pair.ladyId)) this.#known.delete(chatId);
    }
  }
}

/** Nobody hears of a call before its first minute is paid. */
const isAnnounced = ({ kind, openedAt }: Chat): boolean => kind === "text" || openedAt !== null;
