/** The windows of one browser: a call is in one of them. */
export class CallWindows {
  #channel: BroadcastChannel | null = null;

  /** Hears from now on which calls the other windows take, by the ids of their chats. */
  listen(taken: (chatId: string) => void): void {
    this.close();
    this.#channel = new BroadcastChannel("call");
    this.#channel.onmessage = ({ data }) => taken(data);
  }

  /** The call goes on in this window, and in no other; one listens before. */
  take(chatId: string | null): void {
    this.#channel?.postMessage(chatId);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = null;
  }
}
