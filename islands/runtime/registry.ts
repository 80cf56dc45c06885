/** The server's list of islands: which component is which island, and which strings it needs in the browser. */
import type { ComponentType } from "preact";
import { type Catalogue, catalogues as siteCatalogues } from "../../i18n/catalogues.ts";
import type { Strings } from "../../i18n/island_translate.ts";
import type { Locale } from "../../i18n/locales.ts";
import { findIslands, pathOfIsland } from "./find.ts";

type Catalogues = Record<Locale, Record<string, Catalogue>>;

export interface Island {
  name: string;
  /** Catalogue parts it needs in the browser, e.g. "islands:toast", a counted "common:credits" or the whole "refusals". */
  strings: string[];
  catalogues: Catalogues;
}

interface IslandModule {
  default: ComponentType<never>;
  /** Parts beside the island's own "islands:<name>", for components that it shares with pages. */
  strings?: string[];
}

const islands = new Map<unknown, Island>();

export const islandOf = (component: unknown): Island | undefined => islands.get(component);

/**
 * Imports every island of a folder, so that pages rendered afterwards mark them. `manifest` tells which islands use which
 * others and thus need their words too. Throws where a module is no island or asks for strings that do not exist.
 */
export async function loadIslands(
  folder: URL,
  { manifest, catalogues = siteCatalogues }: {
    manifest?: { islands: Record<string, { uses: string[] }> };
    catalogues?: Catalogues;
  } = {},
): Promise<string[]> {
  const names = findIslands(folder);
  const modules = new Map<string, IslandModule>();
  for (const name of names) modules.set(name, await import(new URL(pathOfIsland(name), folder).href));

  const own = (name: string) => [`islands:${name}`, ...modules.get(name)?.strings ?? []];
  for (const [name, module] of modules) {
    if (typeof module.default !== "function") throw new Error(`island "${name}" has no component as default export`);
    for (const part of module.strings ?? []) {
      if (formsOf(part).every((form) => lookUp(catalogues.en, form) === undefined)) {
        throw new Error(`island "${name}" asks for unknown "${part}"`);
      }
    }
    const strings = [name, ...manifest?.islands[name]?.uses ?? []].flatMap(own);
    islands.set(module.default, { name, strings, catalogues });
  }
  return names;
}

/** By locale and the names of the islands: few combinations occur on pages. */
const strings = new WeakMap<Catalogues, Map<string, Strings>>();

/** The strings that some islands need, cut from the catalogues of one locale once; callers must not change them. */
export function stringsOf(found: Island[], locale: Locale): Strings {
  const [first] = found;
  if (!first) return {};
  const known = strings.get(first.catalogues) ?? new Map<string, Strings>();
  strings.set(first.catalogues, known);
  const name = [locale, ...new Set(found.map((island) => island.name))].join(" ");
  const words = known.get(name) ?? cutStrings(found, locale);
  known.set(name, words);
  return words;
}

function cutStrings(found: Island[], locale: Locale): Strings {
  const out: Strings = {};
  for (const island of new Set(found)) {
    for (const part of island.strings.flatMap(formsOf)) {
      const words = lookUp(island.catalogues[locale], part) ?? lookUp(island.catalogues.en, part);
      if (words !== undefined) graft(out, steps(part), words);
    }
  }
  return out;
}

/** A text that is counted has a key for each form of a count. */
const formsOf = (part: string): string[] => ["", "_one", "_few", "_many", "_other"].map((form) => part + form);

const steps = (part: string): string[] => part.split(/[:.]/);

const lookUp = (catalogue: Record<string, Catalogue>, part: string): Catalogue | string | undefined =>
  steps(part).reduce<Catalogue | string | undefined>(
    (node, step) => typeof node === "object" ? node[step] : undefined,
    catalogue,
  );

/** Never writes into the catalogue itself: a branch on the way is copied before it grows. */
function graft(tree: Catalogue, path: string[], words: Catalogue | string): void {
  const [step, ...rest] = path as [string, ...string[]];
  const there = tree[step];
  if (rest.length === 0) {
    tree[step] = words;
  } else if (typeof there !== "string") {
    const branch = { ...there };
    tree[step] = branch;
    graft(branch, rest, words);
  }
}
