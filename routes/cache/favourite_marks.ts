/**
 * Fills in a reader's favourite marks. Pages are rendered with empty marks, the same for everybody, and the reader's own
 * are set last.
 */
import type { Viewer } from "../../components/page_context.ts";
import { man } from "../../kv/accounts/users.ts";

/** The attributes of an empty mark; the group is the lady's id. */
export const emptyMark = / name="keep" value="(\d+)" aria-pressed="false"/;
const emptyMarks = new RegExp(emptyMark, "g");
const whole = /<button class="keep[^>]*>.*?<\/button>/gs;

/** The same attributes for a lady who is his favourite. */
export const fullMark = (ladyId: number): string => ` name="drop" value="${ladyId}" aria-pressed="true"`;

/** The page for this viewer: a man's favourites are marked; ladies and staff, who have no favourites, see no marks. */
export function favouriteMarksFor(html: string, viewer: Viewer | null): string {
  if (viewer === null) return html;
  if (viewer.groupId !== man) return html.replaceAll(whole, "");
  const { favourites } = viewer;
  if (!favourites?.size) return html;
  return html.replaceAll(emptyMarks, (markup, id) => favourites.has(Number(id)) ? fullMark(Number(id)) : markup);
}
