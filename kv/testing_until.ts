/** For tests: waiting for what happens by itself. */

/** Looks every few ms until it is so; throws after 15 seconds, which is more than a busy machine takes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!await isSo()) {
    if (performance.now() > deadline) throw new Error("it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
