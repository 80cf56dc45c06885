/**
 * By which tab somebody is in a call: who came back into it by one, perhaps on another device, is in it by none that had it
 * before.
 */
import type { Connection } from "../connections/connection.ts";

export class CallTabs {
  /** The tabs that see and hear somebody, and in which chat. */
  #seeing = new Map<Connection, string>();
  /** The tabs by which somebody came back into a call, and into which; one for each person. */
  #back = new Map<Connection, string>();

  sees(tab: Connection, chatId: string): void {
    this.#seeing.set(tab, chatId);
  }

  seesNot(tab: Connection): void {
    this.#seeing.delete(tab);
  }

  /** A tab is closed: the call that ran in it and in no other one of its person; null where there is none. */
  closed(tab: Connection): string | null {
    const chatId = this.#seeing.get(tab);
    this.#seeing.delete(tab);
    this.#back.delete(tab);
    const isElsewhere = [...this.#seeing].some(([each, id]) => each.userId === tab.userId && id === chatId);
    return isElsewhere ? null : chatId ?? null;
  }

  /** The person of a tab is in this call by it alone from now on, and does not see the other yet. */
  cameBack(tab: Connection, chatId: string): void {
    this.began([tab.userId]);
    this.#back.set(tab, chatId);
  }

  /** Another call of these people begins: whatever tab they had the last one in. */
  began(userIds: number[]): void {
    for (const tabs of [this.#seeing, this.#back]) {
      for (const tab of tabs.keys()) if (userIds.includes(tab.userId)) tabs.delete(tab);
    }
  }

  /**
   * The call into which the person of a tab came back on another device; null for none. Each browser has a session of its
   * own: without that, a page that lost its line would be taken for another one when it comes back by a new line.
   */
  takenFrom({ userId, session }: Connection): string | null {
    for (const [tab, chatId] of this.#back) if (tab.userId === userId && tab.session !== session) return chatId;
    return null;
  }
}
