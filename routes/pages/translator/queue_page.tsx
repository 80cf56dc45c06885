/** The queue: letters that wait, of which nothing but languages and length is told, and those in one's own hands. */
import { claimTranslation, heldBy, translationQueue } from "../../../kv/letters/translations.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { answerRefusal, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { idOf } from "../mail/sides.ts";
import { QueueView } from "./queue_view.tsx";
import { namesOf, queuePath, workPath } from "./descriptions.ts";

const lettersPerPage = 50;

export const queuePage: PageDefinition = {
  paths: [queuePath],
  access: "translators",
  get: (c) => show(c),
  async post(c, body) {
    return await take(c, idOf(String(body.letterId)));
  },
};

/** Takes a letter and goes to it; who was too late stays at the queue and is told. */
async function take(c: MemberContext, letterId: number | null): Promise<Response> {
  if (letterId === null) return await answerRefusal(c, refuse("invalid"));
  const { prefix } = c.var.facts;
  const claimed = await claimTranslation(c.var.deps.store, c.var.signedIn.user.id, letterId);
  if (!claimed.ok) return await show(c, claimed);
  leaveFlash(c, "success", "translation:flash.taken");
  return c.redirect(localHref(prefix, workPath(letterId)), 303);
}

async function show(c: MemberContext, refusal: Refusal | null = null): Promise<Response> {
  const { store } = c.var.deps;
  const { t } = c.var.facts;
  const me = c.var.signedIn.user;
  const held = await heldBy(store, me.id);
  const mine = await Promise.all(held.map(async (each) => ({ translation: each, names: await namesOf(store, each) })));
  const wanted = idOf(c.req.query("page")) ?? 1;
  let page = wanted;
  let queue = await translationQueue(store, { page, limit: lettersPerPage });
  const lastPage = Math.max(1, Math.ceil(queue.totalCount / lettersPerPage));
  if (page > lastPage) queue = await translationQueue(store, { page: page = lastPage, limit: lettersPerPage });
  const problem = refusal && (refusal.reason === "conflict" ? t("translation:flash.gone") : messageOf(c, refusal));
  return await answerPage(c, {
    title: t("translation:title"),
    description: t("translation:description"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <QueueView
        mine={mine}
        queue={queue}
        page={page}
        lastPage={lastPage}
        nowMs={store.now()}
        problem={problem}
      />
    ),
  });
}
