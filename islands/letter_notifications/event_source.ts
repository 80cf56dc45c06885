/**
 * The event stream from the server, one for all tabs of a browser: the tab that holds the lock listens, and tells the
 * others. Without locks (on pages without encryption) or a channel (in older browsers) each tab has a stream of its own.
 */
import { signedInId } from "../signed_in.ts";
import { balanceOf, countsOf, type News, pauseMs } from "./state.ts";

/** A tab with the lock that does not answer in this time was put to sleep by its system, and cannot listen. */
const answerMs = 3000;
/** After this time in the background a stream may be dead without having closed, e.g. because the device slept. */
const doubtMs = 60_000;

/**
 * Calls `hear` with the counters, the balance and who asks, at once and at each change, until `signal` aborts. `path` is the
 * address of the events in the language of the page, `userId` the page's owner, of whom alone it hears.
 */
export function listen(path: string, userId: number, hear: (news: News) => void, signal: AbortSignal): void {
  const url = `${path}?user=${userId}`;
  if (!navigator.locks || !globalThis.BroadcastChannel) return connect(url, userId, signal, hear);
  const name = `news-${userId}`;
  const channel = new BroadcastChannel(name);
  let latest: News = {};
  /** Ends the stream of this tab; undefined while another one has it. */
  let led: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout>;

  const tell = (news: News) => channel.postMessage({ ...news, nowMs: performance.now() });

  const lead = () =>
    new Promise((release) => {
      led = new AbortController();
      led.signal.onabort = release;
      connect(url, userId, led.signal, (news) => {
        latest = { ...latest, ...news };
        hear(news);
        tell(news);
      });
    });

  // Another tab may take the lock away from one that sleeps; when that one wakes it waits for its turn again.
  const wait = (options: LockOptions) => {
    navigator.locks.request(name, options, lead).catch(() => {
      led?.abort();
      led = undefined;
      if (!signal.aborted) wait({ signal });
    });
  };

  const ask = () => {
    if (document.hidden || led) return;
    channel.postMessage("?");
    clearTimeout(timer);
    timer = setTimeout(() => led || wait({ steal: true }), answerMs);
  };

  channel.onmessage = ({ data }) => {
    if (data === "?") return led && tell(latest);
    clearTimeout(timer);
    // Each page counts from when it was opened.
    if (data.asking) data.asking.atMs += performance.now() - data.nowMs;
    hear(data);
  };
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    led?.abort();
    channel.close();
  });
  wait({ signal });
  document.addEventListener("visibilitychange", ask, { signal });
  ask();
}

/** Keeps a stream open as long as the same person is signed in, until `signal` aborts. */
function connect(url: string, userId: number, signal: AbortSignal, hear: (news: News) => void): void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let failures = 0;
  let hiddenAt = Date.now();

  const open = () => {
    clearTimeout(timer);
    source?.close();
    // Until its owner is back; the lock stays with this tab meanwhile.
    if (signedInId() !== userId) return void (timer = setTimeout(open, answerMs));
    source = new EventSource(url);
    source.addEventListener("new-message", ({ data }: MessageEvent<string>) => {
      failures = 0;
      const counter = countsOf(JSON.parse(data));
      if (counter) hear({ counter });
    });
    source.addEventListener("balance", ({ data }: MessageEvent<string>) => {
      const balance = balanceOf(JSON.parse(data));
      if (balance) hear({ balance });
    });
    source.addEventListener("invitations", ({ data }: MessageEvent<string>) => {
      hear({ asking: { ...JSON.parse(data), atMs: performance.now() } });
    });
    // The server asks for this well before it ends the stream: timers of a page in the background may be a minute late.
    source.addEventListener("again", open);
    // The browser's own reconnecting does not slow down, however often it fails.
    source.onerror = () => {
      source?.close();
      timer = setTimeout(open, pauseMs(failures++, Math.random()));
    };
  };
  const look = () => {
    if (document.hidden) hiddenAt = Date.now();
    // The device's clock may have been put back meanwhile; the browser's own measure stands still while the device sleeps.
    else if (Math.abs(Date.now() - hiddenAt) > doubtMs) open();
  };

  open();
  addEventListener("online", open, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    source?.close();
  });
}
