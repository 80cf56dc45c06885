/** What the frame of a page is told by the route that renders it. */
import type { ComponentChildren, ComponentType } from "preact";
import type { Locale } from "../../i18n/locales.ts";

/** Who runs the site, for header and footer of one variant; absent contacts are not shown. */
export interface SiteInfo {
  brand: string;
  contactEmail: string | null;
  contactPhone: string | null;
  social: { label: string; href: string }[];
  /** What can be paid with here. */
  payMethods: readonly ("card" | "paypal" | "alipay" | "wechat_pay")[];
  /** Who takes cards; null where nobody does. */
  cardsBy: "stripe" | "solidgate" | "sandbox" | null;
  /** Whether there is an imprint that says who sells. */
  hasImprint: boolean;
  /** Whether the people on its pictures are drawn. */
  isDemo: boolean;
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
  /** Where the label is not in the language of the page. */
  lang?: string;
}

/** A flash that the server leaves for the next page. */
export interface Flash {
  kind: "info" | "success" | "error";
  text: string;
}

export interface Promotion {
  key: string;
  title: string;
  description: string;
  /** Where its words are not in the language of the page. */
  lang?: string;
}

/** The support widget: where it comes from, whose inbox it is, and who asks, with the proof that this site says so. */
export interface SupportWidget {
  url: string;
  token: string;
  person: { id: string; proof: string } | null;
}

/** What a page loads from others, because it is configured and the visitor allowed it. */
export interface OutsideServicesProps {
  support?: SupportWidget;
  tagManagerId?: string;
}

/** What there is to choose about, and the page to come back to. */
export interface ConsentProps {
  offered: readonly ("support" | "tagManager")[];
  next: string;
}

/** The interactive parts, handed in because views may not import islands. */
export interface FrameIslands {
  PromoBanner: ComponentType<{ promotions: Promotion[] }>;
  SignInDialog: ComponentType<Record<never, never>>;
  PageChrome: ComponentType<{ flashes: Flash[]; hasScrollToTop: boolean; isSignedIn: boolean }>;
  LetterNotifications: ComponentType<{ counts: { inbox: number; introduction: number }; zone?: string | null }>;
  ManNotifications: ComponentType<{ counts: { inbox: number; introduction: number }; zone?: string | null }>;
  Favourites: ComponentType<Record<never, never>>;
  OutsideServices: ComponentType<OutsideServicesProps>;
}

export type Theme = "auto" | "light" | "dark";

export interface FrameProps {
  /** The views of header.tsx and footer.tsx. */
  header: ComponentChildren;
  footer: ComponentChildren;
  crumbs: Crumb[];
  flashes: Flash[];
  promotions: Promotion[];
  /** "empty" has only a header, "lady" and "staff" no promotions; everybody else gets "default". */
  layout: "default" | "empty" | "lady" | "staff";
  islands: FrameIslands;
  /** What others provide: nothing, mostly. `isOpen`: the visitor has not said yet. */
  outside: { consent: ConsentProps | null; isOpen: boolean; services: OutsideServicesProps | null };
  children: ComponentChildren;
}

export interface MenuLink {
  /** Key of the word in the catalogue. */
  word: string;
  path: string;
  /** Pages under this path also count as this item. */
  section?: string;
  /** So do these: pages elsewhere, or some of those under its path. */
  others?: RegExp;
  /** How many letters nobody has read yet. */
  newCount?: number;
}

export interface MenuGroup {
  word: string;
  links: MenuLink[];
}

export type MenuNode = MenuLink | MenuGroup;
