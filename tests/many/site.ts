/** One of the processes that serve the site together, with a way of its own to the store. */
import { type Ended, type Instance, startInstance } from "../rehearsal/platform.ts";
import type { StoreProxy } from "./store_proxy.ts";

const root = new URL("../../", import.meta.url).pathname;

export class Site {
  readonly name: string;
  /** The way to the store, which a test may worsen. */
  readonly way: StoreProxy;
  /** The folder of the build that it runs; a test may set that of a newer one. */
  folder = root;
  #env: Record<string, string>;
  #instance: Instance | null = null;

  /** `env` is everything that it is told beside its way to the store. */
  constructor(name: string, way: StoreProxy, env: Record<string, string>) {
    this.name = name;
    this.way = way;
    this.#env = { ...env, KV_URL: way.url };
  }

  /** Resolves when it serves; throws what it printed if it does not. */
  async start(): Promise<void> {
    this.#instance = await startInstance({ folder: this.folder, entry: "main.ts", env: this.#env });
  }

  get isUp(): boolean {
    return this.#instance !== null;
  }

  get origin(): string {
    if (!this.#instance) throw new Error(`the process ${this.name} is down`);
    return this.#instance.origin;
  }

  /** What it has printed so far. */
  said(): string {
    return this.#instance?.said() ?? "";
  }

  freeze(isFrozen: boolean): void {
    this.#instance!.freeze(isFrozen);
  }

  /** Kills it with signal 9. */
  async kill(): Promise<void> {
    const instance = this.#instance;
    this.#instance = null;
    await instance?.kill();
  }

  /** Ends it with SIGTERM, as a supervisor does. */
  async end(): Promise<Ended> {
    const instance = this.#instance!;
    this.#instance = null;
    return await instance.end("SIGTERM");
  }
}
