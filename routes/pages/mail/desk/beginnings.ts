/** What a desk says to a man who is new: that he has told nothing of himself, and to whom he could write. */
import type { LadyCardView } from "../../../../components/lady_card.tsx";
import { areQuestionsOver, isToBeReminded } from "../../../../kv/ladies/first_questions.ts";
import { manProfileOf } from "../../../../kv/ladies/profiles.ts";
import { manAccount } from "../../../account/sides.ts";
import type { MemberContext } from "../../../http/env.ts";
import { localHref } from "../../../http/page.tsx";
import { cardsOf } from "../../../ladies/lady_cards.ts";
import { welcomePath } from "../../auth/arrival.ts";

/**
 * Where a man can tell of himself, because ladies look at him before they answer: the questions of his first day while
 * they are open, then his account. Null if he is not to be reminded of it.
 */
export async function untoldOf(c: MemberContext): Promise<{ href: string } | null> {
  const { deps: { store }, facts: { prefix }, signedIn: { user } } = c.var;
  if (!isToBeReminded(user, await manProfileOf(store, user.id))) return null;
  return { href: localHref(prefix, areQuestionsOver(user) ? manAccount.tabs.about : welcomePath) };
}

/** At most four ladies, the newest first: those who are online, then others. */
export async function ladiesToBeginWith(c: MemberContext): Promise<LadyCardView[]> {
  const { deps: { store }, signedIn } = c.var;
  const search = (wanted: { online?: true }) =>
    store.ladies.search({ ...wanted, sort: "new", limit: 4, withoutIds: signedIn.blockedIds }, store.now()).ids;
  const ids = [...new Set([...search({ online: true }), ...search({})])].slice(0, 4);
  return await cardsOf(c, store, ids);
}
