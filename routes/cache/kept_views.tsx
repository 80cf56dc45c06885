/**
 * Views that are rendered once for many: kept as text, with marks where each has something of her or his own, until one
 * of the records that they show is another one. The oldest go first.
 */
import type { VNode } from "preact";
import { jsxEscape, jsxTemplate } from "preact/jsx-runtime";
import { type PageContext, PageProvider } from "../../components/page_context.ts";
import { renderPage } from "../../islands/runtime/mark.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";

/** What stands between the marks, and which mark stands in each of those places. */
interface CutView {
  texts: string[];
  names: string[];
  /** The records that it shows, as they are remembered. */
  of: readonly object[];
}

export interface Wanted<Name extends string> {
  /** Names everything that the view depends on but what is its own and the records. */
  key: string;
  of?: readonly object[];
  /** What belongs into the places that are marked. */
  own: Record<Name, string>;
  /** The view with its marks. */
  view: () => VNode;
  /** What it is rendered for. */
  page: PageContext;
}

/** Of a character that people do not write; a mark that somebody writes all the same is filled in like ours. */
const sign = "\uE001";

/** Stands in a view for what is its own: as a text, or as a whole attribute. */
export const markOf = (name: string): string => sign + name + sign;

/** Each some three to six kB. */
const viewsAtMost = 5000;

export class KeptViews {
  #views = new BoundedMap<string, CutView>(viewsAtMost);

  /** How many views are kept. */
  get size(): number {
    return this.#views.size;
  }

  /** The view as it was rendered before, filled in. Throws where it holds an island, which would never wake. */
  show<Name extends string>({ key, of = [], own, view, page }: Wanted<Name>): VNode {
    let kept = this.#views.get(key);
    if (!kept || !of.every((record, at) => record === kept!.of[at])) {
      kept = { ...cut(view(), page, Object.keys(own)), of };
      this.#views.set(key, kept);
    }
    return jsxTemplate(kept.texts, ...kept.names.map((name) => jsxEscape(own[name as Name])));
  }
}

function cut(view: VNode, page: PageContext, own: string[]): Pick<CutView, "texts" | "names"> {
  const { locale, path } = page;
  const { html, islands } = renderPage(<PageProvider value={page}>{view}</PageProvider>, { locale, path, prefix: "" });
  if (islands.length > 0) throw new Error(`what is kept for many holds the island ${islands.join()}`);
  const pieces = html.split(new RegExp(`${sign}(${own.join("|")})${sign}`));
  return { texts: pieces.filter((_, at) => at % 2 === 0), names: pieces.filter((_, at) => at % 2 === 1) };
}
