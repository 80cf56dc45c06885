/**
 * Favourite marks as they are for the reader: pages are written with empty ones, the same for everybody, and filled
 * in last.
 */
import type { Viewer } from "../../components/page_context.ts";
import { man } from "../../kv/accounts/users.ts";

/** What an empty mark has for its lady, whose id is the group. */
export const emptyMark = / name="keep" value="(\d+)" aria-pressed="false"/;
const emptyMarks = new RegExp(emptyMark, "g");
const whole = /<button class="keep[^>]*>.*?<\/button>/gs;

/** The same of a mark whose lady he keeps. */
export const fullMark = (ladyId: number): string => ` name="drop" value="${ladyId}" aria-pressed="true"`;

/** The page for this viewer: a man's favourites are marked, and who cannot keep anybody sees no mark. */
export function favouriteMarksFor(html: string, viewer: Viewer | null): string {
  if (viewer === null) return html;
  if (viewer.groupId !== man) return html.replaceAll(whole, "");
  const { favourites } = viewer;
  if (!favourites?.size) return html;
  return html.replaceAll(emptyMarks, (markup, id) => favourites.has(Number(id)) ? fullMark(Number(id)) : markup);
}
