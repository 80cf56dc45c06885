/** The work page of one profile. It opens for whoever holds it; others are refused and noted. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { paragraphOf } from "../../../i18n/locales.ts";
import { fittedTo, isMark, type SentTexts } from "../../../kv/ladies/profile/profile_draft.ts";
import {
  finishProfile,
  keepLateWords,
  leftOutOfProfile,
  type ProfileWork,
  saveProfileDraft,
  workOnProfile,
} from "../../../kv/ladies/profile/profile_translation_work.ts";
import {
  hasHeld,
  isFreeSince,
  profileHolderAt,
  type ProfilePart,
  profileTranslationOf,
  releaseProfile,
} from "../../../kv/ladies/profile/profile_translations.ts";
import { marksOf } from "../../../kv/letters/translating/merged_parts.ts";
import { noteDenial } from "../../../kv/store/audit_log.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import type { Body } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { profilePartOf, profilePath, queuePath } from "./descriptions.ts";
import { LostView } from "./lost_view.tsx";
import { takeNext } from "./next.ts";
import { type ProfileOutcome, ProfileWorkView } from "./profile_work_view.tsx";
import { gapsIn, segmentsAtMost, segmentsFrom } from "./segments.ts";
import { isScript, madeOf } from "./work_actions.ts";

export const profileWorkPage: PageDefinition = {
  paths: [`${queuePath}/profiles/:ladyId/:locale`],
  access: "translators",
  get: (c) => answerHolder(c, (work) => show(c, work)),
  post: (c, body) => answerHolder(c, (work) => act(c, work, body), body),
};

async function answerHolder(
  c: MemberContext,
  answer: (work: ProfileWork) => Promise<Response>,
  form: Body = {},
): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const part = profilePartOf(c.req.param("ladyId"), c.req.param("locale"));
  const work = part === null ? refuse("not_found") : await workOnProfile(store, me.id, part);
  if (work.ok) return await answer(work);
  return part === null ? await answerRefusal(c, work) : await answerLost(c, part, work, form);
}

/**
 * Answers a translator who does not hold the profile. If she or he held it before, no words are lost: they are saved for
 * whoever takes it next, or shown if somebody else has it, or if the lady is not shown. Others are refused; while the
 * lady is shown, the refusal is recorded.
 */
async function answerLost(c: MemberContext, part: ProfilePart, refusal: Refusal, form: Body): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const isHidden = refusal.reason === "not_found";
  const segments = segmentsFrom(form) ?? [];
  const hasWords = gapsIn(segments) < segments.length;
  if (isHidden && !hasWords) return await answerRefusal(c, refusal);
  const found = await profileTranslationOf(store, part);
  if (found?.closedBy === me.id && !isHidden) {
    if (isScript(c)) return c.json({ code: "conflict" }, 409);
    const left = await leftOutOfProfile(store, part, segments);
    if (left.length === 0) return c.redirect(localHref(c.var.facts.prefix, queuePath), 303);
    return await showLost(c, part, c.var.facts.t("translation:lost.done"), left);
  }
  // If the translation was withdrawn, nobody knows who held it; the words are in this form alone.
  const isMineOnce = found === null || hasHeld(found, me.id);
  if (!isMineOnce) {
    if (isHidden) return await answerRefusal(c, refusal);
    const subject = `profile:${part.ladyId}:${part.locale}`;
    const details = { method: c.req.method };
    await noteDenial(store, { action: "translation_denied", actorId: me.id, subject, details });
    return await answerRefusal(c, refuse("forbidden"));
  }
  const isKept = hasWords && await keepLateWords(store, me.id, part, writtenIn(c, segments, form));
  if (isScript(c)) return c.json({ code: "conflict" }, 409);
  if (!isHidden && found !== null && (isKept || (!hasWords && isFreeSince(found, me.id, store.now())))) {
    // A translator who gave it back, or finished it before it was asked for again, has lost nothing.
    if (isKept || found.claimedBy === me.id) leaveFlash(c, "error", "translation:flash.profileLost");
    return c.redirect(localHref(c.var.facts.prefix, queuePath), 303);
  }
  const { t, locale } = c.var.facts;
  const isTaken = found !== null && profileHolderAt(found, store.now()) !== null && !isKept;
  const text = paragraphOf(locale, [
    isTaken && t("translation:profile.lost.taken"),
    hasWords && t(`translation:profile.lost.${isKept ? "kept" : "unkept"}`),
  ]);
  return await showLost(c, part, text, segments);
}

async function showLost(c: MemberContext, part: ProfilePart, text: string, segments: string[]): Promise<Response> {
  const { t } = c.var.facts;
  const title = t("translation:profile.lost.title");
  return await answerPage(c, {
    title,
    description: t("translation:description"),
    robots: "noindex",
    status: 409,
    view: <LostView title={title} text={text} language={part.locale} segments={segments} />,
  });
}

async function act(c: MemberContext, work: ProfileWork, form: Body): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const sent = writtenIn(c, work.texts, form);
  const go = (path: string, flash: string) => {
    leaveFlash(c, "success", `translation:flash.${flash}`);
    return c.redirect(localHref(c.var.facts.prefix, path), 303);
  };
  if (form.action === "finish" || form.action === "finish_next") {
    const finished = await finishProfile(store, me.id, work.translation, sent);
    if (!finished.ok) return await refused(c, work, finished, sent, form);
    const next = form.action === "finish_next" ? await takeNext(store, me) : null;
    return next ? go(next, "finishedNext") : go(queuePath, "profileFinished");
  }
  const saved = await saveProfileDraft(store, me.id, work.translation, sent);
  if (isScript(c)) {
    const isStale = !saved.ok && (saved.reason === "conflict" || saved.reason === "expired");
    if (!saved.ok) return c.json({ code: saved.reason }, isStale ? 409 : 422);
    const { translation: { leaseUntil }, segments, hasSetAside } = saved;
    const brought = sent.base && { segments, base: marksOf(segments), hasSetAside };
    return c.json({ savedAt: store.now(), leaseUntil, ...brought });
  }
  const isKept = saved.ok || (form.action === "release" && saved.reason === "expired");
  if (!isKept) return await refused(c, work, saved, sent, form);
  if (form.action !== "release") return go(profilePath(work.translation), "saved");
  const released = await releaseProfile(store, me.id, work.translation);
  return released.ok ? go(queuePath, "profileReleased") : await refused(c, work, released, sent, form);
}

/** The texts that a form sent, and which of her words they were made from: she may have changed her words since. */
function writtenIn(c: MemberContext, shown: string[], form: Body): SentTexts {
  const segments = segmentsFrom(form) ?? shown;
  const made = madeOf(form);
  const version = Number(c.req.query("of") ?? -1);
  // A page of an earlier build sends no marks.
  const marks = c.req.queries("part")?.slice(0, segmentsAtMost).map((mark) => isMark(mark) ? mark : "");
  if (!marks) return { texts: segments, version, ...made };
  return { texts: marks.map((_, at) => segments[at] ?? ""), marks, version, ...made };
}

async function refused(
  c: MemberContext,
  work: ProfileWork,
  refusal: Refusal,
  sent: SentTexts,
  form: Body,
): Promise<Response> {
  if (refusal.reason === "invalid") {
    const faults = refusal.fields ?? {};
    const isTooLong = faults.segment !== undefined;
    const { texts, rest } = fittedTo(work.parts, work.version, sent);
    const shown: ProfileWork = {
      ...work,
      texts: texts.map((text) => text ?? ""),
      rest: [...new Set([...rest, ...work.rest])],
      isChanged: work.isChanged || sent.version !== work.version,
    };
    // Nothing was saved, so the page keeps the marks of what it showed before.
    const base = isTooLong && sent.base
      ? fittedTo(work.parts, work.version, { ...sent, texts: sent.base }).texts.map((mark) => mark ?? "")
      : undefined;
    return await show(c, shown, { status: 422, faults, isTooLong, base });
  }
  if (refusal.reason === "conflict" || refusal.reason === "not_found") {
    return await answerLost(c, work.translation, refusal, form);
  }
  // Shows her newer words beside the texts for the older ones, or what two windows wrote for the same words.
  if (refusal.reason === "expired") {
    return await answerHolder(c, (newer) => {
      const isMixed = newer.version === sent.version;
      const isTakenDown = refusal.fields?.segment === "taken_down";
      return show(c, { ...newer, isChanged: newer.isChanged || !isMixed }, { status: 409, isMixed, isTakenDown });
    });
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
