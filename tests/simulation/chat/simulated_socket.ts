/**
 * A line between a tab and an instance: what is said arrives in order, some time later. A frozen instance hears it
 * afterwards; if the instance died, the tab hears nothing but, at last, the end of the line.
 */
import type { ChatSocket } from "../../../chat/server/connections/connection.ts";
import type { Process, SimulatedTime } from "../time/simulated_time.ts";

/** How the tab hears from its line. */
export interface TabEnd {
  heard: (text: string) => void;
  closed: (code: number) => void;
}

const frameMs = 20;
/** How long until a tab knows that nobody is there any more; ms at most. */
const silenceMs = 3000;
/** The code with which a broken line is closed. */
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

  /** The instance died, and the tab notices some time later. */
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
