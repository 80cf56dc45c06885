/**
 * The chats that this instance holds: stops the count (held_time.ts) while one of the two is gone, or in a call while they
 * do not see each other; asks the man before the paid time ends; and says when a chat must end. It charges nothing and
 * tells nobody of an end.
 */
import { getLogger } from "@logtape/logtape";
import { type Chat, servedMsAt } from "../../kv/chats/chats.ts";
import type { Ending } from "../../kv/chats/minutes.ts";
import { idOfSide, type Side, sideOf } from "../../kv/chats/pairs.ts";
import { graceSeconds } from "../shared/limits.ts";
import { Absences } from "./absences.ts";
import { Media } from "./calls/media.ts";
import type { ChatNotifier } from "./chat_notifier.ts";
import type { ChatContext } from "./context.ts";
import { countedUntilMs, type HeldChat, heldSince, takeDue } from "./held_chat.ts";
import { HeldTime } from "./held_time.ts";
import type { Hub } from "./hub.ts";
import type { KnownChats } from "./known_chats.ts";
import type { PendingWork } from "./pending_work.ts";
import type { Presence } from "./presence/presence.ts";

const log = getLogger(["vesna", "chat"]);

/** The parts that held chats use. */
interface Collaborators {
  known: KnownChats;
  hub: Hub;
  presence: Presence;
  notifier: ChatNotifier;
  pending: PendingWork;
}

/** Ends held chats and takes them back to text, which takes charging and telling. */
export interface HeldChatsListener {
  /** Ends a chat whose time is over, or which somebody has left. */
  end: (chatId: string, ending: Ending) => Promise<unknown>;
  /** Takes a call that began as text back to text, because no connection came of it. */
  fallBack: (chatId: string) => Promise<unknown>;
}

export class HeldChats {
  #context: ChatContext;
  #known: KnownChats;
  #hub: Hub;
  #presence: Presence;
  #notifier: ChatNotifier;
  #time: HeldTime;
  #listener: HeldChatsListener;
  #held = new Map<string, HeldChat>();
  #heldOf = new Map<number, string>();
  constructor(
    context: ChatContext,
    { known, hub, presence, notifier, pending }: Collaborators,
    listener: HeldChatsListener,
  ) {
    this.#context = context;
    this.#known = known;
    this.#hub = hub;
    this.#presence = presence;
    this.#notifier = notifier;
    this.#time = new HeldTime(context, pending, {
      isHeld: (held) => this.#held.get(held.chat.id) === held,
      changed: (held, chat) => this.#know(held, chat),
      noted(chat, isRunning) {
        if (isRunning || chat.kind === "video") notifier.tellOpen(chat);
      },
      lookAgain: (chatId) => this.noticeConnections(chatId),
    });
    this.#listener = listener;
    context.deadlines.onTick((nowMs) => this.#tick(nowMs));
    context.deadlines.onJump((untilMs, nowMs) => this.#jump(untilMs, nowMs));
  }

  get count(): number {
    return this.#held.size;
  }

  ids = (): string[] => [...this.#held.keys()];

  /** Whether somebody is gone from a chat that still waits for her or him. */
  isInGrace(userId: number): boolean {
    const held = this.#held.get(this.#heldOf.get(userId) ?? "");
    return held !== undefined && !held.isEnding && held.gone.has(sideOf(held.chat, userId));
  }

  /** Counts a chat from now on. */
  hold(chat: Chat): void {
    this.#known.know(chat);
    const held = heldSince(chat, this.#context.store.now);
    held.absences = new Absences(this.#context, () => this.#graceOver(chat.id, "man"));
    this.#held.set(chat.id, held);
    this.#heldOf.set(chat.manId, chat.id);
    this.#heldOf.set(chat.ladyId, chat.id);
    this.#context.counters.chatsOpen = this.#held.size;
    this.#noticeKind(held, null);
    this.noticeConnections(chat.id);
  }

  /** A chat is over. */
  forget(chatId: string): void {
    const held = this.#held.get(chatId);
    if (!held) return;
    for (const cancel of held.gone.values()) cancel();
    held.absences?.stop();
    held.cancelRetry();
    held.media?.stop();
    this.#held.delete(chatId);
    for (const userId of [held.chat.manId, held.chat.ladyId]) {
      if (this.#heldOf.get(userId) === chatId) this.#heldOf.delete(userId);
      this.#presence.graceOver(userId);
    }
    this.#context.counters.chatsOpen = this.#held.size;
  }

  /** Takes over what the store has of a chat now; false if its end was already told here. */
  replace(chat: Chat): boolean {
    if (this.#known.isEndTold(chat.id)) return false;
    const held = this.#held.get(chat.id);
    if (held) this.#known.know(chat);
    if (held && !held.isEnding && chat.revision > held.chat.revision) {
      const before = held.chat;
      this.#know(held, chat);
      this.#noticeKind(held, before);
    } else if (!held && chat.instanceId === this.#context.instanceId && chat.state !== "ended") this.hold(chat);
    return true;
  }

  /**
   * Takes over a changed chat, and tells both its figures if it is open. The man may be asked again at once: his last
   * answer may have been to the chat before the change.
   */
  #know(held: HeldChat, chat: Chat): void {
    const isChanged = chat.revision > held.chat.revision;
    held.chat = chat;
    held.quietUntil = 0;
    held.askAgainAt = 0;
    if (isChanged && chat.state === "open") this.#notifier.tellMeter(chat);
  }

  /** A paid call waits until both see each other, and falls back to text where there was text before. */
  #noticeKind(held: HeldChat, before: Chat | null): void {
    const { chat } = held;
    const isCall = chat.kind === "video" && chat.state === "open";
    if (isCall === (held.media !== null)) return;
    held.media?.stop();
    held.media = isCall ? new Media(this.#context, () => this.#mediaOver(held, before?.state === "open")) : null;
  }

  #mediaOver(held: HeldChat, wasText: boolean): void {
    const { chat, media, gone } = held;
    const [goneSide] = gone.keys();
    const isStillSo = () => held.media === media && media?.areBothUp === false;
    // A person who is gone has broken the call off, whatever was seen last.
    if (goneSide) this.#endSoon(chat.id, { by: goneSide, reason: "left" }, () => gone.has(goneSide));
    else if (media?.wereBothUp) this.#endSoon(chat.id, { ...media.lostBy, reason: "lost" }, isStillSo);
    else if (!wasText) this.#endSoon(chat.id, { by: "server", reason: "not_connected" }, isStillSo);
    else this.#untilItWorks(held, () => this.#listener.fallBack(chat.id), isStillSo);
  }

  /** A held chat as it is known here. */
  known(chatId: string): Chat | null {
    return this.#held.get(chatId)?.chat ?? null;
  }

  /** Up to when the time of a held chat counts, where that is not now. */
  countedUntilMs(chatId: string): number | undefined {
    const held = this.#held.get(chatId);
    return held && countedUntilMs(held);
  }

  /** Of a call that this instance holds: which of the two see the other. */
  mediaOf(chatId: string): Media | null {
    return this.#held.get(chatId)?.media ?? null;
  }

  /** Somebody's first connection came, or the last one went. */
  connectionsChanged(userId: number): void {
    const chatId = this.#heldOf.get(userId);
    if (chatId) this.noticeConnections(chatId);
  }

  /** From now on nothing but its end happens to a chat. */
  beginEnd(chatId: string): void {
    const held = this.#held.get(chatId);
    if (held) held.isEnding = true;
  }

  /** The store did not take the end of a chat: until it does, the chat goes on like any other. */
  endFailed(chatId: string): void {
    const held = this.#held.get(chatId);
    if (!held) return;
    held.isEnding = false;
    this.noticeConnections(chatId);
  }

  /** Ends a chat that came to nothing and of which nobody has heard, as soon as the store takes that. */
  endUnbegun(chatId: string, reason: "not_paid" | "not_connected"): void {
    this.#endSoon(chatId, { by: "server", reason }, () => true);
  }

  /** A chat that was about to end goes on: the man paid at the last moment. */
  goOn(chat: Chat): void {
    const held = this.#held.get(chat.id);
    if (held) {
      held.isEnding = false;
      this.#know(held, chat);
    }
    this.noticeConnections(chat.id);
  }

  /** Begins or calls off the grace of each of the two, and stops or goes on with the count. */
  noticeConnections(chatId: string): void {
    const held = this.#held.get(chatId);
    if (!held || held.isEnding) return;
    const { store, deadlines } = this.#context;
    const now = store.now();
    for (const side of ["man", "lady"] as const) {
      const isHere = this.#hub.isConnected(idOfSide(held.chat, side));
      const cancel = held.gone.get(side);
      if (isHere && cancel) {
        cancel();
        held.gone.delete(side);
      } else if (!isHere && !cancel) {
        const endsAt = now + graceSeconds[held.chat.kind] * 1000;
        held.gone.set(side, deadlines.at(endsAt, () => this.#graceOver(chatId, side)));
      }
    }
    const { chat, gone } = held;
    const isManAway = chat.kind === "text" && chat.state === "open" && gone.has("man") && !gone.has("lady");
    held.absences?.note(isManAway, servedMsAt(chat, countedUntilMs(held) ?? now));
    // If both are here now, the man can be asked.
    held.quietUntil = 0;
    const mayRun = held.gone.size === 0 && (held.media === null || held.media.areBothUp);
    this.#time.setRunning(held, mayRun);
  }

  #graceOver(chatId: string, side: Side): void {
    const gone = this.#held.get(chatId)?.gone;
    this.#endSoon(chatId, { by: side, reason: "left" }, () => gone?.has(side) === true);
  }

  /** The store was away since `sinceMs` and nobody could write: takes that time out of the count of text chats. */
  leaveOut(sinceMs: number): void {
    for (const [chatId, held] of this.#held) {
      if (held.chat.kind === "text" && held.chat.resumedAt !== null) this.#time.leaveOut(held, sinceMs);
      else this.noticeConnections(chatId);
    }
  }

  #tick(nowMs: number): void {
    // While the store is silent, nothing that is due could be done, and in text chats nothing is due.
    if (this.#context.store.health.isSilent) return;
    for (const [chatId, held] of this.#held) {
      const due = takeDue(held, nowMs);
      if (due === "question") this.#hub.send(held.chat.manId, "check-for-reserve-time", { chatId });
      else if (due !== null) this.#endSoon(chatId, { by: "server", reason: due });
    }
  }

  /** A clock that went back would serve a minute for longer than a minute: the count goes on from the new time. */
  #jump(untilMs: number, nowMs: number): void {
    for (const held of this.#held.values()) {
      const { chat } = held;
      this.#know(held, chat.state === "created" ? { ...chat, createdAt: Math.min(chat.createdAt, nowMs) } : chat);
      this.#time.rebase(held, untilMs, nowMs);
    }
  }

  /**
   * Ends a chat. Where the store refuses, tries again as long as `isStillSo`; without it the next tick finds the same.
   */
  #endSoon(chatId: string, ending: Ending, isStillSo?: () => boolean): void {
    const held = this.#held.get(chatId);
    if (held && !held.isEnding) this.#untilItWorks(held, () => this.#listener.end(chatId, ending), isStillSo);
  }

  #untilItWorks(held: HeldChat, work: () => Promise<unknown>, isStillSo?: () => boolean): void {
    const { id } = held.chat;
    work().then(() => {
      if (held.trouble.worked()) log.info("chat {id} has ended or goes on as it should", { id });
    }, (error) => {
      if (held.trouble.failed()) {
        log.error("chat {id} cannot be ended and is tried again: {error}", { id, error: String(error) });
      }
      if (!isStillSo) return;
      this.#context.deadlines.at(this.#context.store.now() + held.trouble.restMs, () => {
        const isOurs = this.#held.get(id) === held && !held.isEnding;
        if (isOurs && isStillSo()) this.#untilItWorks(held, work, isStillSo);
      });
    });
  }
}
