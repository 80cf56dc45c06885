/** For tests: what is put off is kept and run when the test says so; real time decides about nothing. */

/** Something put off, or repeated, with its delay. */
export interface PutOff {
  ms: number;
  run: () => void;
}

/** While `work` runs, timers of these delays are kept instead of running; all others go their way. */
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
    // One that can be cleared like any other, and never comes.
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
