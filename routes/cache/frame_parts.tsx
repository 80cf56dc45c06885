/**
 * Header and footer for signed-in people: rendered once for all who have the same number of credits and new letters and
 * are at the same place in the menus, then filled with each person's name, picture and address of the page.
 */
import { Footer } from "../../components/frame/footer.tsx";
import { Header } from "../../components/frame/header.tsx";
import { currentMarks } from "../../components/frame/menus.ts";
import type { FrameProps, SiteInfo, Theme, Variant } from "../../components/frame/types.ts";
import type { PageContext, Viewer } from "../../components/page_context.ts";
import { type KeptViews, markOf } from "./kept_views.tsx";

export interface FramePartsProps {
  site: SiteInfo;
  theme: Theme;
  /** The language menu of a page; `next` is the page's address, encoded for a query. */
  variantsTo: (next: string) => Variant[];
  /** The page's path and query, encoded for a query. */
  next: string;
  /** The list of all ladies of all countries, which has an address of its own. */
  allGirlsPath: string;
  /** Whether there are outside services to choose about. */
  hasChoices: boolean;
}

/** The header and footer of a page, from `kept` if somebody is signed in. */
export function frameParts(
  kept: KeptViews,
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
  const shared = [site.brand, href("/"), locale, viewer.groupId];
  const nobody = { ...viewer, firstname: markOf("firstname"), avatar: markOf("avatar") };
  const here = markOf("here");
  // Hosts may share a prefix and still have different language menus.
  const languages = variantsTo("").map((variant) => variant.locale).join();
  return {
    header: kept.show({
      key: ["header", ...shared, languages, ...wordedOf(viewer), currentMarks(viewer, allGirlsPath, path)].join(" "),
      own: { firstname, avatar, next: props.next },
      view: () => header(markOf("next")),
      page: { ...page, viewer: nobody },
    }),
    footer: kept.show({
      key: ["footer", ...shared, theme, hasChoices].join(" "),
      own: { here: href(path) },
      view: () => footer,
      page: { ...page, path: here, href: (to) => to === here ? here : href(to) },
    }),
  };
}

/** The viewer's numbers that the header puts into words: "1 credit", "2 credits". */
function wordedOf({ balanceCredits, newLetters }: Viewer) {
  return [balanceCredits, newLetters.inbox, newLetters.introduction];
}
