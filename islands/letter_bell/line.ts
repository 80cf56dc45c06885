/**
 * The line to the server, one for all tabs of a browser: the tab that holds the lock listens, and tells the others.
 * Where there are no locks (no encryption) each tab has a line of its own.
 */
import { type Counts, countsOf, pauseMs } from "../letter_bell_state.ts";

/** Who is signed in in this browser now; scripts may know the number and nothing else. */
const signedInId = () => /(?:^|; )uid=(\d+)/.exec(document.cookie)?.[1];

/** Calls `hear` with the counters at once and at each change, until the signal. */
export function listen(hear: (counts: Counts) => void, signal: AbortSignal): void {
  const userId = signedInId();
  if (!userId) return;
  const name = `letters-${userId}`;
  const channel = new BroadcastChannel(name);
  signal.addEventListener("abort", () => channel.close());
  let latest: Counts | null = null;

  const lead = () =>
    new Promise<void>((release) => {
      const stop = connect(userId, (counts) => {
        latest = counts;
        hear(counts);
        channel.postMessage({ counter: counts });
      });
      signal.addEventListener("abort", () => {
        stop();
        release();
      });
    });

  // Anything else than counters is the question of a tab that has just opened.
  channel.onmessage = ({ data }) => {
    const counts = countsOf(data);
    if (counts) hear(counts);
    else if (latest) channel.postMessage({ counter: latest });
  };
  channel.postMessage("?");
  if (navigator.locks) navigator.locks.request(name, { signal }, lead).catch(() => {});
  else lead();
}

/** Keeps a line open as long as the same person is signed in; answers how to end it. */
function connect(userId: string, hear: (counts: Counts) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let failures = 0;

  const open = () => {
    clearTimeout(timer);
    source?.close();
    if (signedInId() !== userId) return;
    source = new EventSource(`/api/events?user=${userId}`);
    source.addEventListener("new-message", ({ data }: MessageEvent<string>) => {
      failures = 0;
      const counts = countsOf(JSON.parse(data));
      if (counts) hear(counts);
    });
    // Its own coming again is as fast after the hundredth failure as after the first.
    source.onerror = () => {
      source?.close();
      timer = setTimeout(open, pauseMs(failures++, Math.random()));
    };
  };

  open();
  addEventListener("online", open);
  return () => {
    removeEventListener("online", open);
    clearTimeout(timer);
    source?.close();
  };
}
