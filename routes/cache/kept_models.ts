/**
 * What pages compute from many records, kept until one of these is written; if there are too many, the oldest are dropped.
 * This works only where this process is the store's one writer: on a shared store, models are computed each time.
 */
import type { Memory, Subject } from "../../kv/store/memory.ts";
import { KeptAbout } from "./kept_about.ts";

export interface Wanted<T> {
  /** Names the person and which of their models this is. */
  key: string;
  /** Everything that the model depends on, except what `work` recalls: same values, same model. */
  of: readonly unknown[];
  /** Computes the model; reads the store only through its memory. */
  work: () => Promise<T>;
  /** False for a model that depends on more than this. */
  isKept?: (model: T) => boolean;
}

export interface Model<T> {
  model: T;
  /** The records that it is made of. */
  about: readonly Subject[];
}

interface Kept extends Model<unknown> {
  of: readonly unknown[];
}

/** Each some kB. */
const modelsAtMost = 2000;

export class KeptModels {
  #memory: Memory;
  #models: KeptAbout<Kept>;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#models = new KeptAbout(memory, modelsAtMost);
  }

  /** How many models are kept. */
  get size(): number {
    return this.#models.size;
  }

  /** Returns the kept model if nothing that it is made of has changed; otherwise computes it. */
  async recall<T>({ key, of, work, isKept = () => true }: Wanted<T>): Promise<Model<T>> {
    const known = this.#models.get(key);
    if (known && of.length === known.of.length && of.every((value, at) => value === known.of[at])) {
      return known as Model<T>;
    }
    const { answer, about, stands } = await this.#memory.witness(work);
    const model = { model: answer, about };
    // If a record was written meanwhile, the model may or may not contain the change.
    if (stands() && isKept(answer)) this.#models.set(key, { ...model, of });
    else this.#models.delete(key);
    return model;
  }
}
