/** The work page of one profile. It opens for whoever holds it; others are refused and noted. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  finishProfile,
  type ProfileWork,
  saveProfileDraft,
  workOnProfile,
} from "../../../kv/ladies/profile_translation_work.ts";
import { type ProfilePart, profileTranslationOf, releaseProfile } from "../../../kv/ladies/profile_translations.ts";
import { noteDenial } from "../../../kv/store/audit_log.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { profilePartOf, profilePath, queuePath } from "./descriptions.ts";
import { takeNext } from "./next.ts";
import { type ProfileOutcome, ProfileWorkView } from "./profile_work_view.tsx";
import { segmentsFrom } from "./segments.ts";
import { isScript } from "./work_actions.ts";

export const profileWorkPage: PageDefinition = {
  paths: [`${queuePath}/profiles/:ladyId/:locale`],
  access: "translators",
  get: (c) => answerHolder(c, (work) => show(c, work)),
  post: (c, body) => answerHolder(c, (work) => act(c, work, body)),
};

async function answerHolder(c: MemberContext, answer: (work: ProfileWork) => Promise<Response>): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const part = profilePartOf(c.req.param("ladyId"), c.req.param("locale"));
  const work = part === null ? refuse("not_found") : await workOnProfile(store, me.id, part);
  if (work.ok) return await answer(work);
  if (part === null || work.reason !== "forbidden") return await answerRefusal(c, work);
  return await answerLost(c, part);
}

/** Who held it a moment ago is led to the queue, where it can be taken again; its words are kept. Others are noted. */
async function answerLost(c: MemberContext, part: ProfilePart): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const found = await profileTranslationOf(store, part);
  const isMineOnce = found?.claimedBy === me.id || found?.closedBy === me.id;
  if (isMineOnce) {
    if (isScript(c)) return c.json({ code: "conflict" }, 409);
    if (found.closedBy !== me.id) leaveFlash(c, "error", "translation:flash.profileLost");
    return c.redirect(localHref(c.var.facts.prefix, queuePath), 303);
  }
  const subject = `profile:${part.ladyId}:${part.locale}`;
  const details = { method: c.req.method };
  await noteDenial(store, { action: "translation_denied", actorId: me.id, subject, details });
  return await answerRefusal(c, refuse("forbidden"));
}

async function act(c: MemberContext, work: ProfileWork, form: Body): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const texts = work.parts.map((_, at) => segmentsFrom(form)?.[at] ?? "");
  // Of the words that the form was made from: she may have changed them since.
  const version = Number(c.req.query("of") ?? -1);
  const go = (path: string, flash: string) => {
    leaveFlash(c, "success", `translation:flash.${flash}`);
    return c.redirect(localHref(c.var.facts.prefix, path), 303);
  };
  if (form.action === "finish" || form.action === "finish_next") {
    const finished = await finishProfile(store, me.id, work.translation, { texts, version });
    if (!finished.ok) return await refused(c, work, finished, texts);
    const next = form.action === "finish_next" ? await takeNext(store, me) : null;
    return next ? go(next, "finishedNext") : go(queuePath, "profileFinished");
  }
  const saved = await saveProfileDraft(store, me.id, work.translation, { texts, version });
  if (isScript(c)) {
    if (!saved.ok) return c.json({ code: saved.reason }, saved.reason === "conflict" ? 409 : 422);
    return c.json({ savedAt: store.now(), leaseUntil: saved.translation.leaseUntil });
  }
  if (!saved.ok) return await refused(c, work, saved, texts);
  if (form.action !== "release") return go(profilePath(work.translation), "saved");
  const released = await releaseProfile(store, me.id, work.translation);
  return released.ok ? go(queuePath, "profileReleased") : await refused(c, work, released, texts);
}

async function refused(c: MemberContext, work: ProfileWork, refusal: Refusal, texts: string[]): Promise<Response> {
  if (refusal.reason === "invalid") {
    const faults = refusal.fields ?? {};
    return await show(c, { ...work, texts }, { status: 422, faults, isTooLong: faults.segment !== undefined });
  }
  if (refusal.reason === "conflict") return await answerLost(c, work.translation);
  // Her newer words beside what was written of the older ones.
  if (refusal.reason === "expired") {
    return await answerHolder(c, (newer) => show(c, { ...newer, isChanged: true }, { status: 409 }));
  }
  return await answerRefusal(c, refusal);
}

async function show(c: MemberContext, work: ProfileWork, outcome: ProfileOutcome = {}): Promise<Response> {
  const { t } = c.var.facts;
  return await answerPage(c, {
    title: t("translation:profile.title"),
    description: t("translation:description"),
    robots: "noindex",
    status: (outcome.status ?? 200) as ContentfulStatusCode,
    view: <ProfileWorkView work={work} outcome={outcome} />,
  });
}
