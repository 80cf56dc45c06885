/** What a route passes to the frame of the page that it renders. */
import type { ComponentChildren, ComponentType } from "preact";
import type { Locale } from "../../i18n/locales.ts";

/** Who runs the site, for the header and footer of one variant; missing contacts are not shown. */
export interface SiteInfo {
  brand: string;
  contactEmail: string | null;
  contactPhone: string | null;
  social: { label: string; href: string }[];
  /** The configured ways to pay. */
  payMethods: readonly ("card" | "paypal" | "alipay" | "wechat_pay")[];
  /** Which provider takes cards; null if none does. */
  cardsBy: "stripe" | "solidgate" | "sandbox" | null;
  /** Whether there is an imprint, which names the seller. */
  hasImprint: boolean;
  /** Whether this is the demo, whose people are drawn. */
  isDemo: boolean;
}

/** One entry of the language menu; `href` is this page in that language. */
export interface Variant {
  locale: Locale;
  label: string;
  href: string;
  isCurrent: boolean;
}

/** One step of the breadcrumbs; the last has no `href`. */
export interface Crumb {
  label: string;
  href?: string;
  /** The language of the label, if it is not the page's. */
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
  /** The language of its words, if it is not the page's. */
  lang?: string;
}

/** The support widget: its address, the token of its inbox, and who asks, with this site's proof of who that is. */
export interface SupportWidget {
  url: string;
  token: string;
  person: { id: string; proof: string } | null;
}

/** The third-party services that a page loads: configured, and allowed by the visitor. */
export interface OutsideServicesProps {
  support?: SupportWidget;
  tagManagerId?: string;
}

/** The services that the visitor is asked about, and the page to come back to. */
export interface ConsentProps {
  offered: readonly ("support" | "tagManager")[];
  next: string;
}

/** Whose page it is, and what the page already shows. */
export interface NotificationsProps {
  userId: number;
  counts: { inbox: number; introduction: number };
  zone?: string | null;
}

/** The frame's islands. They are passed in because `components/` may not import `islands/`. */
export interface FrameIslands {
  PromoBanner: ComponentType<{ promotions: Promotion[] }>;
  SignInDialog: ComponentType<Record<never, never>>;
  PageChrome: ComponentType<{ flashes: Flash[]; hasScrollToTop: boolean }>;
  LetterNotifications: ComponentType<NotificationsProps>;
  ManNotifications: ComponentType<NotificationsProps>;
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
  /** "empty" has only a header; "lady" and "staff" have no promotions; all others get "default". */
  layout: "default" | "empty" | "lady" | "staff";
  islands: FrameIslands;
  /** Third-party services; mostly there are none. `isOpen`: whether the visitor has yet to answer. */
  outside: { consent: ConsentProps | null; isOpen: boolean; services: OutsideServicesProps | null };
  children: ComponentChildren;
}

export interface MenuLink {
  /** Key of the word in the catalogue. */
  word: string;
  path: string;
  /** Pages under this path count as this item, too. */
  section?: string;
  /** Other pages that count as this item. */
  others?: RegExp;
  /** How many letters nobody has read yet. */
  newCount?: number;
}

export interface MenuGroup {
  word: string;
  links: MenuLink[];
}

export type MenuNode = MenuLink | MenuGroup;
