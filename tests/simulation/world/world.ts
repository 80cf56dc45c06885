/** One store with its people, and the instances that work on it. */
import { admin } from "../../../kv/accounts/users.ts";
import { LadyIndex } from "../../../kv/ladies/index/lady_index.ts";
import type { Store } from "../../../kv/open.ts";
import { asProcessOver } from "../../../kv/testing/distant_store.ts";
import { asOtherProcess, createLady, createMan, createUser, testStore } from "../../../kv/testing/store.ts";
import { KvModel } from "../kv_model/kv_model.ts";
import { atOnce, modelHandle } from "../kv_model/model_handle.ts";
import { Process, SimulatedTime } from "../time/simulated_time.ts";
import type { Trace } from "../time/trace.ts";
import { type FaultCounts, FaultyLine } from "./faulty_line.ts";
import { Instance } from "./instance.ts";

const menNames = ["James", "Wei", "Henrik", "Marco"];
const ladiesNames = ["Olena", "Daria", "Ioana", "Vera"];
/** So few that some men run out of them. */
export const startCredits = 250;
/** How long an instance waits for the store, as on a site. */
const patienceMs = 3000;
/** How long at most until another process replaces one that died; ms. */
const restartMs = 15_000;
/** How long an expired record stays at most; ms. */
const expireEveryMs = 20_000;

export class World {
  readonly model: KvModel;
  readonly time: SimulatedTime;
  /** The process of what happens to no instance. */
  readonly outside = new Process("outside");
  readonly counts: FaultCounts = { conflicts: 0, lostAnswers: 0, slow: 0 };
  /** The store as it is, for checks; nobody works with it. */
  readonly truth: Store;
  /** By how much server time is ahead of the time that has passed; ms. */
  skewMs = 0;
  #alive: Instance[] = [];
  #opened = 0;
  #hearers: ((instance: Instance) => void)[] = [];

  private constructor(
    readonly base: Store,
    readonly menIds: readonly number[],
    readonly ladiesIds: readonly number[],
    readonly adminId: number,
    random: () => number,
    trace: Trace,
  ) {
    this.time = new SimulatedTime(random, trace, this.outside);
    this.model = new KvModel(() => this.time.nowMs);
    this.truth = asOtherProcess(this.#seenAs("truth"), { kv: modelHandle(this.model, atOnce) });
  }

  static async create(random: () => number, trace: Trace): Promise<World> {
    using base = await testStore();
    const men = [];
    for (const firstname of menNames) men.push(await createMan(base, { firstname, credits: startCredits }));
    const ladies = [];
    for (const firstname of ladiesNames) ladies.push(await createLady(base, { firstname }));
    const ada = await createUser(base, { firstname: "Ada", email: "ada@staff.test", groupId: admin });
    const ids = (of: { id: number }[]) => of.map(({ id }) => id);
    const world = new World(base, ids(men), ids(ladies), ada.id, random, trace);
    for await (const { key, value } of base.kv.list({ prefix: [] })) {
      world.model.commit([], [{ type: "set", key, value }]);
    }
    return world;
  }

  /** Server time, ms since the epoch. */
  now = (): number => Math.floor(startedAt + this.time.nowMs + this.skewMs);

  /** The instances that are not dead; some of them may be frozen. */
  alive = (): readonly Instance[] => this.#alive;

  /** Opens another instance; if it cannot begin, yet another takes its place. */
  open(): Instance {
    const process = new Process(`instance-${++this.#opened}`);
    const line = new FaultyLine(this.time, process, this.outside, this.counts);
    const bare = modelHandle(this.model, line);
    const store = asProcessOver(this.#seenAs(process.name), bare, process.name, patienceMs);
    const instance = new Instance(this.time, process, line, store);
    this.#alive.push(instance);
    instance.open(() => this.kill(instance));
    return instance;
  }

  /** Ends an instance without a word; another takes its place some time later. */
  kill(instance: Instance): void {
    if (instance.process.isDead) return;
    instance.process.isDead = true;
    this.#alive = this.#alive.filter((each) => each !== instance);
    for (const hear of this.#hearers) hear(instance);
    this.time.after(restartMs * this.time.random(), this.outside, "restart", () => void this.open());
  }

  /** Calls `hear` when an instance has died. */
  onDeath(hear: (instance: Instance) => void): void {
    this.#hearers.push(hear);
  }

  /** Lets the store delete expired records, again and again. */
  keepExpiring(): void {
    this.time.after(expireEveryMs, this.outside, "expire", () => {
      this.model.expire();
      this.keepExpiring();
    });
  }

  #seenAs(name: string): Store {
    let tokens = 0;
    return {
      ...this.base,
      now: this.now,
      randomToken: () => `${name}-token-${String(++tokens).padStart(8, "0")}`,
      ladies: new LadyIndex(),
    };
  }
}

/** An hour after noon UTC of 1 March 2026, when the people of the test store signed up. */
const startedAt = Date.UTC(2026, 2, 1, 13);
