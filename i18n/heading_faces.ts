/**
 * Which headings of a Chinese page are set in the site's own Song face: the kinds for which it has every character.
 * Otherwise single characters, such as those of a person's name, would come from another face.
 */
import { isChinese, type Locale } from "./locales.ts";

type ChineseLocale = "zh-Hant" | "zh-Hans";

/** The characters that each face was cut to, written by tools/heading_faces.ts together with the face. */
const characters: Record<ChineseLocale, string> = JSON.parse(
  await Deno.readTextFile(new URL("./heading_faces.json", import.meta.url)),
);

const faces = {
  "zh-Hant": new Set(characters["zh-Hant"]),
  "zh-Hans": new Set(characters["zh-Hans"]),
} satisfies Record<ChineseLocale, ReadonlySet<string>>;

/** Chinese characters, and full-width signs such as 「，」 and 「？」: what no Latin face has. */
export const ofChinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu;

/** An attribute without a value leaves a blank behind: `<h1 >`. */
const heading = /<(h[123])((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>(.*?)<\/\1>/gs;

/**
 * The kinds of headings that look alike: by level; on the second level those with a link, like names in a list, are a kind
 * of their own, and on the third level those with an id, which head a part of the page while the others may be names.
 */
const kinds = ["song-h1", "song-h2", "song-h2-link", "song-h3", "song-h3-id"] as const;

function kindOf(level: string, attributes: string, inside: string): typeof kinds[number] {
  if (level === "h1") return "song-h1";
  if (level === "h2") return inside.includes("<a ") ? "song-h2-link" : "song-h2";
  return attributes.includes(" id=") ? "song-h3-id" : "song-h3";
}

/** The HTML of a page, with the kinds of headings that the face can set as classes of its <main>. */
export function withHeadingFaces(html: string, locale: Locale): string {
  if (!isChinese(locale)) return html;
  const main = html.indexOf("<main ");
  if (main < 0) return html;
  const needed = new Map<string, string[]>();
  for (const [, level, attributes, inside] of html.slice(main, html.lastIndexOf("</main>")).matchAll(heading)) {
    const kind = kindOf(level!, attributes!, inside!);
    needed.set(kind, [...needed.get(kind) ?? [], ...needsOf(inside!)]);
  }
  const set = kinds.filter((kind) => {
    const needs = needed.get(kind) ?? [];
    return needs.length > 0 && needs.every((character) => faces[locale].has(character));
  });
  return set.length === 0 ? html : `${html.slice(0, main)}<main class="${set.join(" ")}"${html.slice(main + 5)}`;
}

const needsOf = (inside: string): string[] => inside.replace(/<[^>]*>/g, "").match(ofChinese) ?? [];
