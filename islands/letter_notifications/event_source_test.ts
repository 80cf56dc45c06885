import { expect } from "expect";
import { until } from "../../tests/patience.ts";
import type { Asking } from "../../chat/shared/asking.ts";
import { listen } from "./event_source.ts";
import type { News } from "./state.ts";

const olena: Asking = {
  id: "text 2",
  kind: "text",
  from: { id: 2, name: "Olena", age: 29, photo: "", isCompanion: false },
  price: null,
  leftMs: 40_000,
};

class Stream extends EventTarget {
  static opened: Stream[] = [];
  isClosed = false;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
  says(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

type Document = EventTarget & { cookie: string; hidden: boolean };

/** Does `work` on a page of James (1) whose streams are in the test's hands; `locks` are the browser's, if it has them. */
async function onPage(
  globals: { BroadcastChannel?: unknown; locks?: unknown },
  work: (page: Document) => unknown,
): Promise<void> {
  const page = Object.assign(new EventTarget(), { cookie: "uid=1", hidden: false });
  const { BroadcastChannel, EventSource } = globalThis;
  Stream.opened = [];
  Object.assign(globalThis, { document: page, EventSource: Stream, BroadcastChannel, ...globals });
  Object.defineProperty(navigator, "locks", { configurable: true, value: globals.locks });
  try {
    await work(page);
  } finally {
    Object.assign(globalThis, { EventSource, BroadcastChannel });
    Reflect.deleteProperty(globalThis, "document");
    Reflect.deleteProperty(navigator, "locks");
  }
}

/** What a page heard, until `leave` is called. */
function hearing() {
  const heard: News[] = [];
  const gone = new AbortController();
  listen("/en/api/events", 1, (news) => heard.push(news), gone.signal);
  return { heard, leave: () => gone.abort() };
}

for (const [what, globals] of Object.entries({ "a channel": { BroadcastChannel: undefined, locks: {} }, locks: {} })) {
  Deno.test(`in a browser without ${what} a tab has a stream of its own, until its page is left`, () =>
    onPage(globals, () => {
      const { heard, leave } = hearing();
      const [stream] = Stream.opened;
      expect(stream!.url).toBe("/en/api/events?user=1");
      stream!.says("new-message", { counter: { inbox: 2, introduction: 0 } });
      expect(heard).toEqual([{ counter: { inbox: 2, introduction: 0 } }]);
      leave();
      expect(stream!.isClosed).toBe(true);
    }));
}

Deno.test("what one tab hears of who asks, another hears with the time that has passed, though each counts from its opening", () => {
  const locks = { request: (_: string, __: unknown, lead: () => Promise<unknown>) => lead() };
  return onPage({ locks }, async () => {
    const other = new BroadcastChannel("news-1");
    const told: (News & { nowMs: number })[] = [];
    other.onmessage = ({ data }) => void told.push(data);
    const { leave } = hearing();
    Stream.opened[0]!.says("invitations", { invitations: [olena] });
    other.postMessage("?");
    await until(() => told.length === 2, "the news, and the answer");
    const [news, again] = told;
    expect(news!.asking!.invitations).toEqual([olena]);
    // The answer comes later than the news, and names the same moment.
    expect(again!.asking!.atMs).toBe(news!.asking!.atMs);
    expect(again!.nowMs).toBeGreaterThanOrEqual(news!.nowMs);
    leave();
    other.close();
  });
});

Deno.test("a tab that waits for its turn takes who asks as of when it was said, by its own measure of time", () => {
  const locks = { request: () => new Promise(() => {}) };
  return onPage({ locks }, async () => {
    const leader = new BroadcastChannel("news-1");
    const { heard, leave } = hearing();
    const before = performance.now();
    // The leader's page was opened a day before this one, and heard of Olena ten seconds ago.
    leader.postMessage({ asking: { invitations: [olena], atMs: 86_400_000 }, nowMs: 86_410_000 });
    await until(() => heard.length > 0, "the news");
    const { atMs } = heard[0]!.asking!;
    expect(atMs).toBeGreaterThanOrEqual(before - 10_000);
    expect(atMs).toBeLessThanOrEqual(performance.now() - 10_000);
    leave();
    leader.close();
  });
});

Deno.test("a page whose script comes when somebody else has signed in hears nothing of her, and its owner once he is back", () =>
  onPage({}, async (page) => {
    page.cookie = "uid=2";
    const { heard, leave } = hearing();
    expect(Stream.opened).toEqual([]);
    page.cookie = "uid=1";
    await until(() => Stream.opened.length === 1, "his stream");
    expect(Stream.opened[0]!.url).toBe("/en/api/events?user=1");
    expect(heard).toEqual([]);
    leave();
  }));

Deno.test("a tab whose owner signed out and is back hears again, without anything else happening to it", () =>
  onPage({}, async (page) => {
    const { heard, leave } = hearing();
    page.cookie = "";
    Stream.opened[0]!.says("again", {});
    expect(Stream.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
    page.cookie = "uid=1";
    await until(() => Stream.opened.length === 2, "another stream");
    Stream.opened[1]!.says("new-message", { counter: { inbox: 1, introduction: 0 } });
    expect(heard).toEqual([{ counter: { inbox: 1, introduction: 0 } }]);
    leave();
  }));

for (
  const [how, passedMs, streams] of [
    ["half a minute", 30_000, 1],
    ["an hour", 3600_000, 2],
    ["an hour, while its clock was put back by two,", -3600_000, 2],
  ] as const
) {
  Deno.test(`a page that was in the background for ${how} has ${streams === 2 ? "a new stream" : "its stream still"}`, () =>
    onPage({}, (page) => {
      const { now } = Date;
      const { leave } = hearing();
      const turn = (isHidden: boolean) => {
        page.hidden = isHidden;
        page.dispatchEvent(new Event("visibilitychange"));
      };
      try {
        turn(true);
        Date.now = () => now() + passedMs;
        turn(false);
      } finally {
        Date.now = now;
      }
      expect(Stream.opened.length).toBe(streams);
      leave();
    }));
}
