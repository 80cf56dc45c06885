/** Waits for the network to repeat what failed without it, while the page stays open. */

/** The pause after so many failed tries, if the browser itself believes that there is a network. */
export const nextTryMs = (failedTries: number): number => Math.min(5000 * 2 ** (failedTries - 1), 60_000);

/** The functions of the browser that are needed here. */
export interface Network {
  isOnline: () => boolean;
  /** Calls `listen` whenever there may be a network again, until `signal` aborts. */
  onBack: (listen: () => void, signal: AbortSignal) => void;
  /** Calls `call` once after `ms`. Returns a function that cancels it. */
  after: (ms: number, call: () => void) => () => void;
}

const ofBrowser: Network = {
  isOnline: () => navigator.onLine,
  onBack(listen, signal) {
    addEventListener("online", listen, { signal });
    document.addEventListener("visibilitychange", () => document.hidden || listen(), { signal });
  },
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Calls `attempt` whenever the network may be back, until it returns true. Returns a function that stops this. */
export function waitForNetwork(attempt: () => Promise<boolean>, network: Network = ofBrowser): () => void {
  const stopped = new AbortController();
  let failedTries = 1;
  let callOff = () => {};
  let isTrying = false;

  const stop = () => {
    stopped.abort();
    callOff();
  };
  const waitOn = () => {
    callOff = network.after(nextTryMs(failedTries), tryAgain);
  };
  const tryAgain = async () => {
    if (isTrying) return;
    callOff();
    // The browser knows that there is no network, and says when that changes.
    if (!network.isOnline()) return waitOn();
    isTrying = true;
    const hasEnded = await attempt();
    isTrying = false;
    if (hasEnded) return stop();
    failedTries++;
    if (!stopped.signal.aborted) waitOn();
  };

  network.onBack(tryAgain, stopped.signal);
  waitOn();
  return stop;
}
