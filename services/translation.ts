/**
 * Machine drafts for translators: DeepL behind a small interface. It makes a beginning for a person and nothing else;
 * what goes wrong outside is a named failure, and never costs a word that was written here.
 */
import * as z from "zod";
import { outsidePatienceMs, withPatience } from "./patience.ts";

/** Why there is no draft: the key is refused, its month is used up, it asks for patience, the rest. */
export type DraftFailure = "key_refused" | "used_up" | "too_busy" | "unsupported" | "unavailable";

export type Drafted = { ok: true; segments: string[] } | { ok: false; failure: DraftFailure };

export interface MachineTranslator {
  /** Translates each part on its own, in order; `from` and `to` are BCP 47. Never throws. */
  draft: (segments: string[], from: string, to: string) => Promise<Drafted>;
}

export interface DeeplSettings {
  key: string;
  /** Another server than DeepL's own; for tests. */
  apiBase?: string | null;
  /** What a draft may take, however many requests it needs. */
  patienceMs?: number;
}

/** DeepL takes so many texts in one request. */
const textsAtOnce = 50;
const answerBytesMax = 1024 * 1024;

const sources: Record<string, string> = { en: "EN", zh: "ZH", ru: "RU", uk: "UK", ro: "RO" };
const targets: Record<string, string> = { "en": "EN-GB", "zh-Hant": "ZH-HANT", "zh-Hans": "ZH-HANS", "ru": "RU" };

const answerShape = z.object({ translations: z.array(z.object({ text: z.string() })) });

export function deeplTranslator({ key, apiBase, patienceMs = outsidePatienceMs }: DeeplSettings): MachineTranslator {
  // Keys of the free plan end so, and work on a server of their own.
  const base = apiBase ?? (key.endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com");
  const address = new URL("/v2/translate", base);

  async function ask(text: string[], source: string, target: string, signal: AbortSignal): Promise<Drafted> {
    const response = await fetch(address, {
      method: "POST",
      headers: { "authorization": `DeepL-Auth-Key ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ text, source_lang: source, target_lang: target, preserve_formatting: true }),
      signal,
      // A server that leads elsewhere would be shown the key.
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, failure: failureOf(response.status) };
    }
    const answer = await response.text();
    if (answer.length > answerBytesMax) return { ok: false, failure: "unavailable" };
    const { translations } = answerShape.parse(JSON.parse(answer));
    if (translations.length !== text.length) return { ok: false, failure: "unavailable" };
    return { ok: true, segments: translations.map((each) => each.text) };
  }

  async function askForAll(
    segments: string[],
    source: string,
    target: string,
    signal: AbortSignal,
  ): Promise<Drafted> {
    const done: string[] = [];
    for (let at = 0; at < segments.length; at += textsAtOnce) {
      const some = await ask(segments.slice(at, at + textsAtOnce), source, target, signal);
      if (!some.ok) return some;
      done.push(...some.segments);
    }
    return { ok: true, segments: done };
  }

  return {
    async draft(segments, from, to) {
      const [source, target] = [sources[from.split("-")[0]!], targets[to]];
      if (!source || !target) return { ok: false, failure: "unsupported" };
      try {
        return await withPatience(patienceMs, (signal) => askForAll(segments, source, target, signal));
      } catch {
        // The line, the time, or an answer that is none: for the translator it is all one.
        return { ok: false, failure: "unavailable" };
      }
    },
  };
}

function failureOf(status: number): DraftFailure {
  if (status === 401 || status === 403) return "key_refused";
  if (status === 456) return "used_up";
  return status === 429 || status === 529 || status === 503 ? "too_busy" : "unavailable";
}
