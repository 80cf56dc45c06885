/** Several stories at once on a small machine: whoever makes calls has it alone, and only waiting is done together. */

let last: Promise<void> = Promise.resolve();

/** Waits until it is one's turn; answers how to give it on. */
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
