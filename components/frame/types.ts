/** What the frame of a page is told by the route that renders it. */
import type { ComponentChildren, ComponentType } from "preact";
import type { Locale } from "../../i18n/locales.ts";

/** Who runs the site, for header and footer of one variant; absent contacts are not shown. */
export interface SiteInfo {
  brand: string;
  contactEmail: string | null;
  contactPhone: string | null;
  social: { label: string; href: string }[];
}

/** One entry of the language menu, already addressed to this very page. */
export interface Variant {
  locale: Locale;
  label: string;
  href: string;
  isCurrent: boolean;
}

/** One step of the breadcrumbs; the last has no address. */
export interface Crumb {
  label: string;
  href?: string;
}

/** A notice that the server leaves for the next page. */
export interface Flash {
  kind: "info" | "success" | "error";
  text: string;
}

export interface Promotion {
  key: string;
  title: string;
  description: string;
}

/** The interactive parts, handed in because views may not import islands. */
export interface FrameIslands {
  PromoBanner: ComponentType<{ promotions: Promotion[] }>;
  SignInDialog: ComponentType<Record<never, never>>;
  PageChrome: ComponentType<{ flashes: Flash[]; hasWayUp: boolean; isSignedIn: boolean }>;
  LetterBell: ComponentType<{ counts: { inbox: number; introduction: number } }>;
  Hearts: ComponentType<Record<never, never>>;
}

export type Theme = "auto" | "light" | "dark";

export interface FrameProps {
  site: SiteInfo;
  variants: Variant[];
  crumbs: Crumb[];
  flashes: Flash[];
  promotions: Promotion[];
  /** "empty" has only a header, "lady" and "staff" no promotions; everybody else gets "default". */
  layout: "default" | "empty" | "lady" | "staff";
  theme: Theme;
  /** The list of all ladies of all countries, which has an address of its own. */
  allGirlsPath: string;
  islands: FrameIslands;
  children: ComponentChildren;
}
