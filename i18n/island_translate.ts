/** The translate function of the browser: the few strings that a page ships, looked up as i18next does on the server. */
import type { Catalogue } from "./catalogues.ts";
import type { Translate } from "./translate.ts";

/** Parts of the catalogues by namespace, e.g. `{ islands: { toast: { close: "Close" } } }`. */
export type Strings = Record<string, Catalogue>;

/**
 * Looks up "namespace:key.path" and fills {{values}}; `count` selects the plural form (`key_one`, `key_few`), then
 * `key_other`, then `key`, and is written as the locale writes numbers. If a string was not shipped, returns its key,
 * so that it is noticed and breaks nothing.
 */
export function islandTranslator(locale: string, strings: Strings): Translate {
  const plurals = new Intl.PluralRules(locale);
  return (key, values = {}) => {
    const [namespace, path] = key.split(":") as [string, string];
    const { count } = values as { count?: number | string };
    const forms = typeof count === "number" ? [`_${plurals.select(count)}`, "_other", ""] : [""];
    const valueOf = (name: string) => name === "count" ? count?.toLocaleString(locale) : values[name];
    for (const form of forms) {
      const text = (path + form).split(".").reduce<Catalogue | string | undefined>(
        (node, name) => typeof node === "object" ? node[name] : undefined,
        strings[namespace],
      );
      if (typeof text === "string") {
        return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name) => String(valueOf(name) ?? ""));
      }
    }
    return path;
  };
}
