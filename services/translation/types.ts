/** What a machine that translates is to the site: texts in, texts out, and a named failure for all that goes wrong. */

export type ProviderName = "deepl" | "libretranslate" | "openai";
/** The demo's few phrases are no provider: nothing leaves this process. */
export type TranslatorName = ProviderName | "demo";

/**
 * Why there is no translation: the key is refused; what may be spent is used up; too much is asked at once; one of the
 * languages is not known; the rest.
 */
export type TranslationFailure = "key_refused" | "used_up" | "too_busy" | "unsupported" | "unavailable";

export type Translated =
  | { ok: true; segments: string[]; by: TranslatorName }
  | { ok: false; failure: TranslationFailure };

export interface Translator {
  name: TranslatorName;
  /**
   * Translates each part on its own, in order. `from` and `to` are among en, zh, zh-Hant, zh-Hans, uk, ru, be and ro;
   * "zh" may only be translated from. Texts are plain: HTML in them means nothing. Never throws; after `signal` has
   * aborted it answers at once.
   */
  translate: (segments: string[], from: string, to: string, signal?: AbortSignal) => Promise<Translated>;
}

/** A text of somebody who talks. */
export interface LiveAsk {
  text: string;
  from: string;
  to: string;
  /** The author of the text, against whose daily limit it counts: so nobody uses up another's. */
  personId: number;
  /** Nobody sits and waits for it: it leaves half of a day's characters to people who talk. */
  mayWait?: true;
  /** Aborted when nobody wants it any longer; a text that still waits is then never sent. */
  signal?: AbortSignal;
}

export type LiveAnswer =
  | { ok: true; text: string; by: TranslatorName }
  /** `limit`: whose limit it is, if "used_up" comes from a limit of this site. */
  | { ok: false; failure: TranslationFailure; limit?: "person" | "site" };

export interface LiveTranslator {
  name: TranslatorName;
  /** Never throws, and answers within the time limit. */
  translate: (ask: LiveAsk) => Promise<LiveAnswer>;
  /** Whether there is no room for another text. If so, counts one as refused: the caller is to go without. */
  turnsAway: () => boolean;
}

/** The one provider that is used, as it is configured. */
export type ProviderSettings =
  | { name: "deepl"; key: string; apiBase: string | null }
  | { name: "libretranslate"; url: string; key: string | null }
  | { name: "openai"; baseUrl: string; key: string | null; model: string };

export interface TranslationSettings {
  /** Null where no machine translates. */
  provider: ProviderSettings | null;
  /** What one person, and all together, may have translated as they talk in a day (UTC). */
  charactersPerPerson: number;
  charactersPerSite: number;
}

/** Counts what machines are asked; of the texts it knows only the length. */
export interface TranslationObserver {
  /** One request to a translator. */
  asked: (
    note: { by: TranslatorName; characters: number; seconds: number; failure: TranslationFailure | null },
  ) => void;
  /** What was refused here, before any request. */
  refused: (by: TranslatorName, why: RefusedHere) => void;
}

export type RefusedHere = "person_limit" | "site_limit" | "queue_full";

/** As providers count: an emoji is one. */
export function charactersOf(...texts: string[]): number {
  let count = 0;
  for (const text of texts) for (const _ of text) count++;
  return count;
}

/** What a table says of a language; what the table inherits does not count. */
export const entryOf = (table: Readonly<Record<string, string>>, tag: string): string | undefined =>
  Object.hasOwn(table, tag) ? table[tag] : undefined;

/** The language of a tag, without script or country. */
export const baseOf = (tag: string): string => tag.split("-")[0]!;
