/** DeepL as a translator, in its own codes; what goes wrong outside is a named failure. */
import * as z from "zod";
import { outsidePatienceMs } from "../patience.ts";
import { jsonOf, postJson } from "../post_json.ts";
import { answering, eachOf, Failed, failureOf } from "./asking.ts";
import { baseOf, entryOf, type Translator } from "./types.ts";

export interface DeeplSettings {
  key: string;
  /** Another server than DeepL's own; for tests. */
  apiBase?: string | null;
  /** What an answer may take, however many requests it needs. */
  patienceMs?: number;
}

/** DeepL takes so many texts in one request. */
const textsAtOnce = 50;

const sources: Record<string, string> = { en: "EN", zh: "ZH", uk: "UK", ru: "RU", be: "BE", ro: "RO" };
const targets: Record<string, string> = {
  "en": "EN-GB",
  "zh-Hant": "ZH-HANT",
  "zh-Hans": "ZH-HANS",
  "uk": "UK",
  "ru": "RU",
  "be": "BE",
  "ro": "RO",
};

const answerShape = z.object({ translations: z.array(z.object({ text: z.string() })) });

/** DeepL behind its key. Between the two Chinese scripts it does not translate. */
export function deeplTranslator({ key, apiBase, patienceMs = outsidePatienceMs }: DeeplSettings): Translator {
  // Keys of the free plan end so, and work on a server of their own.
  const base = apiBase ?? (key.endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com");
  const address = new URL("/v2/translate", base);
  const headers = { authorization: `DeepL-Auth-Key ${key}` };

  async function ask(text: string[], source: string, target: string, signal: AbortSignal): Promise<string[]> {
    const body = { text, source_lang: source, target_lang: target, preserve_formatting: true };
    const answer = await postJson({ address, headers, body, signal });
    if (answer.status !== 200) throw new Failed(failureOf(answer.status));
    const { translations } = answerShape.parse(jsonOf(answer.text));
    if (translations.length !== text.length) throw new Failed("unavailable");
    return translations.map((each) => each.text);
  }

  return {
    name: "deepl",
    async translate(segments, from, to, outer) {
      const [source, target] = [entryOf(sources, baseOf(from)), entryOf(targets, to)];
      if (!source || !target || baseOf(from) === baseOf(to)) return { ok: false, failure: "unsupported" };
      const portions = Array.from(
        { length: Math.ceil(segments.length / textsAtOnce) },
        (_, at) => segments.slice(at * textsAtOnce, (at + 1) * textsAtOnce),
      );
      return await answering("deepl", patienceMs, outer, async (signal) => {
        const parts = await eachOf(portions, 1, (portion) => ask(portion, source, target, signal));
        return parts.flat();
      });
    },
  };
}
