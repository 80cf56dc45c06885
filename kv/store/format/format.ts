/**
 * The format of the store: a number that is stored in it. A build brings an older store forward, step by step (steps.ts),
 * and does not touch a newer one: it would overlook what it does not know, and write what nobody reads.
 */
import { transact } from "../commit.ts";
import { keys } from "../keys.ts";
import { formatSteps, type Step } from "./steps.ts";

/** The format of a store that was written before stores were stamped. */
const firstFormat = 1;

/** The format that this build writes. */
export const formatOf = (steps: readonly Step[]): number => steps.at(-1)?.to ?? firstFormat;
export const currentFormat = formatOf(formatSteps);

/** The store has a format that this build must not touch; the message names it for the operator. */
export class FormatUnknown extends Error {}

export interface FormatWish {
  steps?: readonly Step[];
  /** False if others may be serving the store as it is: then an older store is refused as well. */
  mayBringForward?: boolean;
  /** Called after each step that was carried out. */
  onStep?: (step: Step) => void;
}

/**
 * Stamps a fresh store, brings an older one forward, and leaves a current one alone. Throws FormatUnknown for a newer
 * one, and changes nothing in it.
 */
export async function bringToCurrentFormat(kv: Deno.Kv, wish: FormatWish = {}): Promise<void> {
  const { steps = formatSteps, mayBringForward = true, onStep } = wish;
  const current = formatOf(steps);
  const found = await formatIn(kv);
  if (found === null) return await stamp(kv, current);
  assertNotNewer(found, current);
  const missing = steps.filter(({ to }) => to > found);
  if (missing.length > 0 && !mayBringForward) {
    throw new FormatUnknown(
      `the store has format ${found} and this build writes ${current}; the site itself brings it forward when it starts`,
    );
  }
  for (const step of missing) {
    await step.carryOut(kv);
    await stamp(kv, step.to);
    onStep?.(step);
  }
  if (missing.length === 0) await stamp(kv, current);
}

/** Throws FormatUnknown for a store that a later build has brought forward. */
export function assertNotNewer(found: number | null, current = currentFormat): void {
  if (found === null || found <= current) return;
  throw new FormatUnknown(
    `the store has format ${found} and this build knows ${current} at most; run the build that wrote it, or a later one`,
  );
}

/** The format of a store; null if nothing was ever written to it. */
export async function formatIn(kv: Deno.Kv): Promise<number | null> {
  const stamped = await kv.get<number>(keys.format());
  if (stamped.versionstamp !== null) return Number(stamped.value);
  for await (const _ of kv.list({ prefix: [] }, { limit: 1 })) return firstFormat;
  return null;
}

/** Stamps the store, but never with a lower format: another instance may have come further meanwhile. */
async function stamp(kv: Deno.Kv, format: number): Promise<void> {
  await transact<void>(async () => {
    const there = await kv.get<number>(keys.format());
    if (there.value !== null && there.value >= format) return { done: undefined };
    return { commit: kv.atomic().check(there).set(there.key, format), result: undefined };
  });
}
