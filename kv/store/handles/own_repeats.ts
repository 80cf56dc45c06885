/**
 * A handle whose commits recognise their own repeats. The client of a remote store sends a commit again if its answer was
 * lost. So each commit checks and writes a mark: the repeat fails and changes nothing, and the mark shows that the commit
 * itself was written.
 */
import { dayMs } from "../days.ts";
import { withMethods } from "./handle.ts";
import { keys } from "../keys.ts";

/** How many checks a commit may hold besides that of its mark: a remote store takes ten in all (design, section 6). */
export const checksAtMost = 9;

/** A mark that was not used for so long expires. */
const keptMs = dayMs;
/** A mark that was not used for so long is not used again, because it might expire meanwhile (real time). */
const usedAgainMs = keptMs / 2;

/** A key that belongs to one process, and to one commit at a time. */
interface Mark {
  key: Deno.KvKey;
  versionstamp: string | null;
  /** How many commits it has marked. */
  count: number;
  usedAt: number;
}

type Answer = Deno.KvCommitResult | Deno.KvCommitError;

/** The same handle, but its atomic operations recognise their own repeats. Plain `set` and `delete` may happen twice. */
export function withOwnRepeats(kv: Deno.Kv, randomToken: () => string): Deno.Kv {
  const marks = new Marks(kv, randomToken);
  return withMethods(kv, { atomic: () => marks.mark(kv.atomic()) });
}

class Marks {
  #kv: Deno.Kv;
  #randomToken: () => string;
  /** The mark that was used last is used next, so that few are in use. */
  #free: Mark[] = [];

  constructor(kv: Deno.Kv, randomToken: () => string) {
    this.#kv = kv;
    this.#randomToken = randomToken;
  }

  mark(op: Deno.AtomicOperation): Deno.AtomicOperation {
    let checks = 0;
    const marked = {
      check(...more: Deno.AtomicCheck[]) {
        checks += more.length;
        if (checks > checksAtMost) throw new Error(`a commit of more than ${checksAtMost} checks`);
        op.check(...more);
        return marked;
      },
      set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }) {
        op.set(key, value, options);
        return marked;
      },
      delete(key: Deno.KvKey) {
        op.delete(key);
        return marked;
      },
      commit: () => this.#commit(op),
    };
    return marked as unknown as Deno.AtomicOperation;
  }

  async #commit(op: Deno.AtomicOperation): Promise<Answer> {
    const mark = this.#take();
    op.check({ key: mark.key, versionstamp: mark.versionstamp });
    op.set(mark.key, mark.count + 1, { expireIn: keptMs });
    // If this throws, nobody knows whether the commit was written: its mark is not used again.
    const answer = await op.commit();
    if (answer.ok) {
      this.#giveBack(mark, answer.versionstamp);
      return answer;
    }
    const found = await this.#kv.get<number>(mark.key);
    if (found.versionstamp === mark.versionstamp) {
      this.#free.push(mark);
      return answer;
    }
    // Nobody else writes this key: the commit was written, and what failed was its repeat.
    if (found.versionstamp === null || found.value !== mark.count + 1) return answer;
    this.#giveBack(mark, found.versionstamp);
    return { ok: true, versionstamp: found.versionstamp };
  }

  #take(): Mark {
    const now = performance.now();
    const mark = this.#free.pop();
    if (mark && now - mark.usedAt < usedAgainMs) return mark;
    // Those below were used even longer ago.
    this.#free = [];
    return { key: keys.commitMark(this.#randomToken()), versionstamp: null, count: 0, usedAt: now };
  }

  #giveBack(mark: Mark, versionstamp: string): void {
    this.#free.push({ ...mark, versionstamp, count: mark.count + 1, usedAt: performance.now() });
  }
}
