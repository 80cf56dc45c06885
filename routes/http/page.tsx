/** Renders a view inside its frame into a whole document: words, head, islands, notices. */
import { getCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ComponentChild } from "preact";
import { render } from "preact-render-to-string";
import { withoutAnchors, withSummary } from "../../components/fault_summary.tsx";
import { FormFaultsProvider, noFaults } from "../../components/form_faults.tsx";
import { themeCookie } from "../../components/frame/choice_cookie.ts";
import { Head, type HeadProps } from "../../components/frame/head.tsx";
import { Frame } from "../../components/frame/layout.tsx";
import type { Crumb, FrameProps, Promotion, SiteInfo, Theme, Variant } from "../../components/frame/types.ts";
import { type PageContext, PageProvider, type Viewer } from "../../components/page_context.ts";
import Favourites from "../../islands/favourites/island.tsx";
import LetterNotifications from "../../islands/letter_notifications/island.tsx";
import ManNotifications from "../../islands/man_notifications/island.tsx";
import OutsideServices from "../../islands/outside_services/island.tsx";
import PageChrome from "../../islands/page_chrome/island.tsx";
import PromoBanner from "../../islands/promo_banner/island.tsx";
import type { SheetName } from "../../islands/runtime/manifest.ts";
import { renderPage } from "../../islands/runtime/mark.ts";
import SignInDialog from "../../islands/sign_in_dialog/island.tsx";
import { withHeadingFaces } from "../../i18n/heading_faces.ts";
import { isChinese, languageNames, type Locale, locales } from "../../i18n/locales.ts";
import { knownZone } from "../../i18n/zones.ts";
import { lady, man } from "../../kv/accounts/users.ts";
import {
  firstPromotion,
  promotions,
  promotionsAt,
  promotionWordsFor,
  type WordsByLocale,
} from "../../kv/credits/prices/promotions.ts";
import { answerKnown } from "../../services/http/send_answer.ts";
import { frameParts } from "../cache/frame_parts.tsx";
import { favouriteMarksFor } from "../cache/favourite_marks.ts";
import { allGirlsPath } from "../ladies/girl_paths.ts";
import { addressOf, localesOf, prefixOf } from "../middleware/locale.ts";
import type { AppContext } from "./env.ts";
import { takeFlashes } from "./flash.ts";
import { outsideOf } from "./outside.ts";
import { readViewer, viewerOf } from "./viewer.ts";

export interface Page {
  /** The page's own name; the brand is added. */
  title: string;
  description?: string;
  crumbs?: Crumb[];
  layout?: "default" | "empty";
  /** True where signing in makes no sense: the store does not answer. */
  isSignInHidden?: boolean;
  /** Style sheets that the page needs beyond the site's own; staff pages get theirs anyway. */
  sheets?: SheetName[];
  view: ComponentChild;
  status?: ContentfulStatusCode;
  robots?: string;
  /** True if an element of the page before may move into this one, which is shown once it is there (transitions.css). */
  waitsForMainPart?: boolean;
  /** `image` is a path of this site: 1200 × 630, the site's own picture otherwise. */
  og?: HeadProps["og"];
  jsonLd?: HeadProps["jsonLd"];
  /** The page's feed, by its path without language prefix. */
  feed?: { title: string; path: string };
  /** Path and query that search engines should know the page by; the request's path otherwise. */
  canonicalPath?: string;
}

export async function answerPage(c: AppContext, page: Page): Promise<Response> {
  const html = favouriteMarksFor(await renderDocument(c, page), await viewerOf(c));
  // Nobody else may see a member's page, not even by pressing Back after the member has signed out.
  c.header("cache-control", c.var.signedIn ? "private, no-store" : "private, no-cache");
  c.header("speculation-rules", c.var.signedIn ? '"/speculation-rules-members.json"' : '"/speculation-rules.json"');
  c.header("content-type", "text/html; charset=UTF-8");
  return answerKnown({ text: html }, (stream) => c.body(stream, page.status ?? 200));
}

/** Begins to read what the frame of every page shows. */
export function expectFrame(c: AppContext): void {
  const { store } = c.var.deps;
  store.memory.expect(() => Promise.all([readViewer(c), promotions(store)]));
}

async function renderDocument(c: AppContext, page: Page): Promise<string> {
  const { facts, deps } = c.var;
  // Once more, because a handler may have written: a write makes the memory forget what was read before.
  expectFrame(c);
  // True only on pages with `keptOutMay`. On others a person who is kept out is a guest, whose pages are the same for all.
  const isKeptOut = c.var.signedIn !== null && c.var.keptOut !== null;
  const context: PageContext = {
    locale: facts.locale,
    t: facts.t,
    path: facts.path,
    query: queryWithoutToken(c),
    href: (path) => localHref(facts.prefix, path),
    viewer: await viewerOf(c),
    isSignInHidden: page.isSignInHidden || isKeptOut,
    zone: facts.zone,
  };
  const theme = themeOf(c);
  const outside = outsideFrameOf(c);
  const faults = (page.status ?? 200) >= 400 ? noFaults() : null;
  const body = renderPage(
    <PageProvider value={context}>
      <Frame
        {...frameParts(deps.running.keptViews, context, {
          site: siteOf(c),
          theme,
          variantsTo: (next) => variantsOf(c, next),
          next: encodeURIComponent(facts.path + new URL(c.req.url).search),
          allGirlsPath,
          hasChoices: outside.consent !== null,
        })}
        crumbs={page.crumbs ?? []}
        flashes={takeFlashes(c)}
        promotions={isKeptOut ? [] : await promotionsOf(c)}
        layout={page.layout ?? layoutOf(context.viewer)}
        islands={{
          PromoBanner,
          SignInDialog,
          PageChrome,
          LetterNotifications,
          ManNotifications,
          Favourites,
          OutsideServices,
        }}
        outside={outside}
      >
        <FormFaultsProvider value={faults}>{page.view}</FormFaultsProvider>
      </Frame>
    </PageProvider>,
    { locale: facts.locale, prefix: facts.prefix, path: facts.path },
  );
  if (faults) {
    body.html = withSummary(body.html, faults, (part) => render(<PageProvider value={context}>{part}</PageProvider>));
    body.html = withoutAnchors(body.html, new URL(c.req.url).pathname + queryWithoutToken(c));
  }
  body.html = withHeadingFaces(body.html, facts.locale);
  const hasFailed = faults !== null && (faults.isNoticed || faults.fields.length > 0);
  const title = hasFailed ? facts.t("common:faults.page", { title: page.title }) : page.title;
  const canonicalPath = page.canonicalPath ?? facts.path;
  const head = render(
    <PageProvider value={context}>
      <Head
        title={facts.path === "/" ? title : `${title} — ${facts.brand.brand}`}
        description={page.description ?? facts.t("common:description")}
        canonical={canonicalUrl(c, facts.locale, canonicalPath)}
        alternates={alternatesOf(c, canonicalPath)}
        stylesheets={stylesheetsOf(c, page, context)}
        preloads={[]}
        fontPreload={deps.manifest.assetUrl("/static/fonts/cormorant-garamond-latin-wght-normal.woff2")}
        icon="/static/images/favicon.svg"
        touchIcon="/static/images/apple-touch-icon.png"
        robots={page.robots}
        isShownWhole={page.waitsForMainPart}
        manifest={localHref(facts.prefix, "/manifest.webmanifest")}
        siteName={facts.brand.brand}
        feed={page.feed && { title: page.feed.title, href: localHref(facts.prefix, page.feed.path) }}
        og={{ ...page.og, image: new URL(page.og?.image ?? "/og/house.jpg", facts.origin).href }}
        jsonLd={page.jsonLd}
      />
    </PageProvider>,
  );
  const zoneAttribute = context.viewer?.toldZone === null && facts.zone ? zoneOnPage(facts.zone) : "";
  const themeAttribute = theme === "auto" ? "" : ` data-theme="${theme}"`;
  const html = `<!doctype html><html lang="${facts.locale}"${themeAttribute}${zoneAttribute}><head>${head}</head>` +
    `<body>${body.html}</body></html>`;
  return deps.manifest.finishPage({ ...body, html });
}

/** The site's own sheet, then the page's other sheets. Which rules win is decided by their cascade layers alone. */
function stylesheetsOf(c: AppContext, { sheets = [] }: Page, { viewer, locale }: PageContext): string[] {
  const { stylesheet, sheets: built } = c.var.deps.manifest;
  const wanted = new Set(sheets);
  if (layoutOf(viewer) === "staff") wanted.add("staff");
  if (isChinese(locale)) wanted.add("chinese");
  return [stylesheet, ...[...wanted].flatMap((name) => built[name] ?? [])];
}

function layoutOf(viewer: Viewer | null): FrameProps["layout"] {
  if (!viewer || viewer.groupId === man) return "default";
  return viewer.groupId === lady ? "lady" : "staff";
}

/** A path of this site in the locale of the request. */
export const localHref = (prefix: string, path: string): string => path === "/" ? prefix || "/" : prefix + path;

/** The reader's chosen time zone, for islands; without it they use the browser's zone. */
function zoneOnPage(chosen: string): string {
  const zone = knownZone(chosen);
  return zone ? ` data-zone="${zone}"` : "";
}

function themeOf(c: AppContext): Theme {
  const theme = getCookie(c, themeCookie);
  return theme === "light" || theme === "dark" ? theme : "auto";
}

function siteOf(c: AppContext): SiteInfo {
  const { brand } = c.var.facts;
  return {
    brand: brand.brand,
    contactEmail: brand.contactEmail || null,
    contactPhone: c.var.deps.config.contactPhone || null,
    social: brand.socialLinks,
    payMethods: c.var.deps.payments.methods,
    cardsBy: c.var.deps.payments.cardsBy,
    hasImprint: c.var.deps.config.selling.seller !== null,
    isDemo: c.var.deps.config.mode === "demo",
  };
}

function outsideFrameOf(c: AppContext): FrameProps["outside"] {
  const { offered, choice, services } = outsideOf(c);
  if (offered.length === 0) return { consent: null, isOpen: false, services };
  const { prefix, path } = c.var.facts;
  const next = localHref(prefix, path) + queryWithoutToken(c);
  return { consent: { offered, next }, isOpen: choice === null, services };
}

function queryWithoutToken(c: AppContext): string {
  const { search, searchParams } = new URL(c.req.url);
  return searchParams.has("access_token") ? "" : search;
}

/** The language menu: each entry remembers the choice and leads to the page whose address stands in the query. */
function variantsOf(c: AppContext, next: string): Variant[] {
  const { variant, locale } = c.var.facts;
  return localesOf(variant).map((each) => ({
    locale: each,
    label: languageNames[each],
    href: `/language/${each}?next=${next}`,
    isCurrent: each === locale,
  }));
}

/** The promotions that run now; PayPal's discount only if one can pay with PayPal. */
async function promotionsOf(c: AppContext): Promise<Promotion[]> {
  const { facts: { t, locale }, deps: { store, payments } } = c.var;
  // The page that says that the store does not answer shows none.
  const active = await promotionsAt(store, store.now()).catch(() => []);
  const hasWallet = payments.methods.includes("paypal");
  return active.filter(({ id }) => hasWallet || id !== firstPromotion.id).map(({ id, words }) => ({
    key: id === firstPromotion.id ? "paypal_discount" : `promotion-${id}`,
    ...words ? wordsToldIn(locale, words) : {
      title: t("common:promotion.paypal_discount.title"),
      description: t("common:promotion.paypal_discount.description"),
    },
  }));
}

function wordsToldIn(locale: Locale, words: WordsByLocale): Omit<Promotion, "key"> {
  const { locale: lang, ...told } = promotionWordsFor(words, locale);
  return { ...told, ...(lang !== locale && { lang }) };
}

/** The absolute address of a path in a locale: on the variant's canonical host where one is configured. */
export function canonicalUrl(c: AppContext, locale: Locale, path: string): string {
  const { variant, origin } = c.var.facts;
  const here = { url: origin, prefix: prefixOf(variant, locale) ?? "" };
  const { url, prefix } = addressOf(c.var.deps.config, locale) ?? here;
  return url + localHref(prefix, path);
}

/** hreflang of every locale that can be reached, with the default language for everybody else. */
export function alternatesOf(c: AppContext, path: string): { hreflang: string; href: string }[] {
  const { config } = c.var.deps;
  const { variant } = c.var.facts;
  const reachable = locales.filter((locale) => (addressOf(config, locale) ?? prefixOf(variant, locale)) !== null);
  const links = reachable.map((locale) => ({ hreflang: locale as string, href: canonicalUrl(c, locale, path) }));
  const fallback = reachable.includes("zh-Hant") ? "zh-Hant" : "en";
  return links.length > 1 ? [...links, { hreflang: "x-default", href: canonicalUrl(c, fallback, path) }] : [];
}
