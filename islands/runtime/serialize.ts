/** Writes what islands need in the browser as one data block; refuses what would not come back as it was. */
import { Signal } from "@preact/signals";
import { DevalueError, stringify } from "devalue";
import type { Strings } from "../../i18n/island_translate.ts";
import type { Locale } from "../../i18n/locales.ts";

/** What `client.ts` reads. Islands stand at the index that their marker carries. */
export interface IslandData {
  locale: Locale;
  /** Language prefix of the addresses of this site: "", "/en" or "/zh-hans". */
  prefix: string;
  /** The page's path without prefix and query. */
  path: string;
  islands: [name: string, props: Record<string, unknown>][];
  strings: Strings;
}

/** Stands in props where children were; the browser puts the server's HTML there. */
export class SlotReference {
  constructor(readonly id: number) {}
}

/** Functions are left to devalue, which names their place. */
const plainTags = new Set(["Null", "Boolean", "Number", "String", "Object", "Array", "Date", "Function"]);

/** Signals become shared signals again only if the browser loads the library: see `hasSignals`. */
const reducers = {
  Signal: (value: unknown) => value instanceof Signal && [value.peek()],
  Slot: (value: unknown) => value instanceof SlotReference && [value.id],
  // Never reduces, only refuses: the browser's reviver knows plain data and these tags.
  Refused: (value: unknown) => {
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (!plainTags.has(tag)) throw new Error(`cannot take a ${tag} to the browser`);
    if (Array.isArray(value) && Object.keys(value).length < value.length) {
      throw new Error("cannot take a list with holes to the browser");
    }
    return false;
  },
};

/**
 * The one `<script type="application/json" id="island-data">` of a page. Safe inside HTML: devalue escapes "<".
 * Throws, naming the island, where a prop is a function, a promise, a class instance or another thing of the server.
 */
export function serialize(data: IslandData): string {
  try {
    return `<script type="application/json" id="island-data">${stringify(data, reducers)}</script>`;
  } catch (error) {
    throw nameCulprit(data, error);
  }
}

/** Exact: inside a string of the JSON the quotes would be escaped, and data arrays hold indexes. */
export const hasSignals = (data: string): boolean => data.includes('["Signal",');

function nameCulprit(data: IslandData, error: unknown): unknown {
  for (const [name, props] of data.islands) {
    try {
      stringify(props, reducers);
    } catch (cause) {
      const where = cause instanceof DevalueError ? ` at "${cause.path.replace(/^\./, "")}"` : "";
      return new Error(`island "${name}" got a prop that cannot travel${where}: ${(cause as Error).message}`, {
        cause,
      });
    }
  }
  return error;
}
