/**
 * What pages work out of many records, kept until one of these is written; the oldest go first. Only where this process
 * is the store's one writer: on a shared store it is worked out each time.
 */
import type { Memory, Subject } from "../../kv/store/memory.ts";
import { KeptAbout } from "./kept_about.ts";

export interface Wanted<T> {
  /** Whose it is, and which of hers or his. */
  key: string;
  /** Everything else that it depends on but what is recalled: the same values are the same model. */
  of: readonly unknown[];
  /** Reads nothing of the store but by its memory. */
  work: () => Promise<T>;
  /** False of a model that depends on more than that. */
  isKept?: (model: T) => boolean;
}

export interface Model<T> {
  model: T;
  /** Of which records it is made. */
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

  /** The model as it was worked out before, while nothing that it is made of has changed. */
  async recall<T>({ key, of, work, isKept = () => true }: Wanted<T>): Promise<Model<T>> {
    const known = this.#models.get(key);
    if (known && of.length === known.of.length && of.every((value, at) => value === known.of[at])) {
      return known as Model<T>;
    }
    const { answer, about, stands } = await this.#memory.witness(work);
    const model = { model: answer, about };
    // What was written meanwhile may be in it or not.
    if (stands() && isKept(answer)) this.#models.set(key, { ...model, of });
    else this.#models.delete(key);
    return model;
  }
}
