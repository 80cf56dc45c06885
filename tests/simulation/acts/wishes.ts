/**
 * What people want of the site, each wish under a name of its own. A person who hears nothing asks again, perhaps another
 * instance, while the first question may still be under way; some press twice. A wish is settled by its first answer.
 */
import { StoreUnavailable } from "../../../kv/store/health/health.ts";
import type { Reason, Result } from "../../../kv/store/refusals.ts";
import type { Store } from "../../../kv/open.ts";
import { pick } from "../world/pick.ts";
import type { World } from "../world/world.ts";

export interface Wish {
  name: string;
  ask: (store: Store) => Promise<Result<object>>;
  /** Called with what was granted, at each answer. */
  granted: (answer: object) => void;
  /** The reasons for which it may be refused in a world where everybody is in a hurry; any other is a fault. */
  mayBe: readonly Reason[];
}

/** What became of a wish. */
export interface Fate {
  asked: number;
  granted: number;
  refused: number;
}

/** How long a person waits for an answer; ms. */
const patience = { least: 4000, most: 12_000 };
const pressedTwice = 0.1;

export class Wishes {
  readonly fates = new Map<string, Fate>();
  /** The names of the wishes that nobody has answered yet. */
  readonly open = new Set<string>();
  #world: World;
  #faults: string[];

  constructor(world: World, faults: string[]) {
    this.#world = world;
    this.#faults = faults;
  }

  make(wish: Wish): void {
    this.fates.set(wish.name, { asked: 0, granted: 0, refused: 0 });
    this.open.add(wish.name);
    this.#ask(wish);
    if (this.#world.time.random() < pressedTwice) this.#ask(wish);
  }

  #ask(wish: Wish): void {
    const { time, outside } = this.#world;
    const instance = pick(time.random, this.#world.alive());
    // If no instance lives, the person asks again later.
    if (!instance) return this.#askAgain(wish);
    this.fates.get(wish.name)!.asked++;
    let isAnswered = false;
    time.after(5 * time.random(), instance.process, wish.name, () => {
      wish.ask(instance.store).then(
        (answer) => tell(() => this.#answered(wish, answer)),
        (error) => tell(() => this.#failed(wish, error)),
      );
    });
    const tell = (hear: () => void) =>
      time.after(5 * time.random(), outside, `told ${wish.name}`, () => {
        isAnswered = true;
        hear();
      });
    const waitMs = patience.least + time.random() * (patience.most - patience.least);
    time.after(waitMs, outside, `waited ${wish.name}`, () => {
      if (!isAnswered && this.open.has(wish.name)) this.#ask(wish);
    });
  }

  #askAgain(wish: Wish): void {
    const { time, outside } = this.#world;
    time.after(500 + 3000 * time.random(), outside, `again ${wish.name}`, () => {
      if (this.open.has(wish.name)) this.#ask(wish);
    });
  }

  #answered(wish: Wish, answer: Result<object>): void {
    const fate = this.fates.get(wish.name)!;
    this.#world.time.trace.note(`${JSON.stringify(answer)}\n`);
    this.open.delete(wish.name);
    if (answer.ok) {
      fate.granted++;
      return wish.granted(answer);
    }
    fate.refused++;
    if (!wish.mayBe.includes(answer.reason)) this.#faults.push(`${wish.name} was refused: ${answer.reason}`);
  }

  #failed(wish: Wish, error: unknown): void {
    if (!(error instanceof StoreUnavailable)) this.#faults.push(`${wish.name} failed: ${(error as Error).stack}`);
    this.#askAgain(wish);
  }
}
