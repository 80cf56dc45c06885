/** The words of the catalogues, so that a journey finds a button in every language by its key. */
import { createInstance, type Resource } from "i18next";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Locale, locales } from "../../i18n/locales.ts";
import { setText } from "../../i18n/typesetting.ts";
import type { JourneyLocale } from "./people.ts";

// The runner works in the project's folder, and its loader does not know import.meta.
const folder = join(process.cwd(), "i18n/catalogues");

/** A catalogue, with its words as the site shows them. */
const textOf = (locale: Locale, file: string): string =>
  setText(locale, readFileSync(join(folder, locale, file), "utf8"));

const resources: Resource = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(
      readdirSync(join(folder, locale)).map((file) => [
        file.replace(".json", ""),
        JSON.parse(textOf(locale, file)),
      ]),
    ),
  ]),
);

// The site's own translate function has a top-level await, which the runner's loader cannot load.
const i18n = createInstance();
i18n.init({ resources, fallbackLng: "en", initAsync: false, interpolation: { escapeValue: false } });

export type Say = (key: string, values?: Record<string, unknown>) => string;

export function wordsFor(locale: JourneyLocale): Say {
  const t = i18n.getFixedT(locale);
  return (key, values) => String(values ? t(key, values) : t(key));
}
