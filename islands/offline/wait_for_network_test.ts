import { expect } from "expect";
import { type Network, nextTryMs, waitForNetwork } from "./wait_for_network.ts";

/** A network that is cut at first and comes back when the test says so, and its timer. */
function testNetwork() {
  let isOnline = false;
  let heard: (() => void) | undefined;
  let timer: { ms: number; call: () => void } | undefined;
  const network: Network = {
    isOnline: () => isOnline,
    onBack(listen, signal) {
      heard = listen;
      signal.addEventListener("abort", () => heard = undefined);
    },
    after(ms, call) {
      const mine = timer = { ms, call };
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
  };
  const turn = () => new Promise<void>((done) => setTimeout(done));
  return {
    network,
    waitsMs: () => timer?.ms,
    /** The browser says that the network is back, or that the page is looked at again. */
    async says(now: boolean) {
      isOnline = now;
      heard?.();
      await turn();
    },
    async timePasses() {
      timer?.call();
      await turn();
    },
  };
}

/** Attempts that get these answers in order. */
function attempts(...answers: boolean[]) {
  let count = 0;
  return { count: () => count, attempt: () => Promise.resolve(answers[count++]!) };
}

Deno.test("a letter of James that waits is tried once when the network is back, and never again after it went", async () => {
  const { network, says, timePasses, waitsMs } = testNetwork();
  const tries = attempts(true);
  waitForNetwork(tries.attempt, network);
  await timePasses();
  expect(tries.count()).toBe(0);
  await says(true);
  expect([tries.count(), waitsMs()]).toEqual([1, undefined]);
  await says(true);
  await timePasses();
  expect(tries.count()).toBe(1);
});

Deno.test("a browser that wrongly believes in its network is tried more and more seldom, every minute at last", async () => {
  const { network, says, timePasses, waitsMs } = testNetwork();
  const tries = attempts(false, false, true);
  waitForNetwork(tries.attempt, network);
  expect(waitsMs()).toBe(5000);
  await says(true);
  expect([tries.count(), waitsMs()]).toEqual([1, 10_000]);
  await timePasses();
  expect([tries.count(), waitsMs()]).toEqual([2, 20_000]);
  await timePasses();
  expect([tries.count(), waitsMs()]).toEqual([3, undefined]);
  expect([5, 6, 50].map(nextTryMs)).toEqual([60_000, 60_000, 60_000]);
});

Deno.test("two signs at once that the network is back are one try", async () => {
  const { network, says } = testNetwork();
  const answer = Promise.withResolvers<boolean>();
  let count = 0;
  waitForNetwork(() => (count++, answer.promise), network);
  await says(true);
  await says(true);
  expect(count).toBe(1);
  answer.resolve(true);
  await answer.promise;
});

Deno.test("who takes the letter back is asked nothing more, in the middle of a try too", async () => {
  const { network, says, timePasses, waitsMs } = testNetwork();
  const tries = attempts(false, false);
  const stop = waitForNetwork(tries.attempt, network);
  stop();
  await says(true);
  await timePasses();
  expect([tries.count(), waitsMs()]).toEqual([0, undefined]);

  const again = testNetwork();
  const answer = Promise.withResolvers<boolean>();
  const stopAgain = waitForNetwork(() => answer.promise, again.network);
  await again.says(true);
  stopAgain();
  answer.resolve(false);
  await again.timePasses();
  expect(again.waitsMs()).toBe(undefined);
});
