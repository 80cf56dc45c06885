/** What every view may know about the page it stands on; provided once by the document, and again inside islands. */
import { createContext } from "preact";
import { useContext } from "react";
import type { Locale } from "../i18n/locales.ts";

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The person who looks at the page, as far as the frame shows it. */
export interface Viewer {
  id: number;
  /** 1 man, 2 lady, 3 admin, 4 agency, 5 translator. */
  groupId: 1 | 2 | 3 | 4 | 5;
  firstname: string;
  avatar: string;
  /** Null for everybody but men. */
  balanceCredits: number | null;
  newLetters: { inbox: number; introduction: number };
  /** A man's favourites: lady → since when. */
  favourites?: ReadonlyMap<number, number>;
  /** The time zone that this person's browser told last, "" before it did; null where she or he chose one. */
  toldZone?: string | null;
}

export interface PageContext {
  locale: Locale;
  t: Translate;
  /** The path as routed, without language prefix and query, e.g. "/search". */
  path: string;
  /** What the address says behind the path, without a token: "?page=2". Absent in islands, whose browser knows it. */
  query?: string;
  /** Localises a path of this site: "/search" → "/zh-hans/search". */
  href: (path: string) => string;
  viewer: Viewer | null;
  /** While the store does not answer nobody knows who looks; who is kept out has signed in already, and is no viewer either. */
  isSignInHidden?: boolean;
  /** The reader's time zone; null where it is not known. Islands have none: their browser knows it. */
  zone?: string | null;
}

const Context = createContext<PageContext | null>(null);

export const PageProvider = Context.Provider;

/** The page's context; throws outside a document or island, which is a broken invariant. */
export function usePage(): PageContext {
  const page = useContext(Context);
  if (!page) throw new Error("usePage outside of a page");
  return page;
}
