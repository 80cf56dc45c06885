/** Counts how much machines translated, how fast and how often they failed; keeps nothing of the texts but their length. */
import { Histogram } from "../../chat/server/counting/histogram.ts";
import type {
  RefusedHere,
  TranslationFailure,
  TranslationObserver,
  TranslatorName,
} from "../../services/translation/types.ts";

export class TranslationCounters implements TranslationObserver {
  readonly characters = new Map<TranslatorName, number>();
  readonly duration = new Histogram([0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]);
  /** "deepl too_busy" → how many. */
  readonly failures = new Map<string, number>();

  asked({ by, characters, seconds, failure }: Parameters<TranslationObserver["asked"]>[0]): void {
    this.characters.set(by, (this.characters.get(by) ?? 0) + characters);
    this.duration.observe(seconds);
    if (failure) this.#fail(by, failure);
  }

  refused(by: TranslatorName, why: RefusedHere): void {
    this.#fail(by, why);
  }

  #fail(by: TranslatorName, failure: TranslationFailure | RefusedHere): void {
    const name = `${by} ${failure}`;
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }
}
