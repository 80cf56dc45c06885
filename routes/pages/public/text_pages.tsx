/** The pages that are a text: about us, the anti-scam guide, privacy, terms. */
import { usePage } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import { setHtml } from "../../../i18n/typesetting.ts";
import { renderMarkdown } from "../../../services/markdown.ts";
import { sellingNow, type SiteText, siteText, type TextName, textPaths } from "../../discovery/texts.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, canonicalUrl, localHref } from "../../http/page.tsx";
import { textLinks } from "./text_links.ts";

/** The texts whose page says since when they are so. */
const dated: TextName[] = ["privacy_policy", "terms_conditions"];

export const textPages: PageDefinition[] = Object.entries(textPaths).map(([name, path]) => ({
  paths: [path],
  access: "everyone",
  isSharedByMen: true,
  get: (c) => show(c, name as TextName, path),
}));

async function show(c: AppContext, name: TextName, path: string): Promise<Response> {
  const { facts: { t, locale, prefix, brand, origin }, deps } = c.var;
  const text = siteText(deps, locale, name, await sellingNow(deps));
  const organization = {
    "@type": "Organization",
    name: brand.brand,
    url: canonicalUrl(c, locale, "/"),
    logo: new URL("/static/images/icon-512.png", origin).href,
  };
  return await answerPage(c, {
    title: text.title,
    description: text.description,
    crumbs: [{ label: t("writings:home"), href: localHref(prefix, "/") }, { label: text.title }],
    jsonLd: {
      "@context": "https://schema.org",
      "@type": name === "about_us" ? "AboutPage" : "WebPage",
      name: text.title,
      description: text.description,
      inLanguage: locale,
      url: canonicalUrl(c, locale, path),
      dateModified: text.updated,
      publisher: organization,
    },
    view: (
      <TextView
        text={text}
        html={setHtml(renderMarkdown(text.body, textLinks(c)))}
        isDated={dated.includes(name)}
      />
    ),
  });
}

function TextView({ text, html, isDated }: { text: SiteText; html: string; isDated: boolean }) {
  const { t, locale } = usePage();
  return (
    <article class="wrap article article--text">
      <header>
        <h1>{text.title}</h1>
        <p class="lead">{text.lead}</p>
        {isDated && (
          <p class="small soft">{t("writings:since", { date: formatDate(locale, Date.parse(text.updated)) })}</p>
        )}
      </header>
      <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
