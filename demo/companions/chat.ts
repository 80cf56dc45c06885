/** A companion in the chat: over a connection like anybody's she agrees to chats and answers messages. */
import { getLogger } from "@logtape/logtape";
import type { ClientEventName } from "../../chat/shared/client_events.ts";
import { readFrame } from "../../chat/shared/frames.ts";
import {
  type ChatMessage,
  type ServerEventName,
  type ServerEvents,
  serverEvents,
} from "../../chat/shared/server_events.ts";
import { answerTo, type Character, firstWords } from "./lines.ts";

const log = getLogger(["vesna", "demo"]);

/** How long she takes, as a person would: to agree, to read, and to write. */
const acceptMs = 1200;
const readMs = 800;
const writeMs = 1800;
/** How long she waits before she reconnects. */
const returnMs = 2000;

export interface Surroundings {
  /** Opens her connection to the site. */
  open: () => Promise<WebSocket>;
  pause: (ms: number) => Promise<void>;
}

export class ChatCompanion {
  #character: Character;
  #surroundings: Surroundings;
  #line: WebSocket | null = null;
  #isStopped = false;
  #ownId: number | null = null;
  /** In which chats she has said who she is, and how many messages of each person she has answered. */
  #greeted = new Set<string>();
  #answered = new Map<number, number>();
  #clientIds = 0;

  constructor(character: Character, surroundings: Surroundings) {
    this.#character = character;
    this.#surroundings = surroundings;
  }

  /** Connects, and reconnects whenever the connection is lost, until `stop`. Never throws. */
  async stay(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#beThere();
      } catch (error) {
        log.warn("companion {key} has no line: {error}", { key: this.#character.key, error: String(error) });
      }
      if (!this.#isStopped) await this.#surroundings.pause(returnMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#line?.close(1000);
  }

  async #beThere(): Promise<void> {
    const line = await this.#surroundings.open();
    if (this.#isStopped) return line.close(1000);
    this.#line = line;
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    line.onmessage = ({ data }) => this.#hear(String(data));
    line.onerror = () => {};
    line.onclose = () => resolve();
    await lost;
    this.#line = null;
  }

  #say(event: ClientEventName, data: object = {}): void {
    if (this.#line?.readyState === WebSocket.OPEN) this.#line.send(JSON.stringify({ event, data }));
  }

  #hear(text: string): void {
    const read = readFrame(text, serverEvents);
    if (!read.ok) return;
    const heard = this.#onEvent as { [Name in ServerEventName]?: (data: ServerEvents[Name]) => Promise<void> };
    const answer = heard[read.frame.event] as ((data: unknown) => Promise<void>) | undefined;
    answer?.(read.frame.data).catch((error) => log.error("a companion cannot answer: {error}", { error }));
  }

  #onEvent: { [Name in ServerEventName]?: (data: ServerEvents[Name]) => Promise<void> } = {
    "conn-good": ({ uid }) => {
      this.#ownId = uid;
      this.#say("getAllRequests");
      return Promise.resolve();
    },
    "text-request": async ({ from }) => {
      await this.#surroundings.pause(acceptMs);
      this.#say("text-request-answer", { to: from.userId, ev: "accept", status: true });
    },
    "video-request": async ({ from }) => {
      await this.#surroundings.pause(acceptMs);
      this.#say("video-request-decline", { to: from.userId });
    },
    allRequests: async ({ requests }) => {
      await this.#surroundings.pause(acceptMs);
      for (const { req } of requests) if (!req.accepted) this.#say("accept-request", { to: req.from });
    },
    "chat-open": async ({ id, partnerId }) => {
      if (partnerId === undefined || this.#greeted.has(id)) return;
      this.#greeted.add(id);
      await this.#write(partnerId, firstWords(this.#character));
    },
    NewMessage: async ({ message }) => {
      if (message.from !== this.#ownId) await this.#answer(message);
    },
  };

  async #answer({ from, body }: ChatMessage): Promise<void> {
    const number = this.#answered.get(from) ?? 0;
    this.#answered.set(from, number + 1);
    await this.#surroundings.pause(readMs);
    this.#say("setAllUnreadMsgToViewed", { from });
    await this.#write(from, answerTo(this.#character, body, number));
  }

  async #write(to: number, message: string): Promise<void> {
    this.#say("typing", { to });
    await this.#surroundings.pause(writeMs);
    // If the chat has ended meanwhile, the site refuses the message.
    this.#say("ChatNewMessage", { to, message, clientId: `companion-${++this.#clientIds}` });
  }
}
