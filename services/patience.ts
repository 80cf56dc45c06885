/** How long anybody waits for a machine that is not ours: one place for the bound, and one way to keep it. */

/**
 * How long what is asked of another service may take, all tries together: somebody waits for a page, or a job holds up
 * its lane.
 */
export const outsidePatienceMs = 10_000;
/** How long the mail server may take until it has all of a mail; a provider of mails, until its answer. */
export const mailPatienceMs = 20_000;
/**
 * How long a mail server may look through a mail that it has before it takes it (RFC 5321, 4.5.3.2.6). Whoever gives up sooner
 * sends it once more, and the server delivers both.
 */
export const mailLookMs = 600_000;

/** Waits until so many ms have passed or the signal aborts, whichever is first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}

/** Somebody else's machine did not answer in time. */
export class OutOfPatience extends Error {
  override name = "OutOfPatience";
}

/**
 * Does the work. When its time is over, this rejects and the work's signal aborts, both with `OutOfPatience`; nobody
 * waits for what the work does afterwards.
 */
export async function withPatience<T>(patienceMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const impatience = new AbortController();
  const isOver = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new OutOfPatience(`no answer within ${patienceMs / 1000} s`);
    impatience.abort(reason);
    isOver.reject(reason);
  }, patienceMs);
  try {
    return await Promise.race([work(impatience.signal), isOver.promise]);
  } finally {
    clearTimeout(timer);
  }
}
