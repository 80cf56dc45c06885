/** The translators of a site: one for drafts, and one for those who talk. */
import type { Config } from "../config.ts";
import { characterBook, type DailyParts } from "./character_book.ts";
import { demoTranslator } from "./demo_translator.ts";
import { liveTranslator } from "./live_translation.ts";
import { careful, openTranslator } from "./translator.ts";
import type { LiveTranslator, TranslationObserver, Translator } from "./types.ts";

interface Translators {
  /** For drafts of people who translate; null where no provider is configured. */
  machineTranslator: Translator | null;
  /** For those who talk; a demo without a provider has its table of phrases, a start has none. */
  liveTranslator: LiveTranslator | null;
}

/** Opens the translators of a configuration; every request is told to the observer, and `daily` counts what was used. */
export function openTranslators(
  { mode, translation }: Pick<Config, "mode" | "translation">,
  { now, observer, daily }: { now: () => number; observer: TranslationObserver; daily: DailyParts },
): Translators {
  const provider = openTranslator(translation.provider, { observer });
  const translator = provider ?? (mode === "demo" ? careful(demoTranslator(), { observer }) : null);
  return {
    machineTranslator: provider,
    liveTranslator: translator &&
      liveTranslator({ translator, book: characterBook(translation, daily), now, observer }),
  };
}
