/**
 * A person with one tab of the chat, who keeps book of everything that the tab is told: so it is found out what is lost,
 * doubled, out of order, or told differently to the two of a chat.
 */
import type { ClientEventName } from "../../../chat/shared/client_events.ts";
import { type AnyFrame, readFrame } from "../../../chat/shared/frames.ts";
import { type ChatMessage, type ServerEvents, serverEvents } from "../../../chat/shared/server_events.ts";
import { userById } from "../../../kv/accounts/users.ts";
import type { Instance } from "../world/instance.ts";
import { between, pick } from "../world/pick.ts";
import type { World } from "../world/world.ts";
import { SimulatedSocket } from "./simulated_socket.ts";

type Frame = AnyFrame<typeof serverEvents>;
export type ChatEnd = ServerEvents["chat-session-end"];

/** A message that is not answered yet. */
interface Unanswered {
  to: number;
  body: string;
  /** The id of the question that sent it last. */
  askedAs: string;
}

/** What a person does when a frame is heard. */
export type React = (person: Person, frame: Frame) => void;

/** How long a person waits for an answer to a message; ms. */
const patienceMs = 9000;

export class Person {
  readonly faults: string[] = [];
  /** Everything that was read, by partner and message number. */
  readonly messages = new Map<number, Map<number, ChatMessage>>();
  /** Acknowledged messages: client id → partner and message number. */
  readonly acknowledged = new Map<string, { to: number; seq: number }>();
  readonly unanswered = new Map<string, Unanswered>();
  /** Every end that was heard, in any tab. */
  readonly ends: ChatEnd[] = [];
  /** The chats that this line was told of, and whether it was told of their end. */
  readonly told = new Map<string, boolean>();
  /** The chat that goes on, as far as this tab knows. */
  chat: { id: string; partnerId: number } | null = null;
  wantsLine = true;
  #world: World;
  #react: React;
  #socket: SimulatedSocket | null = null;
  #instance: Instance | null = null;
  #isGreeted = false;
  #asked = 0;
  /** The number of the last message that came live on this line, by partner. */
  #live = new Map<number, number>();
  /** The partners whose conversations are still being read; empty once everything was read. */
  readonly reading = new Set<number>();

  constructor(world: World, readonly userId: number, readonly isMan: boolean, react: React) {
    this.#world = world;
    this.#react = react;
  }

  get isConnected(): boolean {
    return this.#isGreeted;
  }

  get partnerIds(): readonly number[] {
    return this.isMan ? this.#world.ladiesIds : this.#world.menIds;
  }

  /** Connects to any open instance; the line is taken up again as long as it is wanted. */
  join(): void {
    const { time, outside } = this.#world;
    if (this.#socket) return;
    const instance = pick(time.random, this.#world.alive().filter(({ isOpen }) => isOpen));
    if (!instance) return this.#joinLater();
    const socket: SimulatedSocket = new SimulatedSocket(time, instance.process, outside, {
      heard: (text) => this.#socket === socket && this.#hear(text),
      closed: () => this.#socket === socket && this.#closed(),
    });
    this.#socket = socket;
    this.#instance = instance;
    time.after(30 * time.random(), instance.process, "connect", () => {
      const refuse = () => socket.close(1013);
      if (instance.chat.refusalOf(this.userId, "127.0.0.1")) return refuse();
      userById(instance.store, this.userId).then((user) => {
        instance.chat.accept(socket, { user: user!, locale: "en", address: "127.0.0.1", tokenHash: null });
      }).catch(refuse);
    });
  }

  /** The line breaks. */
  drop(): void {
    this.#socket?.drop();
  }

  /** If the line led to this instance, which has died, it is lost. */
  instanceDied(instance: Instance): void {
    if (this.#instance === instance) this.#socket?.instanceDied();
  }

  /** Says something and returns its id, which the answer will carry. */
  say(event: ClientEventName, data: object = {}): string {
    const id = `q${++this.#asked}`;
    if (!this.#isGreeted) return id;
    const text = JSON.stringify({ event, data, id });
    this.#world.time.trace.note(`${this.userId} says ${text}\n`);
    this.#socket!.say(text);
    return id;
  }

  /** Writes a message, again and again until it is acknowledged or refused. */
  write(to: number, body: string, clientId: string): void {
    const askedAs = this.say("ChatNewMessage", { to, message: body, clientId });
    this.unanswered.set(clientId, { to, body, askedAs });
    const { time, outside } = this.#world;
    time.after(between(time.random, patienceMs / 2, patienceMs), outside, "unanswered", () => {
      if (this.unanswered.has(clientId)) this.write(to, body, clientId);
    });
  }

  /** Reads what was missed. */
  sync(partnerId: number): void {
    const known = this.messages.get(partnerId);
    let last = 0;
    while (known?.has(last + 1)) last++;
    this.reading.add(partnerId);
    this.say("getChatHistory", { to: partnerId, afterSeq: last, limit: 100 });
  }

  #hear(text: string): void {
    this.#world.time.trace.note(`${this.userId} hears ${text}\n`);
    const read = readFrame(text, serverEvents);
    if (!read.ok) return this.#fault(`a frame was not understood: ${text}`);
    const frame = read.frame as Frame;
    switch (frame.event) {
      case "conn-good":
        this.#isGreeted = true;
        for (const partnerId of this.messages.keys()) this.sync(partnerId);
        break;
      case "NewMessage":
        this.#heardMessage(frame.data.message, frame.id);
        break;
      case "chatHistory":
        this.#heardHistory(frame.data);
        break;
      case "error-event":
        this.#heardRefusal(frame.data.code, frame.id);
        break;
      case "chat-session-create":
        if (frame.data.id) this.#heardOf(frame.data.id);
        break;
      case "chat-open":
        this.#heardOf(frame.data.id);
        if (frame.data.partnerId) this.chat = { id: frame.data.id, partnerId: frame.data.partnerId };
        break;
      case "chat-session-end":
        if (frame.data.id !== "") this.#heardEnd(frame.data, frame.id !== undefined);
        break;
    }
    this.#react(this, frame);
  }

  #heardMessage(message: ChatMessage, id: string | undefined): void {
    const isOwn = message.from === this.userId;
    const partnerId = isOwn ? message.to : message.from;
    this.#keep(partnerId, message);
    const last = this.#live.get(partnerId) ?? 0;
    if (id === undefined) {
      if (last !== 0 && message.seq !== last + 1) this.#fault(`message ${message.seq} came after ${last}`);
      this.#live.set(partnerId, message.seq);
      return;
    }
    // A repeated message is answered with its own number, whatever else is still to come before it.
    if (last !== 0 && message.seq === last + 1) this.#live.set(partnerId, message.seq);
    const known = this.acknowledged.get(message.clientId);
    if (known && known.seq !== message.seq) this.#fault(`${message.clientId} became ${known.seq} and ${message.seq}`);
    this.acknowledged.set(message.clientId, { to: partnerId, seq: message.seq });
    this.unanswered.delete(message.clientId);
  }

  #heardHistory({ messages, more }: ServerEvents["chatHistory"]): void {
    const [first] = messages;
    const partnerId = first && (first.from === this.userId ? first.to : first.from);
    // An empty page does not say whose it is: everything was read.
    if (partnerId === undefined) return this.reading.clear();
    for (const message of messages) this.#keep(partnerId, message);
    if (more) this.sync(partnerId);
    else this.reading.delete(partnerId);
  }

  /** A refusal also settles a message, unless the instance could not know. */
  #heardRefusal(code: string, id: string | undefined): void {
    if (code === "internal") this.#fault("was answered by an error of the site");
    if (code === "store_unavailable") return;
    for (const [clientId, { askedAs }] of this.unanswered) if (askedAs === id) this.unanswered.delete(clientId);
  }

  #heardOf(chatId: string): void {
    if (!this.told.has(chatId)) this.told.set(chatId, false);
  }

  /** The one who ends a chat hears of it by the answer, and perhaps before. */
  #heardEnd(end: ChatEnd, isAnswer: boolean): void {
    if (this.told.get(end.id) && !isAnswer) this.#fault(`heard of the end of chat ${end.id} twice`);
    this.told.set(end.id, true);
    this.ends.push(end);
    if (this.chat?.id === end.id) this.chat = null;
  }

  #keep(partnerId: number, message: ChatMessage): void {
    const messages = this.messages.get(partnerId) ?? new Map<number, ChatMessage>();
    this.messages.set(partnerId, messages);
    const known = messages.get(message.seq);
    if (known && (known._id !== message._id || known.body !== message.body)) {
      this.#fault(`message ${message.seq} with ${partnerId} is two`);
    }
    messages.set(message.seq, message);
  }

  #closed(): void {
    this.#socket = null;
    this.#instance = null;
    this.#isGreeted = false;
    this.chat = null;
    this.#live.clear();
    this.told.clear();
    this.reading.clear();
    if (this.wantsLine) this.#joinLater();
  }

  #joinLater(): void {
    const { time, outside } = this.#world;
    time.after(between(time.random, 200, 4000), outside, "join", () => {
      if (this.wantsLine) this.join();
    });
  }

  #fault(sentence: string): void {
    this.faults.push(`${this.userId} ${sentence}`);
  }
}
