/**
 * Markdown as safe HTML: headings, lists, links, quotations, pictures of our own; nothing that runs, styles or loads
 * from elsewhere.
 */
import { Marked } from "marked";
import sanitize from "sanitize-html";

type Attributes = Record<string, string>;

/** As much of the sanitiser as is used here; the package brings no types. */
interface Options {
  allowedTags: string[];
  allowedAttributes: Record<string, string[]>;
  allowedSchemes?: string[];
  allowProtocolRelative?: boolean;
  exclusiveFilter?: (frame: { tag: string; attribs: Attributes }) => boolean;
  transformTags?: Record<string, (name: string, attributes: Attributes) => { tagName: string; attribs: Attributes }>;
}
const sanitizeHtml = sanitize as unknown as (html: string, options: Options) => string;

const marked = new Marked({ gfm: true, async: false });

const blocks = ["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "hr", "pre", "figure", "figcaption"];
const table = ["table", "thead", "tbody", "tr", "th", "td"];
const inline = ["strong", "em", "a", "br", "code", "img"];

/** What an article is made of. The title of the page is its only h1. */
const articleOptions: Options = {
  allowedTags: [...blocks, ...table, ...inline],
  allowedAttributes: { a: ["href", "rel"], img: ["src", "alt", "width", "height", "loading"], ol: ["start"] },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowProtocolRelative: false,
  // A picture from elsewhere would tell its server who reads what, and the policy of the pages refuses it anyway.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isOwnPath(attribs.src ?? ""),
  transformTags: {
    h1: (_name, attribs) => ({ tagName: "h2", attribs }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: "lazy" } }),
    a: (tagName, { href = "" }) => {
      const attribs: Attributes = /^https?:/i.test(href) ? { href, rel: "noopener nofollow" } : { href };
      return { tagName, attribs };
    },
  },
};

const isOwnPath = (address: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(address);

/**
 * The HTML of a markdown text. Links to pages of the site ("/search") are handed to `href`, which localises them; where it
 * answers null the words stand alone.
 */
export function renderMarkdown(text: string, href: (path: string) => string | null = (path) => path): string {
  const html = sanitizeHtml(marked.parse(endBoldInChinese(text)) as string, articleOptions);
  // After sanitising, addresses are quoted and escaped in one way only.
  return html.replace(/<a href="(\/[^"]*)">([^]*?)<\/a>/g, (_all: string, path: string, words: string) => {
    const to = href(path);
    return to === null ? words : `<a href="${to}">${words}</a>`;
  });
}

/**
 * Between a full-width sign and a Chinese word markdown sees no end of bold, and would show its stars. A blank marks
 * the end; setHtml of i18n/typesetting.ts takes it away again.
 */
const endBoldInChinese = (text: string): string =>
  text.replace(/\*\*[^*\n]+\*\*/g, (bold, at: number) => {
    const isHidden = /[。！？：；，、）」』”]\*\*$/.test(bold) && /^\p{Script=Han}/u.test(text.slice(at + bold.length));
    return isHidden ? `${bold} ` : bold;
  });
