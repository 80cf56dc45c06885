/**
 * Money under hurry and violence: random people send, open, pay and change passwords in several tabs at once, in a
 * process that is killed in the middle, over and over, on a clock that is wrong; and every credit is still explained.
 */
import { expect } from "expect";
import fc from "fast-check";
import { Count, lifeParts, World } from "./money/lives.ts";
import { Model } from "./money/model.ts";
import type { Operation } from "./money/operations.ts";

const operationsAtLeast = 10_000;
const worlds = 8;

const men = ["james", "wei", "paul", "tom", "li", "ahmed"].map((name) => `${name}@men.test`);
const ladies = ["olena", "daria", "irina", "ana"].map((name) => `${name}@ladies.test`);

type Intent =
  | { kind: "sign_up"; isLady: boolean; who: number }
  | { kind: "write"; man: number; lady: number; isMans: boolean }
  | { kind: "open"; man: number; which: number }
  | { kind: "grant"; man: number; credits: number };

const aMan = fc.nat(men.length - 1);
const aLady = fc.nat(ladies.length - 1);
const intent: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sign_up"), isLady: fc.boolean(), who: aLady }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("write"), man: aMan, lady: aLady, isMans: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("open"), man: aMan, which: fc.nat(200) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("grant"), man: aMan, credits: fc.integer({ min: 1, max: 40 }) }),
  },
);

/** One life of the process: what is wished in it, in how many tabs, and when it is killed. */
const life = fc.record({
  ...lifeParts(intent, { atLeast: 190, atMost: 230 }),
  /** Whose password changes, and in how many tabs. */
  password: fc.option(fc.record({ man: aMan, tabs: fc.integer({ min: 1, max: 2 }) })),
});

type Life = typeof life extends fc.Arbitrary<infer Made> ? Made : never;

const count = new Count();

Deno.test(`${operationsAtLeast} operations on money in several tabs and a process that is killed`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(life, { minLength: 5, maxLength: 5 }), live), {
    numRuns: worlds,
    // Each run takes seconds and no two are alike: the seed in the report repeats it, shrinking would not.
    endOnFailure: true,
  });
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

/** An intent with its names filled in; null where there is no letter to open yet. */
function operationOf(intent: Intent, model: Model, name: string): Operation | null {
  switch (intent.kind) {
    case "sign_up":
      return { kind: "sign_up", email: (intent.isLady ? ladies : men)[intent.who]!, isLady: intent.isLady };
    case "write": {
      const [man, lady] = [men[intent.man]!, ladies[intent.lady]!];
      const [from, to] = intent.isMans ? [man, lady] : [lady, man];
      return { kind: "send", from, to, sendKey: name, body: `Letter ${name} from ${from}`, isMans: intent.isMans };
    }
    case "open": {
      const letters = model.lettersTo(men[intent.man]!);
      const letterId = letters[intent.which % letters.length];
      return letterId === undefined ? null : { kind: "open", man: men[intent.man]!, letterId };
    }
    case "grant":
      return { kind: "grant", man: men[intent.man]!, credits: intent.credits, paymentId: name };
  }
}
