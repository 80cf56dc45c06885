/** What goes wrong, one thing after another, until it is mended. */
import { between, pick } from "./pick.ts";
import { type Chances, noFaults } from "./faulty_line.ts";
import type { World } from "./world.ts";

/** How long between two disturbances; ms. */
const pause = { least: 300, most: 6000 };

export class Disturbances {
  readonly counts = { cuts: 0, aways: 0, freezes: 0, deaths: 0, jumps: 0 };
  #world: World;
  #isOver = false;

  constructor(world: World) {
    this.#world = world;
  }

  begin(): void {
    const { time, outside } = this.#world;
    time.after(between(time.random, pause.least, pause.most), outside, "disturb", () => {
      if (this.#isOver) return;
      this.#disturb();
      this.begin();
    });
  }

  /** From now on nothing goes wrong, and what is wrong is mended; frozen instances wake soon. */
  end(): void {
    this.#isOver = true;
    for (const { line } of this.#world.alive()) {
      line.chances = noFaults;
      line.cutUntilMs = 0;
    }
  }

  #disturb(): void {
    const { random } = this.#world.time;
    const dice = random();
    if (dice < 0.4) this.#changeWeather();
    else if (dice < 0.65) this.#cut();
    else if (dice < 0.75) this.#storeGoesAway();
    else if (dice < 0.87) this.#freeze();
    else if (dice < 0.95) this.#kill();
    else this.#jump();
  }

  /** The line of one instance to the store becomes better or worse. */
  #changeWeather(): void {
    const { random } = this.#world.time;
    const instance = pick(random, this.#world.alive());
    if (instance) instance.line.chances = random() < 0.3 ? noFaults : someChances(random);
  }

  #cut(): void {
    const { time } = this.#world;
    const instance = pick(time.random, this.#world.alive());
    if (!instance) return;
    this.counts.cuts++;
    instance.line.cutUntilMs = time.nowMs + awayMs(time.random);
  }

  /** An instance freezes: it hears nothing meanwhile, and then goes on as if nothing had happened. */
  #freeze(): void {
    const { time } = this.#world;
    const instance = pick(time.random, this.#world.alive());
    if (!instance) return;
    this.counts.freezes++;
    instance.process.frozenUntilMs = time.nowMs + 40_000 * time.random() ** 2;
  }

  /** An instance dies in the middle of whatever it does; another one takes its place. */
  #kill(): void {
    const instance = pick(this.#world.time.random, this.#world.alive());
    if (!instance) return;
    this.counts.deaths++;
    this.#world.kill(instance);
  }

  /** The clock of all servers is put forward or back. */
  #jump(): void {
    const { random } = this.#world.time;
    this.counts.jumps++;
    this.#world.skewMs += Math.round((random() < 0.5 ? -3600_000 : 90_000) * random());
  }

  #storeGoesAway(): void {
    const { time } = this.#world;
    this.counts.aways++;
    const untilMs = time.nowMs + awayMs(time.random);
    for (const { line } of this.#world.alive()) line.cutUntilMs = untilMs;
  }
}

const someChances = (random: () => number): Chances => ({
  conflict: 0.15 * random() ** 2,
  lostAnswer: 0.2 * random() ** 2,
  slow: 0.1 * random() ** 3,
});

/** How long the store is away, ms: mostly less than an instance waits, now and then much longer. */
const awayMs = (random: () => number): number => 25_000 * random() ** 3;
