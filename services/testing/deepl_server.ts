/** For tests: DeepL on loopback. It checks requests as the real one does, and "translates" by naming the languages. */
import { startPeer, type TranslationPeer } from "./translation_peer.ts";

interface DeeplBody {
  text: string[];
  source_lang: string;
  target_lang: string;
  preserve_formatting: boolean;
}

export const deeplKey = "loopback-key";

const sources = ["EN", "ZH", "UK", "RU", "BE", "RO"];
const targets = ["EN-GB", "ZH-HANT", "ZH-HANS", "UK", "RU", "BE", "RO"];

export const deeplServer = (): TranslationPeer<DeeplBody> =>
  startPeer<DeeplBody>({
    path: "/v2/translate",
    fields: ["text", "source_lang", "target_lang", "preserve_formatting"],
    check({ headers, body }) {
      if (headers.get("authorization") !== `DeepL-Auth-Key ${deeplKey}`) {
        return new Response("Forbidden", { status: 403 });
      }
      if (body.text.length === 0 || body.text.length > 50) return `${body.text.length} texts`;
      if (!sources.includes(body.source_lang)) return `source_lang ${body.source_lang}`;
      if (!targets.includes(body.target_lang)) return `target_lang ${body.target_lang}`;
      return body.target_lang.startsWith(body.source_lang) ? "one language into itself" : null;
    },
    answer: ({ text, source_lang }, translate) => ({
      translations: text.map((each) => ({ detected_source_language: source_lang, text: translate(each) })),
    }),
    translate: (text, body) => `[${body.source_lang}→${body.target_lang.split("-")[0]}] ${text}`,
  });
