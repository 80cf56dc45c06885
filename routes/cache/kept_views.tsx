/**
 * Views that are rendered once for many: kept as text, with marks where each has something of her or his own, until one
 * of the records that they show is another one. What is about somebody's records goes as soon as one of them is written,
 * so that nothing that was erased stays; the oldest go first, and all within an hour.
 */
import type { VNode } from "preact";
import { jsxEscape, jsxTemplate } from "preact/jsx-runtime";
import { type PageContext, PageProvider } from "../../components/page_context.ts";
import { renderPage } from "../../islands/runtime/mark.ts";
import type { Memory, Subject } from "../../kv/store/memory.ts";
import { KeptAbout } from "./kept_about.ts";

/** What stands between the marks, and which mark stands in each of those places. */
interface CutView {
  texts: string[];
  names: string[];
  /** The records that it shows, as they are remembered. */
  of: readonly object[];
  about: readonly Subject[];
  /** Real time. */
  renderedAt: number;
}

export interface Wanted<Name extends string> {
  /** Names everything that the view depends on but what is its own and the records. */
  key: string;
  of?: readonly object[];
  /** Whose words and names stand in it: it goes when one of these is written. */
  about?: readonly Subject[];
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
const keptMsMax = 3600_000;

export class KeptViews {
  #elapsedMs: () => number;
  #views: KeptAbout<CutView>;

  /** `elapsedMs`: real time, which only goes on. */
  constructor(memory: Memory, elapsedMs = () => performance.now()) {
    this.#views = new KeptAbout(memory, viewsAtMost);
    this.#elapsedMs = elapsedMs;
  }

  /** How many views are kept. */
  get size(): number {
    return this.#views.size;
  }

  /** How many of them are about something. */
  countAbout(subject: Subject): number {
    return this.#views.countAbout(subject);
  }

  /** The view as it was rendered before, filled in. Throws where it holds an island, which would never wake. */
  show<Name extends string>({ key, of = [], about = [], own, view, page }: Wanted<Name>): VNode {
    this.forgetOld();
    let kept = this.#views.get(key);
    if (!kept || !of.every((record, at) => record === kept!.of[at])) {
      kept = { ...cut(view(), page, Object.keys(own)), of, about, renderedAt: this.#elapsedMs() };
      this.#views.set(key, kept);
    }
    return jsxTemplate(kept.texts, ...kept.names.map((name) => jsxEscape(own[name as Name])));
  }

  /** Lets go of what was rendered more than an hour ago. */
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
