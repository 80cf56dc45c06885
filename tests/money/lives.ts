/** Worlds of the money tests: lives of a worker on one store, each killed or let go, and the store verified after each. */
import { expect } from "expect";
import fc from "fast-check";
import { openStore, type Store } from "../../kv/open.ts";
import type { Model } from "./model.ts";
import type { Operation } from "./operations.ts";
import { liveOnce } from "./process.ts";
import { providersFileOf, readGivenBack } from "./providers.ts";

const secret = "a secret that only tests may know";

const skewMsMax = 3_600_000;

export interface Wish<Intent> {
  intent: Intent;
  /** In how many tabs at once it is asked for. */
  tabs: number;
  /** Whether it is asked for once more in the next life. */
  isRepeatedLater: boolean;
}

export interface Fate {
  /** After which share of the acknowledgements it is killed, in per mille; null lets it live. */
  killAfter: number | null;
  killDelayMs: number;
  /** By how much its clock is wrong, ms. */
  skewMs: number;
}

/** The parts of a life, for `fc.record`. */
export const lifeParts = <Intent>(intent: fc.Arbitrary<Intent>, wishes: { atLeast: number; atMost: number }) => ({
  wishes: fc.array(
    fc.record({ intent, tabs: fc.constantFrom(1, 1, 2, 3), isRepeatedLater: fc.nat(9).map((dice) => dice === 0) }),
    { minLength: wishes.atLeast, maxLength: wishes.atMost, size: "max" },
  ),
  killAfter: fc.option(fc.integer({ min: 400, max: 999 }), { freq: 5 }),
  killDelayMs: fc.nat(3),
  skewMs: fc.integer({ min: -skewMsMax, max: skewMsMax }),
});

/**
 * Lives through so many random worlds. A failure tells what was wrong and the seed that repeats it. Nothing is shrunk: a
 * world takes seconds and no two are alike, and thousands of wishes would tell nobody anything.
 */
export async function liveThrough<Life>(
  worlds: number,
  life: fc.Arbitrary<Life>,
  livesPerWorld: number,
  live: (lives: Life[]) => Promise<void>,
): Promise<void> {
  const lives = fc.array(life, { minLength: livesPerWorld, maxLength: livesPerWorld });
  const { failed, seed, counterexamplePath, errorInstance } = await fc.check(fc.asyncProperty(lives, live), {
    numRuns: worlds,
    endOnFailure: true,
  });
  if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}: ${(errorInstance as Error).message}`);
}

/** One store and what is known of it; deleted with the test. */
export class World {
  #file: string;
  #count: Count;
  #repeatedLater: Operation[] = [];

  private constructor(file: string, readonly model: Model, count: Count) {
    this.#file = file;
    this.#count = count;
  }

  /** Runs `live` with a new world in which everybody has signed up; `prepare` may write to its store before. */
  static async run(
    { model, count, people, prepare }: {
      model: Model;
      count: Count;
      people: { men: string[]; ladies: string[] };
      prepare?: (store: Store) => Promise<void>;
    },
    live: (world: World) => Promise<void>,
  ): Promise<void> {
    const folder = await Deno.makeTempDir({ prefix: "money-", dir: await memoryFolder() });
    try {
      const world = new World(`${folder}/kv.sqlite3`, model, count);
      await world.#withStore(async (store) => await prepare?.(store));
      const everybody: Operation[] = [
        ...people.men.map((email): Operation => ({ kind: "sign_up", email, isLady: false })),
        ...people.ladies.map((email): Operation => ({ kind: "sign_up", email, isLady: true })),
      ];
      await world.liveAndVerify(everybody.flatMap((wish) => [wish, wish]), null);
      await live(world);
      // Late enough for jobs that a clock which ran ahead has put off.
      const late = { killAfter: null, killDelayMs: 0, skewMs: 2 * skewMsMax };
      await world.liveAndVerify([{ kind: "do_jobs", round: "at the end" }], late);
      await world.liveAndVerify(model.unanswered(), null);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** The wishes of a life as operations, after those still to be repeated from earlier lives. */
  operationsOf<Intent>(wishes: Wish<Intent>[], operationOf: (intent: Intent, position: number) => Operation | null) {
    const operations = [...this.model.unanswered(), ...this.#repeatedLater];
    this.#repeatedLater = [];
    for (const [position, { intent, tabs, isRepeatedLater }] of wishes.entries()) {
      const operation = operationOf(intent, position);
      if (!operation) continue;
      operations.push(...Array<Operation>(tabs).fill(operation));
      if (isRepeatedLater) this.#repeatedLater.push(operation);
    }
    return operations;
  }

  async liveAndVerify(operations: Operation[], fate: Fate | null): Promise<void> {
    const killAfter = fate?.killAfter ?? null;
    const life = await liveOnce(this.#file, operations, {
      killAfter: killAfter === null ? null : Math.floor(operations.length * killAfter / 1000),
      killDelayMs: fate?.killDelayMs ?? 0,
      skewMs: fate?.skewMs ?? 0,
    });
    this.model.note(life);
    this.#count.note(life);
    const givenBack = await readGivenBack(providersFileOf(this.#file));
    await this.#withStore(async (store) => expect(await this.model.faults(store, givenBack)).toEqual([]));
  }

  async #withStore(work: (store: Store) => Promise<void>): Promise<void> {
    const store = await openStore({ location: this.#file, secret });
    try {
      await work(store);
    } finally {
      await store.close();
    }
  }
}

/** What a test has seen, in numbers. */
export class Count {
  asked = 0;
  acknowledged = 0;
  /** Acknowledged as done, not as refused. */
  done = 0;
  kills = 0;
  lost = 0;
  #doneByKind = new Map<string, number>();

  /** How many of a kind were acknowledged as done. */
  doneOf(kind: string): number {
    return this.#doneByKind.get(kind) ?? 0;
  }

  note({ asked, wasKilled }: Awaited<ReturnType<typeof liveOnce>>): void {
    const acknowledged = asked.filter(({ answer }) => answer !== null).length;
    this.asked += asked.length;
    this.acknowledged += acknowledged;
    this.done += asked.filter(({ answer }) => answer?.ok).length;
    for (const { operation: { kind }, answer } of asked) {
      if (answer?.ok) this.#doneByKind.set(kind, this.doneOf(kind) + 1);
    }
    if (wasKilled) this.kills++;
    if (wasKilled) this.lost += asked.length - acknowledged;
  }

  toString(): string {
    return `${this.acknowledged} of ${this.asked} operations acknowledged, ${this.done} of them done, ${this.kills} kills, ` +
      `${this.lost} operations under way when one struck`;
  }
}

/** A folder in memory, if there is one: what a killed process has written stays there, and no disk is waited for. */
const memoryFolder = (): Promise<string | undefined> =>
  Deno.stat("/dev/shm").then(({ isDirectory }) => isDirectory ? "/dev/shm" : undefined, () => undefined);
