/** For tests of the chat: instances on loopback that share one store, and people with real sockets. */
import { sessionByToken, startSession } from "../../../kv/accounts/signing_in/sessions.ts";
import { type User, userById } from "../../../kv/accounts/users.ts";
import type { Store } from "../../../kv/open.ts";
import { refusals } from "../../../kv/store/refusals.ts";
import type { Caller, Listening } from "../../../services/http/server.ts";
import { serveForTest, socketHeaders } from "../../../services/http/testing/server.ts";
import type { ClientEventName } from "../../shared/client_events.ts";
import { readFrame } from "../../shared/frames.ts";
import { frameBytesMax, pingEverySeconds } from "../../shared/limits.ts";
import { type ServerEventName, type ServerEvents, serverEvents } from "../../shared/server_events.ts";
import { ChatServer, type Visitor } from "../chat_server.ts";
import type { ChatOptions } from "../context.ts";
import { Waiting } from "./waiting.ts";

export interface TestInstance extends AsyncDisposable {
  chat: ChatServer;
  server: Listening;
  url: string;
  store: Store;
  /** Ends the chats and the server, as a restart does. */
  stop: () => Promise<void>;
}

/** Starts an instance: a server on loopback whose visitors sign in by `?token=` or merely by `?user=`. */
export async function testInstance(
  store: Store,
  options: Partial<ChatOptions> = {},
  port = 0,
): Promise<TestInstance> {
  const chat = new ChatServer({
    store,
    words: ({ locale }, reason, values) => `${locale} ${reason} ${values?.name ?? ""}`.trim(),
    noPhoto: "/no-avatar.webp",
    formerName: (locale) => `Deleted member (${locale})`,
    isShared: false,
    lingerMs: 150,
    presenceEveryMs: 20,
    tickMs: 5,
    ...options,
  });
  await chat.open();
  const server = await serveForTest((request, caller) => answer(store, chat, request, caller), port);
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await chat.shut();
    await server.shutdown();
  };
  return { chat, server, store, url: `ws://127.0.0.1:${server.addr.port}/`, stop, [Symbol.asyncDispose]: stop };
}

async function answer(store: Store, chat: ChatServer, request: Request, caller: Caller): Promise<Response> {
  const visitor = await visitorOf(store, new URL(request.url).searchParams);
  if (!visitor) return new Response(null, { status: 401 });
  const refusal = chat.refusalOf(visitor.user.id, visitor.address);
  if (refusal) return new Response(null, { status: refusals[refusal.reason] });
  const socket = caller.openSocket?.({ frameBytesMax, pingEverySeconds });
  if (socket) chat.accept(socket, visitor);
  return new Response(null);
}

async function visitorOf(store: Store, asked: URLSearchParams): Promise<Visitor | null> {
  const session = await sessionByToken(store, asked.get("token") ?? "");
  const user = await userById(store, session?.userId ?? Number(asked.get("user")));
  return user && { user, locale: user.locale, address: "127.0.0.1", tokenHash: session?.tokenHash ?? null };
}

interface Seen {
  event: ServerEventName;
  // deno-lint-ignore no-explicit-any
  data: any;
  id?: string;
}

/** A person's tab; reads everything it hears through the schemas of the server's events. */
export class TestClient implements AsyncDisposable {
  /** Everything heard, in order. */
  readonly heard: Seen[] = [];
  closed: { code: number; reason: string } | null = null;
  #socket: WebSocket;
  #waiting = new Waiting();
  #ids = 0;
  /** From where in `heard` `next` reads on. */
  #readTo = 0;
  /** Frames that no schema understood. */
  readonly misread: string[] = [];

  constructor(url: string, headers: Record<string, string> = {}) {
    // Deno takes headers as the second argument; the types, which are those of browsers, do not.
    const options = { headers } as unknown as string[];
    this.#socket = new WebSocket(url, options);
    this.#socket.onmessage = ({ data }) => {
      const read = readFrame(String(data), serverEvents);
      if (read.ok) this.heard.push(read.frame as Seen);
      else this.misread.push(String(data));
      this.#waiting.wake();
    };
    this.#socket.onclose = ({ code, reason }) => {
      this.closed = { code, reason };
      this.#waiting.wake();
    };
    this.#socket.onerror = () => {};
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  sendRaw(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.isOpen) this.#socket.send(data);
  }

  /** Sends without waiting for an answer; the answer carries the answered id. */
  say(event: ClientEventName, data: object = {}): string {
    const id = `q${++this.#ids}`;
    this.sendRaw(JSON.stringify({ event, data, id }));
    return id;
  }

  /** Sends and waits for the one frame with the same id. */
  async ask(event: ClientEventName, data: object = {}): Promise<Seen> {
    const id = this.say(event, data);
    return await this.until(() => this.heard.find((frame) => frame.id === id), `an answer to ${event}`);
  }

  /** Waits until a list says that `userId` is gone; it may have come already, even before the end of a chat. */
  async hearsGone(userId: number): Promise<void> {
    const isGone = () => this.heard.some(({ data }) => data.gone?.includes(userId));
    await this.until(isGone, `a list from which ${userId} is gone`);
  }

  /** The data of the next frame of `event` that is not an answer; skips the frames before it. */
  async next<Name extends ServerEventName>(
    event: Name,
    isMeant: (data: ServerEvents[Name]) => boolean = () => true,
  ): Promise<ServerEvents[Name]> {
    const at = await this.until(() => {
      const found = this.heard.findIndex((frame, position) =>
        position >= this.#readTo && frame.id === undefined && frame.event === event && isMeant(frame.data)
      );
      return found < 0 ? undefined : { found };
    }, `the event ${event}`);
    this.#readTo = at.found + 1;
    return this.heard[at.found]!.data;
  }

  /** How often an event was heard, answers not counted. */
  count(event: ServerEventName): number {
    return this.heard.filter((frame) => frame.event === event && frame.id === undefined).length;
  }

  async closing(): Promise<{ code: number; reason: string }> {
    return await this.until(() => this.closed ?? undefined, "the end of the connection");
  }

  until<T>(find: () => T | undefined | false, what: string): Promise<T> {
    return this.#waiting.until(find, () => {
      const heard = this.heard.map(({ event, id }) => `${event}${id ? `#${id}` : ""}`).join(" ");
      return `${what} did not come; closed ${JSON.stringify(this.closed)}, heard ${heard}`;
    });
  }

  /** Hangs up. */
  async leave(): Promise<void> {
    if (this.#socket.readyState < WebSocket.CLOSING) this.#socket.close(1000);
    await this.closing();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.leave();
  }
}

/** Opens a tab of somebody and waits until it is greeted. */
export async function connect(instance: TestInstance, user: User, token?: string): Promise<TestClient> {
  token ??= (await startSession(instance.store, user.id, false)).token;
  const client = new TestClient(`${instance.url}?token=${token}`);
  await client.next("conn-good");
  return client;
}

/** The man asks, the lady accepts, he starts and pays: both are in an open chat. */
export async function talk(man: TestClient, manId: number, lady: TestClient, ladyId: number): Promise<string> {
  await man.ask("text-request", { to: ladyId });
  await lady.next("text-request");
  await lady.ask("text-request-answer", { to: manId, ev: "accept", status: true });
  await man.next("text-request-answer");
  const created = await man.ask("do-start-chat-session", { targetID: ladyId });
  const { id } = created.data;
  if (!id) throw new Error(JSON.stringify(created.data));
  const paid = await man.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  if (paid.data.error) throw new Error(JSON.stringify(paid.data.error));
  await Promise.all([man.next("chat-open"), lady.next("chat-open")]);
  return id;
}

/** What a client sends to open a WebSocket, for tests that then send raw bytes, or nothing. */
export const upgradeBytes = (path: string): Uint8Array<ArrayBuffer> => {
  const headers = Object.entries({ Host: "localhost", ...socketHeaders }).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  return new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${headers.join("")}\r\n`);
};

/** An offer and an answer like those of a browser, without any address in them. */
export const offer = { type: "offer", sdp: "v=0 offer" };
export const answerTo = { type: "answer", sdp: "v=0 answer" };

/** He asks for a call and she accepts: its first minute is paid, and the two do not see each other yet. */
export async function ring(man: TestClient, manId: number, lady: TestClient, ladyId: number): Promise<string> {
  const asked = await man.ask("video-request", { to: ladyId, offer });
  if (asked.event !== "video-request-sent") throw new Error(JSON.stringify(asked));
  await lady.next("video-request", ({ from }) => from.userId === manId);
  const accepted = await lady.ask("video-request-accept", { to: manId, answer: answerTo });
  if (accepted.event !== "video-request-accept") throw new Error(JSON.stringify(accepted));
  await man.next("video-request-accept");
  return accepted.data.id;
}

/** The clients report that they see each other, and the time of the call runs. */
export async function see(chatID: string, ...clients: TestClient[]): Promise<void> {
  for (const client of clients) await client.ask("video-connected", { chatID });
  await Promise.all(clients.map((client) => client.next("chat-open", ({ running }) => running === true)));
}
