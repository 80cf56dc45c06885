/**
 * By which tab somebody is in a call. A person who comes back into a call by one tab, perhaps on another device, is no
 * longer in it by the tabs before.
 */
import type { Connection } from "../connections/connection.ts";

export class CallTabs {
  /** The tabs that see and hear the other person, and in which chat. */
  #seeing = new Map<Connection, string>();
  /** The tabs by which people came back into a call, and into which; one for each person. */
  #back = new Map<Connection, string>();

  sees(tab: Connection, chatId: string): void {
    this.#seeing.set(tab, chatId);
  }

  seesNot(tab: Connection): void {
    this.#seeing.delete(tab);
  }

  /** Forgets a closed tab. Returns the call that ran in it and in no other tab of its person; null for none. */
  closed(tab: Connection): string | null {
    const chatId = this.#seeing.get(tab);
    this.#seeing.delete(tab);
    this.#back.delete(tab);
    const isElsewhere = [...this.#seeing].some(([each, id]) => each.userId === tab.userId && id === chatId);
    return isElsewhere ? null : chatId ?? null;
  }

  /** From now on the person of a tab is in this call by this tab alone, and does not see the other yet. */
  cameBack(tab: Connection, chatId: string): void {
    this.began([tab.userId]);
    this.#back.set(tab, chatId);
  }

  /** Another call of these people begins: forgets in which tabs they had the last one. */
  began(userIds: number[]): void {
    for (const tabs of [this.#seeing, this.#back]) {
      for (const tab of tabs.keys()) if (userIds.includes(tab.userId)) tabs.delete(tab);
    }
  }

  /**
   * The call into which the person of a tab came back on another device; null for none. Devices are told apart by
   * session, of which each browser has its own: a page that comes back by a new connection is not another device.
   */
  takenFrom({ userId, session }: Connection): string | null {
    for (const [tab, chatId] of this.#back) if (tab.userId === userId && tab.session !== session) return chatId;
    return null;
  }
}
