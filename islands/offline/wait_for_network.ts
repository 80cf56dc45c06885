/** Waits for the network with whatever could not be done without it, as long as its page stays open. */

/** How long after a failed try the next one follows, where the browser itself believes that there is one. */
export const nextTryMs = (failedTries: number): number => Math.min(5000 * 2 ** (failedTries - 1), 60_000);

/** What of the browser the waiting needs. */
export interface Network {
  isOnline: () => boolean;
  /** Calls back whenever there may be one again, until the signal. */
  onBack: (listen: () => void, signal: AbortSignal) => void;
  /** Calls once after so long; answers how to call it off. */
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

/** Tries when the network may be back; `attempt` answers false where there was none again. Answers how to stop. */
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
    // The browser knows that there is none, and says when that changes.
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
