/**
 * Header and footer of whoever is signed in: rendered once for all who have as many credits and new letters and stand at
 * the same place of the menus, and filled with the name, the picture and the address of each.
 */
import type { VNode } from "preact";
import { jsxEscape, jsxTemplate } from "preact/jsx-runtime";
import { render } from "preact-render-to-string";
import { Footer } from "../../components/frame/footer.tsx";
import { Header } from "../../components/frame/header.tsx";
import { currentMarks } from "../../components/frame/menus.ts";
import type { FrameProps, SiteInfo, Theme, Variant } from "../../components/frame/types.ts";
import { type PageContext, PageProvider, type Viewer } from "../../components/page_context.ts";
import { BoundedMap } from "../../kv/store/bounded_map.ts";

/** What stands between the places that differ, and what belongs into each of them. */
interface Part {
  texts: string[];
  names: Own[];
}

type Own = "firstname" | "avatar" | "next" | "here";

/** Made of a character that nobody's name may hold. */
const sign = "\uE001";
const markOf = (name: Own): string => sign + name + sign;

/** Each some six kB. */
const partsAtMost = 1000;

export type FrameParts = BoundedMap<string, Part>;
export const newFrameParts = (): FrameParts => new BoundedMap(partsAtMost);

export interface FramePartsProps {
  site: SiteInfo;
  theme: Theme;
  /** The language menu of a page; `next` is how its address stands in a query. */
  variantsTo: (next: string) => Variant[];
  /** The page's path and query, encoded for a query. */
  next: string;
  /** The list of all ladies of all countries, which has an address of its own. */
  allGirlsPath: string;
  /** Whether there is something of others to choose about. */
  hasChoices: boolean;
}

/** The header and footer of a page, out of `kept` where somebody is signed in. */
export function frameParts(
  kept: FrameParts,
  page: PageContext,
  props: FramePartsProps,
): Pick<FrameProps, "header" | "footer"> {
  const { site, theme, allGirlsPath, hasChoices, variantsTo } = props;
  const { viewer, locale, path, href } = page;
  const header = (next: string) => <Header site={site} variants={variantsTo(next)} allGirlsPath={allGirlsPath} />;
  const footer = <Footer site={site} theme={theme} allGirlsPath={allGirlsPath} hasChoices={hasChoices} />;
  // Guests' pages are kept whole.
  if (!viewer) return { header: header(props.next), footer };

  const { firstname, avatar } = viewer;
  const own: Record<Own, string> = { firstname, avatar, next: props.next, here: href(path) };
  const shared = [site.brand, href("/"), locale, viewer.groupId];
  const headerKey = ["header", ...shared, ...seenOf(viewer), currentMarks(viewer, allGirlsPath, path)].join(" ");
  const footerKey = ["footer", ...shared, theme, hasChoices].join(" ");
  return {
    header: filled(kept, headerKey, own, () => {
      const nobody = { ...viewer, firstname: markOf("firstname"), avatar: markOf("avatar") };
      return <PageProvider value={{ ...page, viewer: nobody }}>{header(markOf("next"))}</PageProvider>;
    }),
    footer: filled(kept, footerKey, own, () => {
      const here = markOf("here");
      const toHere = (to: string) => to === here ? here : href(to);
      return <PageProvider value={{ ...page, path: here, href: toHere }}>{footer}</PageProvider>;
    }),
  };
}

/** What of a person the header words by its number: "1 credit", "2 credits". */
const seenOf = ({ balanceCredits, newLetters }: Viewer) => [balanceCredits, newLetters.inbox, newLetters.introduction];

function filled(kept: FrameParts, key: string, own: Record<Own, string>, view: () => VNode): VNode {
  let part = kept.get(key);
  if (!part) {
    const pieces = render(view()).split(sign);
    part = {
      texts: pieces.filter((_, at) => at % 2 === 0),
      names: pieces.filter((_, at) => at % 2 === 1) as Own[],
    };
    kept.set(key, part);
  }
  return jsxTemplate(part.texts, ...part.names.map((name) => jsxEscape(own[name])));
}
