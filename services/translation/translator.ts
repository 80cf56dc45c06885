/**
 * Machine translation: one interface, and the one provider behind it that the configuration names. Answers are checked;
 * one that is no translation is a failure like any other.
 */
import { deeplTranslator } from "./deepl.ts";
import { fittingAnswer, hasWords } from "./fitting.ts";
import { libretranslateTranslator } from "./libretranslate.ts";
import { openaiTranslator } from "./openai.ts";
import {
  charactersOf,
  type ProviderSettings,
  type Translated,
  type TranslationObserver,
  type Translator,
} from "./types.ts";

export type {
  ProviderSettings,
  Translated,
  TranslationFailure,
  TranslationObserver,
  Translator,
  TranslatorName,
} from "./types.ts";

interface Surroundings {
  observer?: TranslationObserver;
  /** How long one answer may take; as long as that of every outside service by default. */
  patienceMs?: number;
  /** A clock in ms that never goes back. */
  elapsedMs?: () => number;
}

/** The translator of a configuration, null where none is configured. */
export function openTranslator(provider: ProviderSettings | null, surroundings: Surroundings = {}): Translator | null {
  return provider && careful(madeOf(provider, surroundings.patienceMs), surroundings);
}

function madeOf(provider: ProviderSettings, patienceMs: number | undefined): Translator {
  switch (provider.name) {
    case "deepl":
      return deeplTranslator({ ...provider, patienceMs });
    case "libretranslate":
      return libretranslateTranslator({ ...provider, patienceMs });
    case "openai":
      return openaiTranslator({ ...provider, patienceMs });
  }
}

/** The same translator, but asked only for what has words, counted, and believed only if its answer fits. */
export function careful(
  translator: Translator,
  { observer, elapsedMs = () => performance.now() }: Surroundings = {},
): Translator {
  async function counted(segments: string[], from: string, to: string, signal?: AbortSignal): Promise<Translated> {
    const startedAt = elapsedMs();
    const answer = checked(segments, await translator.translate(segments, from, to, signal));
    observer?.asked({
      by: translator.name,
      characters: charactersOf(...segments),
      seconds: (elapsedMs() - startedAt) / 1000,
      failure: answer.ok ? null : answer.failure,
    });
    return answer;
  }

  return {
    name: translator.name,
    async translate(segments, from, to, signal) {
      const worded = segments.filter(hasWords);
      if (worded.length === 0 || from === to) return { ok: true, segments: [...segments], by: translator.name };
      const answer = await counted(worded, from, to, signal);
      if (!answer.ok) return answer;
      const translations = answer.segments.values();
      return { ...answer, segments: segments.map((each) => hasWords(each) ? translations.next().value! : each) };
    },
  };
}

function checked(segments: string[], answer: Translated): Translated {
  if (!answer.ok) return answer;
  const fitting = answer.segments.map((text, at) => fittingAnswer(segments[at] ?? "", text));
  const isWhole = fitting.length === segments.length && fitting.every((text) => text !== null);
  return isWhole ? { ...answer, segments: fitting } : { ok: false, failure: "unavailable" };
}
