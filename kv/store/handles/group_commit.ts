/**
 * Writes small commits together: those that come while one is being written wait, and share the next. Each still succeeds
 * or fails by its own checks, and is answered only when it is written. Two that touch the same key never share a commit:
 * both checks would hold, and one would overwrite the other.
 */
import { nameOfKey } from "../key_name.ts";
import { checksAtMost } from "./own_repeats.ts";

interface Limits {
  checksMax: number;
  /** Far below what one commit may hold: parts are small, and a larger one goes alone. */
  writesMax: number;
}

/** A remote store takes ten checks; one of them is the mark of own_repeats.ts. */
const remote: Limits = { checksMax: checksAtMost, writesMax: 30 };
/** A file takes 100 checks: what gathered while it stood still is written at one go. */
const ownFile: Limits = { checksMax: 90, writesMax: 90 };

type Answer = Deno.KvCommitResult | Deno.KvCommitError;

interface Part {
  checks: Deno.AtomicCheck[];
  /** Each writes one key. */
  writes: ((op: Deno.AtomicOperation) => void)[];
  /** The names of all keys that are checked or written. Two that share a name are written in separate commits. */
  touched: Set<string>;
  answer: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

export class GroupCommits {
  #kv: Deno.Kv;
  #limits: Limits;
  #waiting: Part[] = [];
  #isWriting = false;

  /** `isOwnFile`: whether the store is a file that this process has for itself. */
  constructor(kv: Deno.Kv, isOwnFile: boolean) {
    this.#kv = kv;
    this.#limits = isOwnFile ? ownFile : remote;
  }

  /** An operation that may be written together with others. It has only check, set, delete and commit. */
  atomic(): Deno.AtomicOperation {
    const checks: Part["checks"] = [];
    const writes: Part["writes"] = [];
    const touched: Part["touched"] = new Set();
    const operation = {
      check(...more: Deno.AtomicCheck[]) {
        checks.push(...more);
        for (const { key } of more) touched.add(nameOfKey(key));
        return operation;
      },
      set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }) {
        writes.push((op) => void op.set(key, value, options));
        touched.add(nameOfKey(key));
        return operation;
      },
      delete(key: Deno.KvKey) {
        writes.push((op) => void op.delete(key));
        touched.add(nameOfKey(key));
        return operation;
      },
      commit: () => new Promise<Answer>((answer, fail) => this.#add({ checks, writes, touched, answer, fail })),
    };
    return operation as unknown as Deno.AtomicOperation;
  }

  #add(part: Part): void {
    this.#waiting.push(part);
    if (this.#isWriting) return;
    this.#isWriting = true;
    // After this turn, so that all that comes in it is written together.
    queueMicrotask(() => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const groups = grouped(this.#waiting, this.#limits);
      this.#waiting = [];
      await Promise.all(groups.map((group) => this.#write(group)));
    }
    this.#isWriting = false;
  }

  /** Writes a group; if that fails, each part alone, so that none suffers from another's failed check. */
  async #write(group: Part[]): Promise<void> {
    try {
      const answer = await this.#commit(group);
      if (answer.ok || group.length === 1) return group.forEach((part) => part.answer(answer));
    } catch (error) {
      if (group.length === 1) return group[0]!.fail(error);
    }
    await Promise.all(group.map((part) => this.#write([part])));
  }

  #commit(group: Part[]): Promise<Answer> {
    const op = this.#kv.atomic();
    for (const { checks, writes } of group) {
      op.check(...checks);
      for (const write of writes) write(op);
    }
    return op.commit();
  }
}

/** Groups the parts in their order: as many together as one commit may hold, and no two that touch the same key. */
function grouped(parts: Part[], { checksMax, writesMax }: Limits): Part[][] {
  const groups: Part[][] = [];
  let [checks, writes] = [0, 0];
  let touched = new Set<string>();
  for (const part of parts) {
    checks += part.checks.length;
    writes += part.writes.length;
    const isFull = checks > checksMax || writes > writesMax;
    if (groups.length === 0 || isFull || !touched.isDisjointFrom(part.touched)) {
      groups.push([]);
      [checks, writes] = [part.checks.length, part.writes.length];
      touched = new Set();
    }
    groups.at(-1)!.push(part);
    for (const name of part.touched) touched.add(name);
  }
  return groups;
}
