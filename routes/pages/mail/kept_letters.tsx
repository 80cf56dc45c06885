/**
 * Keeps the letters of a thread as they were rendered. A letter looks the same as long as its record and its text are the
 * remembered ones, whichever letter of the thread is being read. It is dropped when what it shows goes: words that are
 * erased, or the name of a person who leaves.
 */
import type { VNode } from "preact";
import type { PageContext } from "../../../components/page_context.ts";
import { type KeptViews, markOf } from "../../cache/kept_views.tsx";
import { type ThreadLetterProps, ThreadLetterView } from "./thread_letter.tsx";

/**
 * One letter on a page. A sealed letter is rendered anew, since its offer depends on the credits that its reader has, and
 * so is one whose seal breaks on this very page.
 */
export function keptLetter(kept: KeptViews | null, page: PageContext, props: ThreadLetterProps): VNode {
  const { item: { letter, text, ...item }, partner, opening, tools: { action, ...tools } } = props;
  if (!text || !kept || props.isJustOpened) return <ThreadLetterView {...props} />;
  const differing = [letter.id, page.locale, page.zone, page.href("/"), item, partner, opening !== null, tools];
  return kept.show({
    key: `letter ${JSON.stringify(differing)}`,
    of: [letter, text],
    about: [["letter", letter.id], ["letter_text", letter.id], ["user", letter.manId], ["user", letter.ladyId]],
    own: { action },
    view: () => <ThreadLetterView {...props} tools={{ ...tools, action: markOf("action") }} />,
    page: { ...page, path: "", viewer: null },
  });
}
