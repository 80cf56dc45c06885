/** LibreTranslate as a translator: a server of one's own, or somebody's, with or without a key. */
import * as z from "zod";
import { outsidePatienceMs } from "../patience.ts";
import { jsonOf, postJson } from "../post_json.ts";
import { answering, eachOf, Failed, failureOf } from "./asking.ts";
import { baseOf, entryOf, type TranslationFailure, type Translator } from "./types.ts";

export interface LibretranslateSettings {
  /** With its path, if the server stands below one. */
  url: string;
  key?: string | null;
  patienceMs?: number;
}

/** Texts are sent one by one: a list costs the server as much as so many requests, and not every server takes lists. */
const requestsAtOnce = 4;

/** "zh" and "zt" are understood by old and new versions; zh-Hans and zh-Hant by the new ones alone. */
const codes: Record<string, string> = {
  "en": "en",
  "zh": "zh",
  "zh-Hans": "zh",
  "zh-Hant": "zt",
  "uk": "uk",
  "ru": "ru",
  "be": "be",
  "ro": "ro",
};

const answerShape = z.object({ translatedText: z.string() });
const errorShape = z.object({ error: z.string() });

/** LibreTranslate at its address. Its operator chooses the languages: one that it does not have is "unsupported". */
export function libretranslateTranslator(
  { url, key, patienceMs = outsidePatienceMs }: LibretranslateSettings,
): Translator {
  const address = `${url.replace(/\/+$/, "")}/translate`;

  async function ask(q: string, source: string, target: string, signal: AbortSignal): Promise<string> {
    const body = { q, source, target, format: "text", ...(key ? { api_key: key } : {}) };
    // Errors are told in words, and in English unless another language is wished for.
    const answer = await postJson({ address, headers: { "accept-language": "en" }, body, signal });
    if (answer.status !== 200) throw new Failed(failureIn(answer.status, answer.text));
    return answerShape.parse(jsonOf(answer.text)).translatedText;
  }

  return {
    name: "libretranslate",
    async translate(segments, from, to, outer) {
      const [source, target] = [entryOf(codes, from), to === "zh" ? undefined : entryOf(codes, to)];
      // Between the two Chinese scripts it would translate by way of English.
      if (!source || !target || baseOf(from) === baseOf(to)) return { ok: false, failure: "unsupported" };
      return await answering(
        "libretranslate",
        patienceMs,
        outer,
        (signal) => eachOf(segments, requestsAtOnce, (segment) => ask(segment, source, target, signal)),
      );
    },
  };
}

/** The server tells a missing key, a missing language and a ban by the words of its error alone. */
function failureIn(status: number, text: string): TranslationFailure {
  if (status !== 400 && status !== 403) return failureOf(status);
  const { data } = errorShape.safeParse(jsonOf(text));
  const words = data?.error ?? "";
  if (/is not supported|is not available as a target/i.test(words)) return "unsupported";
  if (/API key/i.test(words)) return "key_refused";
  if (/too many request/i.test(words)) return "too_busy";
  return failureOf(status);
}
