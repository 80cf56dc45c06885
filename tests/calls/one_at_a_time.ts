/** Several stories at once on a small machine: one that makes calls has the machine alone, only waiting is shared. */

let last: Promise<void> = Promise.resolve();

/** Waits for the turn; returns how to pass it on. */
export function turn(): Promise<() => void> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  return before.then(() => resolve);
}

export async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveOn = await turn();
  try {
    return await work();
  } finally {
    giveOn();
  }
}
