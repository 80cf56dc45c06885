/**
 * A line between a tab and an instance: what is said arrives in its order, some time later. An instance that stands still
 * hears it afterwards; of one that died the tab hears nothing but, at last, the end of the line.
 */
import type { ChatSocket } from "../../../chat/server/connections/connection.ts";
import type { Process, SimulatedTime } from "../time/simulated_time.ts";

/** How the tab hears of its line. */
export interface TabEnd {
  heard: (text: string) => void;
  closed: (code: number) => void;
}

const frameMs = 20;
/** Until a tab knows that nobody is there any more. */
const silenceMs = 3000;
/** What a line that broke is closed with. */
const brokenOff = 1006;

export class SimulatedSocket implements ChatSocket {
  readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;
  holder: ChatSocket["holder"] = null;
  #time: SimulatedTime;
  #instance: Process;
  #outside: Process;
  #tab: TabEnd;
  #listeners = new Map<string, EventListenerObject>();
  #toTab: (() => void)[] = [];
  #toInstance: (() => void)[] = [];
  #isTabGone = false;

  constructor(time: SimulatedTime, instance: Process, outside: Process, tab: TabEnd) {
    this.#time = time;
    this.#instance = instance;
    this.#outside = outside;
    this.#tab = tab;
  }

  addEventListener(type: string, listener: EventListenerObject): void {
    this.#listeners.set(type, listener);
  }

  send(text: string): void {
    if (this.readyState === WebSocket.OPEN) this.#tellTab(() => this.#tab.heard(text));
  }

  close(code: number): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.readyState = WebSocket.CLOSING;
    this.#tellTab(() => this.#tabIsGone(code));
  }

  breakOff(code: number): void {
    this.close(code);
  }

  pause(): void {}

  resume(): void {}

  /** The tab says something. */
  say(text: string): void {
    this.#tellInstance(() => this.#event(new MessageEvent("message", { data: text })));
  }

  /** The tab hangs up, or its line breaks. */
  drop(): void {
    this.#tabIsGone(brokenOff);
  }

  /** The instance is gone without a word. */
  instanceDied(): void {
    this.#time.after(silenceMs * this.#time.random(), this.#outside, "silence", () => this.#tabIsGone(brokenOff));
  }

  #tabIsGone(code: number): void {
    if (this.#isTabGone) return;
    this.#isTabGone = true;
    this.#tab.closed(code);
    this.#tellInstance(() => {
      this.readyState = WebSocket.CLOSED;
      this.#event(new Event("close"));
    });
  }

  #event(event: Event): void {
    this.#listeners.get(event.type)?.handleEvent(event);
  }

  #tellTab(tell: () => void): void {
    this.#toTab.push(tell);
    this.#time.after(frameMs * this.#time.random(), this.#outside, "frame", () => {
      const next = this.#toTab.shift()!;
      if (!this.#isTabGone) next();
    });
  }

  #tellInstance(tell: () => void): void {
    this.#toInstance.push(tell);
    this.#time.after(frameMs * this.#time.random(), this.#instance, "said", () => this.#toInstance.shift()!());
  }
}
