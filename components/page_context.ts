/** What every view may know about its page. The document provides it once; inside islands it is provided again. */
import { createContext } from "preact";
import { useContext } from "react";
import type { Locale } from "../i18n/locales.ts";

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The signed-in person who views the page, as far as the frame needs it. */
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
  /** The time zone that this person's browser reported last, "" if it never did; null if she or he chose a zone. */
  toldZone?: string | null;
}

export interface PageContext {
  locale: Locale;
  t: Translate;
  /** The path as routed, without language prefix and query, e.g. "/search". */
  path: string;
  /** The query of the address, without a token: "?page=2". Absent in islands, which read it from the browser. */
  query?: string;
  /** Localises a path of this site: "/search" → "/zh-hans/search". */
  href: (path: string) => string;
  viewer: Viewer | null;
  /**
   * Hides "Log in" and "Sign up" though there is no viewer: because the store does not answer, so that the session is
   * unknown, or because the person is signed in but suspended.
   */
  isSignInHidden?: boolean;
  /** The reader's time zone; null if it is not known. Absent in islands, which use the browser's. */
  zone?: string | null;
}

const Context = createContext<PageContext | null>(null);

export const PageProvider = Context.Provider;

/** Returns the page's context. Throws outside a document or island, which is a bug. */
export function usePage(): PageContext {
  const page = useContext(Context);
  if (!page) throw new Error("usePage outside of a page");
  return page;
}
