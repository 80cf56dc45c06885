/** The WebSocket: reopens after every loss, matches answers to questions by id, and checks that it is still alive. */
import ReconnectingSocket from "partysocket/ws";
import type { ClientEventName } from "../../chat/shared/client_events.ts";
import { readFrame, writeFrame } from "../../chat/shared/frames.ts";
import { closeCodes, connectTimeoutSeconds, graceSeconds, latencyEverySeconds } from "../../chat/shared/limits.ts";
import { serverEvents } from "../../chat/shared/server_events.ts";
import type { Heard } from "./state.ts";
import type { Link } from "./types.ts";

const answerWithinMs = 10_000;
/** The first pause before the next try; up to as much again is added at random, so that not all come at once. */
const pauseMs = 500;
const pauseMsMax = 10_000;
/** The longest while the server keeps an open chat, so that its grace has room for several tries; at random as well. */
const chatPauseMs = 1000;
/** How long to wait if the server is busy and does not say how long; and the longest wait, whatever it says. */
const busySeconds = 10;
const busySecondsMax = 120;
/** Statuses of the socket's address, asked by HEAD, after which no further try is made. */
const endings: Record<number, Link> = { 401: "signed_out", 403: "refused" };
const isBusy = (status: number): boolean => status === 429 || status === 503;

export interface Listener {
  heard: (frame: Heard) => void;
  linked: (link: Link) => void;
  isInChat: () => boolean;
}

export class ChatConnection {
  #socket: ReconnectingSocket;
  #listener: Listener;
  #asked = new Map<string, (answer: Heard | null) => void>();
  #lastId = 0;
  #pulse: ReturnType<typeof setInterval>;
  #isPulseHeard = true;
  #url: string;
  /** Whether the last try failed before the socket opened; the browser does not learn why. */
  #hasFailed = false;
  /** Until when the server keeps a chat that was open when the connection was lost. */
  #keptUntilMs = 0;
  /** Whether the server closed the last connection because there were too many, or too much on it. */
  #wasTooMuch = false;
  #wait: { timer: ReturnType<typeof setTimeout>; end: () => void } | null = null;

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
    const longestPauseMs = () => this.#longestPauseMs;
    const socket = new ReconnectingSocket(() => this.#nextUrl(), [], {
      connectionTimeout: connectTimeoutSeconds * 1000,
      minReconnectionDelay: pauseMs * (1 + Math.random()),
      // Read anew before each pause.
      get maxReconnectionDelay() {
        return longestPauseMs();
      },
      reconnectionDelayGrowFactor: 1.6,
      // Nothing is queued: what was not sent in time is decided anew once the connection is back.
      maxEnqueuedMessages: 0,
      shouldReconnectOnClose: ({ code }) => code !== closeCodes.notSignedIn && code !== closeCodes.noChatForThis,
    });
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#hasFailed = false;
      // The pause after a loss is asked for before the loss is told.
      this.#keptUntilMs = Infinity;
    });
    socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    socket.addEventListener("close", ({ code }) => this.#lost(code));
    this.#pulse = setInterval(() => this.#feelPulse(), latencyEverySeconds * 1000);
    addEventListener("online", this.#hurry);
  }

  /** Sends an event and returns its answer; null if the connection was lost or the answer took too long. */
  ask(event: ClientEventName, data: object): Promise<Heard | null> {
    if (!this.#isOpen) return Promise.resolve(null);
    const id = String(++this.#lastId);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(id, null), answerWithinMs);
      this.#asked.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.#socket.send(writeFrame(event, data, id));
    });
  }

  tell(event: ClientEventName, data: object): void {
    if (this.#isOpen) this.#socket.send(writeFrame(event, data));
  }

  close(): void {
    clearInterval(this.#pulse);
    removeEventListener("online", this.#hurry);
    this.#socket.close(1000);
    this.#endWait();
  }

  /** After a failed try first asks the server why: gives up if the person may not connect, waits if the server is busy. */
  async #nextUrl(): Promise<string> {
    const answer = this.#hasFailed ? await this.#askWhy() : null;
    this.#hasFailed = true;
    const ending = answer && endings[answer.status];
    if (ending) {
      this.#socket.close(1000);
      this.#listener.linked(ending);
    } else if (this.#wasTooMuch || (answer && isBusy(answer.status))) {
      this.#listener.linked("busy");
      await this.#waitFor(Number(answer?.headers.get("retry-after")) || busySeconds);
    }
    this.#wasTooMuch = false;
    return this.#url;
  }

  /** Null if there is no answer; then the socket is tried all the same. */
  #askWhy(): Promise<Response | null> {
    const signal = AbortSignal.timeout(Math.min(connectTimeoutSeconds * 1000, this.#longestPauseMs));
    return fetch(this.#url.replace(/^ws/, "http"), { method: "HEAD", signal }).catch(() => null);
  }

  /** Waits `seconds`, and up to as much again at random, so that not all come at once. */
  #waitFor(seconds: number): Promise<void> {
    const ms = Math.min(seconds, busySecondsMax) * 1000 * (1 + Math.random());
    return new Promise((resolve) => this.#wait = { timer: setTimeout(() => this.#endWait(), ms), end: resolve });
  }

  #endWait(): void {
    clearTimeout(this.#wait?.timer);
    this.#wait?.end();
    this.#wait = null;
  }

  get #longestPauseMs(): number {
    const isKept = performance.now() < this.#keptUntilMs && this.#listener.isInChat();
    return isKept ? chatPauseMs * (1 + Math.random()) : pauseMsMax;
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === ReconnectingSocket.OPEN;
  }

  #receive(text: string): void {
    const read = readFrame(text, serverEvents, Infinity);
    if (!read.ok) return console.warn("a frame was not understood:", read.fault);
    const { id, ...frame } = read.frame;
    if (frame.event === "latency-back") {
      this.#isPulseHeard = true;
      this.tell("latency", { latency: Math.max(0, performance.now() - frame.data.startTimeLatency) });
      return;
    }
    // The listener hears it before the one who asked. A refusal is only for the one who asked.
    if (id === undefined || frame.event !== "error-event") this.#listener.heard(frame as Heard);
    if (id !== undefined) this.#settle(id, frame as Heard);
  }

  #settle(id: string, answer: Heard | null): void {
    const settle = this.#asked.get(id);
    this.#asked.delete(id);
    settle?.(answer);
  }

  #lost(code: number): void {
    this.#isPulseHeard = true;
    if (!this.#hasFailed) this.#keptUntilMs = performance.now() + graceSeconds.video * 1000;
    this.#wasTooMuch = code === closeCodes.tooMany;
    const ended = code === closeCodes.notSignedIn ? "signed_out" : code === closeCodes.noChatForThis ? "refused" : null;
    this.#listener.linked(ended ?? "lost");
    for (const id of [...this.#asked.keys()]) this.#settle(id, null);
  }

  /** Checks a connection that may be dead without having closed, e.g. because the device slept or changed its network. */
  #feelPulse(): void {
    if (!this.#isOpen) return;
    if (!this.#isPulseHeard) return this.#socket.reconnect();
    this.#isPulseHeard = false;
    this.tell("latency-start", { startTimeLatency: performance.now() });
  }

  #hurry = () => {
    if (!this.#isOpen) this.#socket.reconnect();
  };
}
