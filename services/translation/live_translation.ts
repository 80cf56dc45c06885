/**
 * Translation while people talk: bounded in time, in what waits and in what it costs; the same is not asked twice.
 * Texts are in memory alone, and in no log.
 */
import { pause as pauseOf } from "../patience.ts";
import { WorkQueue } from "../work_queue.ts";
import { untilAborted } from "./asking.ts";
import type { CharacterBook } from "./character_book.ts";
import { hasWords } from "./fitting.ts";
import { cacheKey, type TranslationCache, translationCache } from "./translation_cache.ts";
import {
  charactersOf,
  type LiveAnswer,
  type LiveAsk,
  type LiveTranslator,
  type RefusedHere,
  type TranslationFailure,
  type TranslationObserver,
  type Translator,
} from "./types.ts";

export interface LiveOptions {
  /** As `openTranslator` makes it: its answers are checked already. */
  translator: Translator;
  book: CharacterBook;
  limits?: {
    /** From an ask to its answer, both tries and the wait for a turn; real time. */
    timeMs?: number;
    /** Before the second try; real time. */
    backoffMs?: number;
    requestsAtOnce?: number;
    /** How many asks may wait for a turn; one beyond them is told "too_busy" at once. */
    waitingMax?: number;
  };
  /** The server's clock, for the day of the book and the age of what is kept. */
  now: () => number;
  cache?: TranslationCache;
  observer?: TranslationObserver;
  /** Waits until so many ms of real time have passed or the signal aborts, whichever is first. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Pending {
  answer: Promise<LiveAnswer>;
  /** Aborts when the time is over, or nobody waits any longer. */
  ended: AbortController;
  waiting: number;
}

const unavailable = { ok: false, failure: "unavailable" } as const;
const triedAgain: readonly TranslationFailure[] = ["too_busy", "unavailable"];

/** The translator for people who talk. */
export function liveTranslator(options: LiveOptions): LiveTranslator {
  const { translator, book, now, observer, cache = translationCache(), pause = pauseOf } = options;
  const { timeMs = 10_000, backoffMs = 500, requestsAtOnce = 8, waitingMax = 200 } = options.limits ?? {};
  const turns = new WorkQueue(requestsAtOnce, waitingMax);
  const pendings = new Map<string, Pending>();

  async function translate(ask: LiveAsk): Promise<LiveAnswer> {
    if (!hasWords(ask.text) || ask.from === ask.to) return { ok: true, text: ask.text, by: translator.name };
    if (ask.signal?.aborted) return unavailable;
    const key = cacheKey(ask.from, ask.to, ask.text);
    const known = knownAnswer(key, ask);
    if (known) return await known;
    const at = now();
    const characters = charactersOf(ask.text);
    const taken = await book.take(ask.personId, characters, at, ask.mayWait);
    if (taken !== "taken") {
      observer?.refused(translator.name, taken);
      return { ok: false, failure: "used_up", limit: taken === "person_limit" ? "person" : "site" };
    }
    const giveBack = () => book.giveBack(ask.personId, characters, at);
    // The book may take its time: meanwhile somebody else may have asked for the same, or this asker have gone.
    const meanwhile = ask.signal?.aborted ? unavailable : knownAnswer(key, ask);
    if (meanwhile) {
      giveBack();
      return await meanwhile;
    }
    return await waitFor(begin(key, ask, giveBack), key, ask.signal);
  }

  /** The answer that is kept, or that somebody else has asked for and waits for. */
  function knownAnswer(key: string, { signal }: LiveAsk): LiveAnswer | Promise<LiveAnswer> | null {
    const text = cache.get(key, now());
    if (text !== undefined) return { ok: true, text, by: translator.name };
    const pending = pendings.get(key);
    return pending ? waitFor(pending, key, signal) : null;
  }

  function begin(key: string, ask: LiveAsk, giveBack: () => void): Pending {
    const ended = new AbortController();
    const pending: Pending = { ended, waiting: 0, answer: doneWithin(ended, ask, giveBack).finally(forget) };
    pendings.set(key, pending);
    return pending;

    function forget(): void {
      if (pendings.get(key) === pending) pendings.delete(key);
    }
  }

  async function doneWithin(
    ended: AbortController,
    ask: LiveAsk,
    giveBack: () => void,
  ): Promise<LiveAnswer> {
    const isDone = new AbortController();
    pause(timeMs, isDone.signal).then(() => ended.abort());
    let isSent = false;
    const begun = () => {
      isSent = true;
    };
    const answer = await untilAborted(ended.signal, (signal) => turns.take(() => tries(ask, signal, begun)))
      .catch((): LiveAnswer => unavailable) ?? refused("queue_full");
    isDone.abort();
    if (answer.ok) cache.keep(cacheKey(ask.from, ask.to, ask.text), answer.text, now());
    // A request that was sent and brought nothing may have been paid for all the same.
    else if (!isSent || answer.failure !== "unavailable") giveBack();
    return answer;
  }

  function refused(why: RefusedHere): LiveAnswer {
    observer?.refused(translator.name, why);
    return { ok: false, failure: "too_busy" };
  }

  async function tries(ask: LiveAsk, signal: AbortSignal, begun: () => void): Promise<LiveAnswer> {
    const once = async (): Promise<LiveAnswer> => {
      const answer = await translator.translate([ask.text], ask.from, ask.to, signal);
      return answer.ok ? { ok: true, text: answer.segments[0]!, by: answer.by } : answer;
    };
    // Its turn may come when its time is over, or nobody wants it any longer.
    if (signal.aborted) return unavailable;
    begun();
    const first = await once();
    if (first.ok || !triedAgain.includes(first.failure)) return first;
    await pause(backoffMs, signal);
    return signal.aborted ? first : await once();
  }

  /** Waits for an answer. An asker who goes leaves it to the others; the last one to go ends it. */
  async function waitFor(pending: Pending, key: string, signal?: AbortSignal): Promise<LiveAnswer> {
    pending.waiting++;
    if (!signal) return await pending.answer;
    return await untilAborted(signal, () => pending.answer).catch((): LiveAnswer => {
      pending.waiting--;
      if (pending.waiting === 0) {
        // An ask for the same from now on begins anew.
        if (pendings.get(key) === pending) pendings.delete(key);
        pending.ended.abort();
      }
      return unavailable;
    });
  }

  return {
    name: translator.name,
    // The book may be a store that fails.
    translate: (ask) => translate(ask).catch((): LiveAnswer => unavailable),
    turnsAway() {
      if (turns.isFull) refused("queue_full");
      return turns.isFull;
    },
  };
}
