/** The editor of newsletters: drafts are written, tried and sent off; then a page shows how far the sending has come. */
import {
  beginNewsletter,
  type Newsletter,
  newsletterById,
  newsletterProgress,
  type NewsletterReaders,
  newsletterReaders,
  newsletters,
  type NewsletterTexts,
  readersOf,
  removeNewsletter,
  saveNewsletter,
  stopNewsletter,
  tryNewsletter,
} from "../../../../kv/writing/newsletters.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { textOf } from "../form.ts";
import { type Editor, editorPages, forGood, told } from "./editor.tsx";
import {
  NewsletterForm,
  newsletterPath,
  newslettersPath,
  NewslettersView,
  NewsletterView,
  sendingPath,
} from "./newsletters_view.tsx";
import { otherWordsOf, type Texts, typedWords, wordsOf } from "./shop_fields.tsx";

const editor: Editor<Newsletter> = {
  path: newslettersPath,
  words: "shop:newsletters",
  async list(c) {
    const { store } = c.var.deps;
    const all = await newsletters(store);
    return <NewslettersView all={all} progress={await newsletterProgress(store, all)} />;
  },
  /** Finds drafts only: a newsletter that was begun has a page of its own. */
  async find(store, address) {
    const found = await newsletterById(store, idOf(address) ?? NaN);
    return found && !found.sending ? found : null;
  },
  begin: () => ({ readers: "everybody" }),
  typed: (_store, { readers, path, texts }) => ({
    readers,
    path: path ?? "",
    ...typedWords(texts),
  }),
  Form: NewsletterForm,
  asks: (_draft, action) => action === "remove" ? forGood("shop:remove") : null,
  act: async ({ store, actorId, seenChangedAt }, { id }, action) =>
    action === "remove" ? told(await removeNewsletter(store, id, actorId, seenChangedAt), "dropped") : null,
  async save({ store, ...who }, typed, draft) {
    const saved = await saveNewsletter(store, {
      id: draft?.id,
      readers: readersTyped(typed),
      texts: textsTyped(typed),
      path: typed.path || null,
      ...who,
    });
    if (!saved.ok) return saved;
    const { id } = saved.newsletter;
    if (typed.action === "begin") return told(saved, "draftSaved", sendingPath(id));
    if (typed.action !== "try") return told(saved, "draftSaved", newsletterPath(id));
    return told(await tryNewsletter(store, id, who.actorId), "trialSent", newsletterPath(id));
  },
};

const readersTyped = ({ readers }: Texts): NewsletterReaders =>
  newsletterReaders.find((each) => each === readers) ?? "everybody";

const textsTyped = (typed: Texts): NewsletterTexts => ({
  ...wordsOf(typed, ["subject", "body"]),
  ...otherWordsOf(typed, ["subject", "body"]),
});

export const newsletterPages: PageDefinition[] = [
  ...editorPages(editor),
  { paths: [`${newslettersPath}/:item/sending`], access: "admins", get: showSending, post: changeSending },
];

const newsletterAsked = (c: AppContext): Promise<Newsletter | null> =>
  newsletterById(c.var.deps.store, idOf(c.req.param("item")) ?? NaN);

async function showSending(c: AppContext): Promise<Response> {
  const newsletter = await newsletterAsked(c);
  if (!newsletter) return await answerRefusal(c, refuse("not_found"));
  const { store } = c.var.deps;
  const { state, people } = (await newsletterProgress(store, [newsletter])).get(newsletter.id)!;
  const readers = state === "draft" ? await readersOf(store, newsletter) : people;
  const title = c.var.facts.t("shop:newsletters.one");
  const view = <NewsletterView newsletter={newsletter} state={state} people={readers} title={title} />;
  return await answerPage(c, { title, robots: "noindex", view });
}

/** Stops the sending, or begins it once the admin has confirmed. */
async function changeSending(c: MemberContext, body: Body): Promise<Response> {
  const { deps: { store }, signedIn: { user }, facts } = c.var;
  const newsletter = await newsletterAsked(c);
  if (!newsletter) return await answerRefusal(c, refuse("not_found"));
  const isStop = textOf(body.action) === "stop";
  const changed = isStop
    ? await stopNewsletter(store, newsletter.id, user.id)
    : textOf(body.sure) === "yes"
    ? await beginNewsletter(store, newsletter.id, {
      actorId: user.id,
      seenChangedAt: Number(textOf(body.seenChangedAt)),
    })
    : refuse("conflict");
  if (!changed.ok) return await answerRefusal(c, changed);
  leaveFlash(c, "success", `shop:flash.${isStop ? "stopped" : "begun"}`);
  return c.redirect(localHref(facts.prefix, sendingPath(newsletter.id)), 303);
}
