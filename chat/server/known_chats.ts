/**
 * The chats of which somebody here has heard and whose end nobody here has heard yet, whichever instance holds them. An end
 * is told on each instance to its own people, once: so that both hear the same one, whoever brought it about, and also
 * where the news of it never came.
 */
import type { Chat } from "../../kv/chats/chats.ts";

export class KnownChats {
  #ids = new Set<string>();

  /** People here hear of a chat that goes on; of a call nobody hears before its first minute is paid. */
  know({ id, kind, state }: Chat): void {
    if (kind === "text" || state === "open") this.#ids.add(id);
  }

  /** Whether its end is still to be told here; from now on it is told. */
  takeEnd(chatId: string): boolean {
    return this.#ids.delete(chatId);
  }

  ids = (): string[] => [...this.#ids];
}
