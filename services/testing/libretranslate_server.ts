/** For tests: LibreTranslate on loopback, with a key or without. It knows the codes of old versions, and no `be`. */
import { startPeer, type TranslationPeer } from "./translation_peer.ts";

interface LibretranslateBody {
  q: string;
  source: string;
  target: string;
  format: "text";
  api_key?: string;
}

const codes = ["en", "zh", "zt", "uk", "ru", "ro"];

const told = (status: number, error: string): Response => Response.json({ error }, { status });

/** Starts the server; its paths begin with `below`. If `key` is set, requests need that key. */
export const libretranslateServer = (key: string | null = null, below = ""): TranslationPeer<LibretranslateBody> =>
  startPeer<LibretranslateBody>({
    path: `${below}/translate`,
    fields: ["q", "source", "target", "format", "api_key?"],
    check({ headers, body }) {
      if (headers.has("authorization")) return "LibreTranslate has no such header";
      if (key === null && body.api_key !== undefined) return "a key that nobody asked for";
      if (key !== null && body.api_key === undefined) {
        return told(400, "Please contact the server operator to get an API key");
      }
      if (key !== null && body.api_key !== key) return told(403, "Invalid API key");
      if (typeof body.q !== "string" || !body.q) return "Invalid request: missing q parameter";
      if (body.format !== "text") return `${body.format} format is not supported`;
      const unknown = [body.source, body.target].find((each) => !codes.includes(each));
      return unknown ? told(400, `${unknown} is not supported`) : null;
    },
    answer: ({ q }, translate) => ({ translatedText: translate(q) }),
    translate: (text, body) => `[${body.source}→${body.target}] ${text}`,
  });
