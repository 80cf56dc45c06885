/**
 * Views that are rendered once for many readers. They are kept as text, with marks in the places that differ from reader
 * to reader, until one of the records that they show (`of`) is replaced. A view about somebody's records is dropped as soon
 * as one of them is written, so that nothing erased stays. The oldest are dropped first, and all after an hour.
 */
import type { VNode } from "preact";
import { jsxEscape, jsxTemplate } from "preact/jsx-runtime";
import { type PageContext, PageProvider } from "../../components/page_context.ts";
import { renderPage } from "../../islands/runtime/mark.ts";
import type { Memory, Subject } from "../../kv/store/memory.ts";
import { KeptAbout } from "./kept_about.ts";

/** A view cut at its marks: the texts between them, and the name of each mark. */
interface CutView {
  texts: string[];
  names: string[];
  /** The records that it shows, as the very objects that were in memory then. */
  of: readonly object[];
  about: readonly Subject[];
  /** Real time in ms (`elapsedMs`). */
  renderedAt: number;
}

export interface Wanted<Name extends string> {
  /** Names everything that the view depends on, except `own` and the records in `of`. */
  key: string;
  of?: readonly object[];
  /** The records whose words and names stand in the view: it is dropped when one of them is written. */
  about?: readonly Subject[];
  /** What is filled in for each mark. */
  own: Record<Name, string>;
  /** The view with its marks. */
  view: () => VNode;
  /** The context in which the view is rendered. */
  page: PageContext;
}

/** A character that people do not write. If somebody writes a mark all the same, it is filled in like ours. */
const sign = "\uE001";

/** The mark that stands in a view for a value of `own`: as a text, or as a whole attribute. */
export const markOf = (name: string): string => sign + name + sign;

/** Each some three to six kB. */
const viewsAtMost = 5000;
const keptMsMax = 3600_000;

export class KeptViews {
  #elapsedMs: () => number;
  #views: KeptAbout<CutView>;

  /** `elapsedMs`: real time, which never goes back. */
  constructor(memory: Memory, elapsedMs = () => performance.now()) {
    this.#views = new KeptAbout(memory, viewsAtMost);
    this.#elapsedMs = elapsedMs;
  }

  /** How many views are kept. */
  get size(): number {
    return this.#views.size;
  }

  /** How many of them are about `subject`. */
  countAbout(subject: Subject): number {
    return this.#views.countAbout(subject);
  }

  /** The view, kept or rendered now, with `own` filled in. Throws if it holds an island, which would never be hydrated. */
  show<Name extends string>({ key, of = [], about = [], own, view, page }: Wanted<Name>): VNode {
    this.forgetOld();
    let kept = this.#views.get(key);
    if (!kept || !of.every((record, at) => record === kept!.of[at])) {
      kept = { ...cut(view(), page, Object.keys(own)), of, about, renderedAt: this.#elapsedMs() };
      this.#views.set(key, kept);
    }
    return jsxTemplate(kept.texts, ...kept.names.map((name) => jsxEscape(own[name as Name])));
  }

  /** Drops views that were rendered more than an hour ago. */
  forgetOld(): void {
    const before = this.#elapsedMs() - keptMsMax;
    this.#views.deleteWhile(({ renderedAt }) => renderedAt <= before);
  }
}

function cut(view: VNode, page: PageContext, own: string[]): Pick<CutView, "texts" | "names"> {
  const { locale, path } = page;
  const { html, islands } = renderPage(<PageProvider value={page}>{view}</PageProvider>, { locale, path, prefix: "" });
  if (islands.length > 0) throw new Error(`what is kept for many holds the island ${islands.join()}`);
  const pieces = html.split(new RegExp(`${sign}(${own.join("|")})${sign}`));
  return { texts: pieces.filter((_, at) => at % 2 === 0), names: pieces.filter((_, at) => at % 2 === 1) };
}
