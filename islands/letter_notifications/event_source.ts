/**
 * The event stream from the server, one for all tabs of a browser: the tab that holds the lock listens, and tells the
 * others. Without locks (on pages without encryption) each tab has a stream of its own.
 */
import { signedInId } from "../signed_in.ts";
import { balanceOf, countsOf, type News, pauseMs } from "./state.ts";

/** A tab with the lock that does not answer in this time was put to sleep by its system, and cannot listen. */
const answerMs = 3000;
/** After this time in the background a stream may be dead without having closed, e.g. because the device slept. */
const doubtMs = 60_000;

/**
 * Calls `hear` with the counters, the balance and who asks, at once and at each change, until `signal` aborts. `path` is the
 * address of the events in the language of the page.
 */
export function listen(path: string, hear: (news: News) => void, signal: AbortSignal): void {
  const userId = signedInId();
  if (!userId) return;
  const name = `letters-${userId}`;
  const channel = new BroadcastChannel(name);
  let latest: News = {};
  let hangUp: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout>;

  const lead = () =>
    new Promise<void>((release) => {
      const end = connect(`${path}?user=${userId}`, userId, (news) => {
        latest = { ...latest, ...news };
        hear(news);
        channel.postMessage(news);
      });
      hangUp = () => {
        end();
        release();
        hangUp = undefined;
      };
    });

  // Another tab may take the lock away from one that sleeps; when that one wakes it waits for its turn again.
  const wait = (options: LockOptions) => {
    navigator.locks.request(name, options, lead).catch(() => {
      hangUp?.();
      if (!signal.aborted) wait({ signal });
    });
  };

  const ask = () => {
    if (document.hidden || hangUp) return;
    channel.postMessage("?");
    clearTimeout(timer);
    timer = setTimeout(() => hangUp || wait({ steal: true }), answerMs);
  };

  channel.onmessage = ({ data }) => {
    if (data === "?") return hangUp && channel.postMessage(latest);
    clearTimeout(timer);
    hear(data);
  };
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", ask);
    hangUp?.();
    channel.close();
  });
  if (!navigator.locks) return void lead();
  wait({ signal });
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Keeps a stream open as long as the same person is signed in. Returns a function that ends it. */
function connect(url: string, userId: string, hear: (news: News) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let failures = 0;
  let hiddenAt = Infinity;

  const open = () => {
    clearTimeout(timer);
    source?.close();
    if (signedInId() !== userId) return;
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
      hear({ asking: { ...JSON.parse(data), atMs: Date.now() } });
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
    if (!document.hidden && Date.now() - hiddenAt > doubtMs) open();
    hiddenAt = document.hidden ? Date.now() : Infinity;
  };

  open();
  addEventListener("online", open);
  document.addEventListener("visibilitychange", look);
  return () => {
    removeEventListener("online", open);
    document.removeEventListener("visibilitychange", look);
    clearTimeout(timer);
    source?.close();
  };
}
