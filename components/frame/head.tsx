/** The contents of <head>: what search engines, shared links and the browser's preloader need. */
import type { Locale } from "../../i18n/locales.ts";
import { usePage } from "../page_context.ts";

export interface HeadProps {
  title: string;
  description: string;
  /** Absolute address of this page in this variant. */
  canonical: string;
  /** Absolute addresses of the page's other variants, with "x-default" if there is one. */
  alternates: { hreflang: string; href: string }[];
  /** The site's style sheet and those that the page needs besides. */
  stylesheets: string[];
  /** Scripts of the islands on this page and no others. */
  preloads: string[];
  fontPreload: string | null;
  icon?: string;
  touchIcon?: string;
  robots?: string;
  /** Whether the browser shows nothing until the page's main part has arrived. */
  isShownWhole?: boolean;
  /** Address of the web app manifest. */
  manifest?: string;
  /** The page's RSS feed. */
  feed?: { title: string; href: string };
  siteName?: string;
  /** `image` is absolute and 1200 × 630. */
  og?: { image?: string; type?: "website" | "profile" | "article" };
  /** Structured data for search engines (schema.org). */
  jsonLd?: object;
}

/**
 * Makes the browser wait with rendering until the main part is there. It names the footer, which follows the main part:
 * Chromium 156 waits for the beginning of the expected element and not, as it should, for its end. The types of `<link>`
 * do not know `blocking` yet.
 */
const mainPartFirst = { rel: "expect", href: "#foot", blocking: "render" };

/** JSON that is safe inside a script element: it can neither end the element nor begin a comment. */
const scriptText = (data: object): string => JSON.stringify(data).replaceAll("<", "\\u003c");

const ogLocales: Record<Locale, string> = {
  "en": "en_GB",
  "zh-Hant": "zh_TW",
  "zh-Hans": "zh_CN",
  "uk": "uk_UA",
  "ru": "ru_RU",
  "ro": "ro_RO",
};

export function Head(props: HeadProps) {
  const { locale } = usePage();
  // A page that search engines must not index has no canonical address and no alternates.
  const isHidden = props.robots?.includes("noindex");
  return (
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{props.title}</title>
      <meta name="description" content={props.description} />
      {props.robots && <meta name="robots" content={props.robots} />}
      {props.isShownWhole && <link {...mainPartFirst} />}
      {props.stylesheets.map((href) => <link key={href} rel="stylesheet" href={href} />)}
      {props.fontPreload && (
        <link rel="preload" href={props.fontPreload} as="font" type="font/woff2" crossorigin="anonymous" />
      )}
      {props.preloads.map((href) => <link key={href} rel="modulepreload" href={href} />)}
      {props.icon && <link rel="icon" href={props.icon} />}
      {props.touchIcon && <link rel="apple-touch-icon" href={props.touchIcon} />}
      {props.manifest && <link rel="manifest" href={props.manifest} />}
      {props.feed && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={props.feed.title}
          href={props.feed.href}
        />
      )}
      {!isHidden && <link rel="canonical" href={props.canonical} />}
      {!isHidden &&
        props.alternates.map(({ hreflang, href }) => (
          <link key={hreflang} rel="alternate" hreflang={hreflang} href={href} />
        ))}
      <meta property="og:title" content={props.title} />
      <meta property="og:description" content={props.description} />
      <meta property="og:url" content={props.canonical} />
      <meta property="og:type" content={props.og?.type ?? "website"} />
      <meta property="og:locale" content={ogLocales[locale]} />
      {props.siteName && <meta property="og:site_name" content={props.siteName} />}
      {props.og?.image && (
        <>
          <meta property="og:image" content={props.og.image} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta name="twitter:card" content={props.og?.image ? "summary_large_image" : "summary"} />
      {
        // Data, not code: the pages' policy, which forbids inline scripts, does not apply to it.
        props.jsonLd && !isHidden &&
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(props.jsonLd) }} />
      }
    </>
  );
}
