/**
 * A letter of a thread as it was rendered before: it looks the same as long as its record and its text are those that are
 * remembered, whichever letter of the thread is being read. It goes with what it shows: words that are erased, and the
 * name of somebody who leaves.
 */
import type { VNode } from "preact";
import type { PageContext } from "../../../components/page_context.ts";
import { type KeptViews, markOf } from "../../cache/kept_views.tsx";
import { type ThreadLetterProps, ThreadLetterView } from "./thread_letter.tsx";

/**
 * One letter on a page. A sealed one is rendered anew, since what is offered depends on what its reader has, and so is
 * one whose seal breaks on this very page.
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
