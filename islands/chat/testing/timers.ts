/** For tests: timers that run when the test says so, whatever the real time. */

/** A kept timer or interval, with its delay. */
export interface PutOff {
  ms: number;
  run: () => void;
}

/** During `work`, timers whose delay `isKept` are put into `put` instead of running; all others run as usual. */
export async function withTimers<T>(
  name: "setInterval" | "setTimeout",
  isKept: (ms: number) => boolean,
  work: (put: PutOff[]) => Promise<T>,
): Promise<T> {
  const real = globalThis[name];
  const put: PutOff[] = [];
  const placeholders: Parameters<typeof clearTimeout>[0][] = [];
  const kept = (run: () => void, ms = 0, ...rest: unknown[]) => {
    if (!isKept(ms)) return real(run, ms, ...rest);
    put.push({ ms, run });
    // A placeholder that can be cleared like any timer, and never fires.
    const timer = real(() => {}, 2 ** 30);
    placeholders.push(timer);
    return timer;
  };
  Object.assign(globalThis, { [name]: kept });
  try {
    return await work(put);
  } finally {
    Object.assign(globalThis, { [name]: real });
    for (const timer of placeholders) clearTimeout(timer);
  }
}
