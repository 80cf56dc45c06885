/**
 * Money under hurry and violence: random people send, open, pay and change passwords in several tabs at once, in a
 * process that is killed in the middle, over and over, on a clock that is wrong; and every credit is still explained.
 */
import { expect } from "expect";
import fc from "fast-check";
import { openStore } from "../kv/open.ts";
import { Model } from "./money/model.ts";
import type { Operation } from "./money/operations.ts";
import { liveOnce } from "./money/process.ts";

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
  wishes: fc.array(
    fc.record({ intent, tabs: fc.constantFrom(1, 1, 2, 3), isRepeatedLater: fc.nat(9).map((dice) => dice === 0) }),
    { minLength: 190, maxLength: 230, size: "max" },
  ),
  /** Whose password changes, and in how many tabs. */
  password: fc.option(fc.record({ man: aMan, tabs: fc.integer({ min: 1, max: 2 }) })),
  /** After which share of the acknowledgements, in per mille. */
  killAfter: fc.option(fc.integer({ min: 400, max: 999 }), { freq: 5 }),
  killDelayMs: fc.nat(3),
  skewMs: fc.integer({ min: -3_600_000, max: 3_600_000 }),
});

type Life = typeof life extends fc.Arbitrary<infer Made> ? Made : never;

const count = { asked: 0, acknowledged: 0, kills: 0, lost: 0 };

Deno.test(`${operationsAtLeast} operations on money in several tabs and a process that is killed`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(life, { minLength: 5, maxLength: 5 }), live), {
    numRuns: worlds,
    // Each run takes seconds and no two are alike: the seed in the report repeats it, shrinking would not.
    endOnFailure: true,
  });
  console.log(
    `${count.acknowledged} of ${count.asked} operations acknowledged, ${count.kills} kills, ` +
      `${count.lost} operations under way when one struck`,
  );
  expect(count.acknowledged).toBeGreaterThanOrEqual(operationsAtLeast);
  expect(count.kills).toBeGreaterThan(worlds);
});

async function live(lives: Life[]): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "money-" });
  try {
    await liveInOneWorld(`${folder}/kv.sqlite3`, lives);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function liveInOneWorld(file: string, lives: Life[]): Promise<void> {
  const model = new Model();
  let repeatedLater: Operation[] = [];
  const everybody: Operation[] = [
    ...men.map((email): Operation => ({ kind: "sign_up", email, isLady: false })),
    ...ladies.map((email): Operation => ({ kind: "sign_up", email, isLady: true })),
  ];
  await liveAndVerify(file, model, everybody.flatMap((wish) => [wish, wish]), null);
  for (const [number, { wishes, password, ...fate }] of lives.entries()) {
    const operations = [...model.unanswered(), ...repeatedLater];
    repeatedLater = [];
    for (const [position, { intent, tabs, isRepeatedLater }] of wishes.entries()) {
      const operation = operationOf(intent, model, `${number}-${position}`);
      if (!operation) continue;
      operations.push(...Array<Operation>(tabs).fill(operation));
      if (isRepeatedLater) repeatedLater.push(operation);
    }
    if (password) {
      const change = model.passwords.change(men[password.man]!);
      operations.splice(operations.length / 2, 0, ...Array<Operation>(password.tabs).fill(change));
    }
    await liveAndVerify(file, model, operations, fate);
  }
  await liveAndVerify(file, model, model.unanswered(), null);
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

async function liveAndVerify(
  file: string,
  model: Model,
  operations: Operation[],
  fate: Pick<Life, "killAfter" | "killDelayMs" | "skewMs"> | null,
): Promise<void> {
  const killAfter = fate?.killAfter ?? null;
  const life = await liveOnce(file, operations, {
    killAfter: killAfter === null ? null : Math.floor(operations.length * killAfter / 1000),
    killDelayMs: fate?.killDelayMs ?? 0,
    skewMs: fate?.skewMs ?? 0,
  });
  model.note(life);
  count.asked += operations.length;
  count.acknowledged += life.asked.filter(({ answer }) => answer !== null).length;
  if (life.wasKilled) count.kills++;
  if (life.wasKilled) count.lost += life.asked.filter(({ answer }) => answer === null).length;
  const store = await openStore({ location: file, secret: "a secret that only tests may know" });
  try {
    expect(await model.faults(store)).toEqual([]);
  } finally {
    store.close();
  }
}
