/**
 * Money under hurry and violence: random people send, open, pay and change passwords in several tabs at once, in a
 * process that is killed in the middle, over and over, on a clock that is wrong; and every credit is still explained.
 */
import { expect } from "expect";
import fc from "fast-check";
import { aMan, ladies, type LetterIntent, letterIntent, letterOperation, men } from "./money/intents.ts";
import { Count, lifeParts, liveThrough, World } from "./money/lives.ts";
import { Model } from "./money/model.ts";
import type { Operation } from "./money/operations.ts";

const operationsAtLeast = 10_000;
const worlds = 4;
const livesPerWorld = 5;

type Intent = LetterIntent | { kind: "grant"; man: number; credits: number };

const intent: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 21, arbitrary: letterIntent },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("grant"), man: aMan, credits: fc.integer({ min: 1, max: 40 }) }),
  },
);

/** One life of the process: what is wished in it, in how many tabs at once, and when it is killed. */
const life = fc.record({
  ...lifeParts(intent, { atLeast: 390, atMost: 450 }),
  /** Whose password changes, and in how many tabs at once. */
  password: fc.option(fc.record({ man: aMan, tabs: fc.integer({ min: 1, max: 2 }) })),
});

type Life = typeof life extends fc.Arbitrary<infer Made> ? Made : never;

const count = new Count();

Deno.test(`${operationsAtLeast} operations on money in several tabs and a process that is killed`, async () => {
  await liveThrough(worlds, life, livesPerWorld, live);
  console.log(String(count));
  expect(count.acknowledged).toBeGreaterThanOrEqual(operationsAtLeast);
  expect(count.kills).toBeGreaterThan(worlds);
});

async function live(lives: Life[]): Promise<void> {
  const model = new Model();
  await World.run({ model, count, people: { men, ladies } }, async (world) => {
    for (const [number, { wishes, password, ...fate }] of lives.entries()) {
      const operations = world.operationsOf(
        wishes,
        (intent, position) => operationOf(intent, model, `${number}-${position}`),
      );
      if (password) {
        const change = model.passwords.change(men[password.man]!);
        operations.splice(operations.length / 2, 0, ...Array<Operation>(password.tabs).fill(change));
      }
      await world.liveAndVerify(operations, fate);
    }
  });
}

const operationOf = (intent: Intent, model: Model, name: string): Operation | null =>
  intent.kind === "grant"
    ? { kind: "grant", man: men[intent.man]!, credits: intent.credits, paymentId: name }
    : letterOperation(intent, model, name);
