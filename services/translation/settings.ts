/** The environment's part about machine translation: one provider is used, and one that is half there is a problem. */
import { isNear } from "../near_hosts.ts";
import type { ProviderName, ProviderSettings, TranslationSettings } from "./types.ts";

interface Reading {
  read: (name: string) => string | null;
  readNumber: (name: string, byDefault: number, bounds: { min: number; max: number; isWhole?: true }) => number;
  problems: string[];
  doubts: string[];
}

/** An hour of talk is some 10,000 characters; a million costs some 20 € where it costs. */
const charactersPerPerson = 50_000;
const charactersPerSite = 1_000_000;
const charactersMax = 1_000_000_000;

/** In this order the first that is configured is used, unless TRANSLATOR names another. */
const names: readonly ProviderName[] = ["deepl", "libretranslate", "openai"];
const needed: Record<ProviderName, string> = {
  deepl: "DEEPL_API_KEY",
  libretranslate: "LIBRETRANSLATE_URL",
  openai: "OPENAI_BASE_URL",
};

/** Reads TRANSLATOR, its providers and the limits of a day; what is wrong is named in `problems`, never its value. */
export function readTranslationSettings({ read, readNumber, problems, doubts }: Reading): TranslationSettings {
  const bounds = { min: 0, max: charactersMax, isWhole: true } as const;
  const configured = [readDeepl(), readLibretranslate(), readOpenai()].filter((each) => each !== null);
  return {
    provider: chosen(configured),
    charactersPerPerson: readNumber("TRANSLATE_DAILY_CHARACTERS", charactersPerPerson, bounds),
    charactersPerSite: readNumber("TRANSLATE_DAILY_CHARACTERS_SITE", charactersPerSite, bounds),
  };

  function chosen(configured: ProviderSettings[]): ProviderSettings | null {
    const name = read("TRANSLATOR");
    if (name === null) return configured[0] ?? null;
    const known = names.find((each) => each === name);
    if (!known) problems.push(`TRANSLATOR must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);
    else if (read(needed[known]) === null) problems.push(`${needed[known]} must be set where TRANSLATOR is ${known}`);
    return configured.find((each) => each.name === name) ?? null;
  }

  function readDeepl(): ProviderSettings | null {
    const key = readKey("DEEPL_API_KEY", "DeepL");
    const address = readAddress("DEEPL_API_BASE");
    if (address && address !== new URL(address).origin) {
      doubts.push(`of DEEPL_API_BASE only ${new URL(address).origin} counts: what else it holds is left out`);
    }
    if (!key && read("DEEPL_API_BASE")) problems.push("DEEPL_API_BASE needs DEEPL_API_KEY");
    return key ? { name: "deepl", key, apiBase: address && new URL(address).origin } : null;
  }

  function readLibretranslate(): ProviderSettings | null {
    const key = readKey("LIBRETRANSLATE_API_KEY", "LibreTranslate");
    const url = readAddress("LIBRETRANSLATE_URL");
    if (key && !read("LIBRETRANSLATE_URL")) problems.push("LIBRETRANSLATE_API_KEY needs LIBRETRANSLATE_URL");
    return url ? { name: "libretranslate", url, key } : null;
  }

  function readOpenai(): ProviderSettings | null {
    const key = readKey("OPENAI_API_KEY", "a model's provider");
    const baseUrl = readAddress("OPENAI_BASE_URL");
    const model = read("OPENAI_MODEL");
    // A key alone may be another program's in the same shell: without an address it is nothing to this site.
    if (read("OPENAI_BASE_URL") && !model) problems.push("OPENAI_MODEL must be set where OPENAI_BASE_URL is");
    if (key && !read("OPENAI_BASE_URL") && !model) {
      doubts.push("OPENAI_API_KEY is set without OPENAI_BASE_URL and OPENAI_MODEL: it is not used");
    }
    if (model && !read("OPENAI_BASE_URL")) problems.push("OPENAI_MODEL needs OPENAI_BASE_URL");
    return baseUrl && model ? { name: "openai", baseUrl, key, model } : null;
  }

  /** A key goes into a header: characters that no provider uses would break it. */
  function readKey(name: string, owner: string): string | null {
    const key = read(name);
    if (key && /[^\x21-\x7e]/.test(key)) problems.push(`${name} holds what no key of ${owner} holds`);
    return key;
  }

  /** Letters and keys are sent there: only over https, except within this machine or a network of one's own. */
  function readAddress(name: string): string | null {
    const text = read(name);
    if (text === null) return null;
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol)) {
      problems.push(`${name} must be an http or https address`);
      return null;
    }
    if (url.username || url.password || url.search || url.hash) {
      problems.push(`${name} must be an address without password, "?" and "#"`);
    }
    if (url.protocol === "http:" && !isNear(url.hostname)) problems.push(`${name} must be an https address`);
    return url.href.replace(/\/+$/, "");
  }
}
