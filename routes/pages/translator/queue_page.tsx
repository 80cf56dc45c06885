/** The queue: letters (without their words) and profiles that wait in a translator's languages, and those in hand. */
import { isWorkIn, readableLanguages } from "../../../kv/accounts/languages.ts";
import { setWorkLanguages } from "../../../kv/accounts/translators.ts";
import { claimProfile, type ProfilePart } from "../../../kv/ladies/profile/profile_translations.ts";
import { claimTranslation, heldBy, translationQueue } from "../../../kv/letters/translating/translations.ts";
import { thisMonthOf } from "../../../kv/letters/translating/translator_months.ts";
import type { Wanted } from "../../../kv/letters/language.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { type Body, idOf } from "../../http/read_input.ts";
import { answerRefusal, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { QueueView } from "./queue_view.tsx";
import { namesOf, pairNamed, profilePartOf, profilePath, queuePath, workPath } from "./descriptions.ts";
import { profilesFor } from "./next.ts";

const lettersPerPage = 50;

export const queuePage: PageDefinition = {
  paths: [queuePath],
  access: "translators",
  get: (c) => show(c),
  async post(c, body) {
    if (body.action === "languages") return await keepLanguages(c, body);
    if (body.profile === undefined) return await take(c, idOf(String(body.letterId)));
    return await takeProfile(c, profilePartOf(...String(body.profile).split(".") as [string, string]));
  },
};

/** Takes a letter and redirects to its work page; if it cannot be taken, shows the queue and says why. */
async function take(c: MemberContext, letterId: number | null): Promise<Response> {
  if (letterId === null) return await answerRefusal(c, refuse("invalid"));
  const { prefix } = c.var.facts;
  const claimed = await claimTranslation(c.var.deps.store, c.var.signedIn.user.id, letterId);
  if (!claimed.ok) return await show(c, claimed);
  leaveFlash(c, "success", "translation:flash.taken");
  return c.redirect(localHref(prefix, workPath(letterId)), 303);
}

async function keepLanguages(c: MemberContext, body: Body): Promise<Response> {
  const told = [body.language ?? []].flat();
  const kept = await setWorkLanguages(
    c.var.deps.store,
    c.var.signedIn.user.id,
    readableLanguages.filter((each) => told.includes(each)),
  );
  if (!kept.ok) return await answerRefusal(c, kept);
  leaveFlash(c, "success", "translation:flash.languages");
  return c.redirect(localHref(c.var.facts.prefix, queuePath), 303);
}

async function takeProfile(c: MemberContext, part: ProfilePart | null): Promise<Response> {
  if (part === null) return await answerRefusal(c, refuse("invalid"));
  const claimed = await claimProfile(c.var.deps.store, c.var.signedIn.user.id, part);
  if (!claimed.ok) return await show(c, claimed);
  leaveFlash(c, "success", "translation:flash.profileTaken");
  return c.redirect(localHref(c.var.facts.prefix, profilePath(part)), 303);
}

async function show(c: MemberContext, refusal: Refusal | null = null): Promise<Response> {
  const { store } = c.var.deps;
  const { t } = c.var.facts;
  const me = c.var.signedIn.user;
  const [mine, waiting, profiles, month] = await Promise.all([
    inHand(c),
    inQueue(c),
    profilesFor(store, me),
    thisMonthOf(store, me.id),
  ]);
  const problem = refusal && (refusal.reason === "conflict" ? t("translation:flash.gone") : messageOf(c, refusal));
  return await answerPage(c, {
    title: t("translation:title"),
    description: t("translation:description"),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <QueueView
        mine={mine}
        {...waiting}
        profiles={profiles}
        month={month}
        worksIn={me.worksIn ?? []}
        nowMs={store.now()}
        problem={problem}
      />
    ),
  });
}

async function inHand({ var: { deps: { store }, facts, signedIn } }: MemberContext) {
  const held = await heldBy(store, signedIn.user.id);
  return await Promise.all(held.map(async (each) => ({
    translation: each,
    names: await namesOf(store, each, facts.locale),
  })));
}

/** A page of the letters that wait in the translator's languages; the last page if the address asks for one beyond it. */
async function inQueue(c: MemberContext) {
  const { deps: { store }, facts, signedIn: { user: me } } = c.var;
  const asked = pairNamed(c.req.query("pair"));
  const filter = { isWanted: (each: Wanted) => isWorkIn(me.worksIn, each), pair: asked };
  let page = idOf(c.req.query("page")) ?? 1;
  let queue = await translationQueue(store, { page, limit: lettersPerPage }, filter);
  // A pair for which no letter waits cannot be chosen on the page, and filters nothing.
  const pair = queue.pairs.find(({ from, to }) => from === asked?.from && to === asked.to) ?? null;
  if (asked && !pair) queue = await translationQueue(store, { page, limit: lettersPerPage }, { ...filter, pair: null });
  const lastPage = Math.max(1, Math.ceil(queue.totalCount / lettersPerPage));
  if (page > lastPage) {
    queue = await translationQueue(store, { page: page = lastPage, limit: lettersPerPage }, { ...filter, pair });
  }
  const items = await Promise.all(queue.items.map(async (each) => ({
    ...each,
    names: await namesOf(store, each, facts.locale),
  })));
  return { queue: { ...queue, items }, pair, page, lastPage };
}
