/**
 * The work page at which one letter is translated. It opens for whoever holds the letter; others are refused and noted.
 */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { glossaryOf } from "../../../kv/letters/translating/glossary.ts";
import { marksOf } from "../../../kv/letters/translating/merged_parts.ts";
import { draftOf, leftOutOfLetter, type Work, workOn } from "../../../kv/letters/translating/translation_drafts.ts";
import { holderAt, isOpen, type Translation, translationOf } from "../../../kv/letters/translating/translations.ts";
import { paragraphOf } from "../../../i18n/locales.ts";
import { noteDenial } from "../../../kv/store/audit_log.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { idOf } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { LostView } from "./lost_view.tsx";
import { fitted, segmentsFrom, segmentsOf } from "./segments.ts";
import { namesOf, queuePath } from "./descriptions.ts";
import { act, isScript, keepWords, type Outcome } from "./work_actions.ts";
import { WorkView } from "./work_view.tsx";

export const workPage: PageDefinition = {
  paths: [`${queuePath}/:letterId`],
  access: "translators",
  get: (c) => answerHolder(c, (work) => show(c, work)),
  async post(c, body) {
    return await answerHolder(c, async (work) => {
      const done = await act(c, work, body);
      if (done instanceof Response) return done;
      // Read the letter again: its words are saved by now, and it may have left these hands.
      return await answerHolder(c, (still) => show(c, still, done), body);
    }, body);
  },
};

async function answerHolder(
  c: MemberContext,
  answer: (work: Work) => Promise<Response>,
  form: Record<string, unknown> = {},
): Promise<Response> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const letterId = idOf(c.req.param("letterId"));
  const work = letterId === null ? refuse("not_found") : await workOn(store, me.id, letterId);
  if (work.ok) return await answer(work);
  const translation = letterId === null ? null : await translationOf(store, letterId);
  if (!translation) return await answerRefusal(c, refuse("not_found"));
  if (!isOpen(translation) && translation.closedBy === me.id) return await answerClosed(c, translation, form);
  const lost = await answerLost(c, translation, form);
  if (lost) return lost;
  // With its author's account what each translator wrote was erased: nobody knows any more who held it before the last.
  return translation.keptBack === "deleted" ? await answerRefusal(c, refuse("not_found")) : await deny(c, translation);
}

/** Answers a translator who ended the work already, as by pressing twice. Words that did not go into it are shown. */
async function answerClosed(
  c: MemberContext,
  translation: Translation,
  form: Record<string, unknown>,
): Promise<Response> {
  if (isScript(c)) return c.json({ code: "conflict" }, 409);
  const { facts: { t, prefix }, deps: { store } } = c.var;
  const segments = await leftOutOfLetter(store, translation.letterId, segmentsFrom(form) ?? []);
  if (segments.length === 0) return c.redirect(localHref(prefix, queuePath), 303);
  return await showLost(c, translation, { text: t("translation:lost.done"), segments });
}

/** Tells a translator who held the letter before why it is gone, with her or his own words; null for anybody else. */
async function answerLost(
  c: MemberContext,
  translation: Translation,
  form: Record<string, unknown>,
): Promise<Response | null> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const hasDraft = await draftOf(store, me.id, translation.letterId) !== null;
  if (!hasDraft && (isOpen(translation) || translation.lastHolderId !== me.id)) return null;
  const isKept = hasDraft && await keepWords(c, translation.letterId, form);
  const { t, locale } = c.var.facts;
  if (isScript(c)) return c.json({ code: "conflict", message: t("translation:lost.title") }, 409);
  const kept = isKept ? await draftOf(store, me.id, translation.letterId) : null;
  const segments = kept?.segments ?? segmentsFrom(form) ?? [];
  const why = whyLost(translation, store.now()).map((name) => t(`translation:lost.${name}`));
  const ofWords = segments.length === 0 ? [] : [t(`translation:${kept ? "lost.kept" : "profile.lost.unkept"}`)];
  return await showLost(c, translation, {
    text: paragraphOf(locale, [...why, ...ofWords]),
    segments,
    rest: kept?.rest ?? [],
    againId: isFreeAt(translation, store.now()) ? translation.letterId : null,
  });
}

const isFreeAt = (translation: Translation, atMs: number): boolean =>
  isOpen(translation) && holderAt(translation, atMs) === null && atMs < translation.dueAt;

/** Why a letter left the hands it was in, as keys of words. */
function whyLost(translation: Translation, atMs: number): string[] {
  if (isFreeAt(translation, atMs)) return ["lapsed"];
  if (holderAt(translation, atMs) !== null) return ["lapsed", "taken"];
  if (translation.keptBack) return ["keptBack"];
  if (translation.state === "done") return ["lapsed", "finished"];
  // What was asked for after the letter had come goes back to nobody.
  if (translation.state === "returned") return ["lapsed", translation.askedBy === undefined ? "returned" : "declined"];
  return ["over"];
}

async function showLost(
  c: MemberContext,
  { to }: Translation,
  lost: { text: string; segments: string[]; rest?: string[]; againId?: number | null },
): Promise<Response> {
  const { t } = c.var.facts;
  const title = t("translation:lost.title");
  return await answerPage(c, {
    title,
    description: t("translation:description"),
    robots: "noindex",
    status: 409,
    view: <LostView title={title} language={to} {...lost} />,
  });
}

async function deny(c: MemberContext, { letterId }: Translation): Promise<Response> {
  const { user } = c.var.signedIn;
  const details = { method: c.req.method };
  await noteDenial(c.var.deps.store, {
    action: "translation_denied",
    actorId: user.id,
    subject: `letter:${letterId}`,
    details,
  });
  return await answerRefusal(c, refuse("forbidden"));
}

async function show(c: AppContext, work: Work, outcome: Outcome = {}): Promise<Response> {
  const { deps, facts } = c.var;
  const { translation, text, draft, machine } = work;
  const originals = segmentsOf(text.body);
  const kept = fitted(draft.segments, originals.length);
  const names = await namesOf(deps.store, translation, facts.locale);
  return await answerPage(c, {
    title: facts.t("translation:work.title"),
    description: facts.t("translation:description"),
    robots: "noindex",
    status: (outcome.status ?? 200) as ContentfulStatusCode,
    view: (
      <WorkView
        translation={translation}
        names={names}
        originals={originals}
        segments={outcome.unsaved?.segments ?? kept}
        base={outcome.unsaved?.base ?? marksOf(kept)}
        rest={draft.rest ?? []}
        savedAt={draft.segments.length > 0 ? draft.savedAt : null}
        machine={machine && fitted(machine, originals.length)}
        hasMachine={deps.machineTranslator !== null}
        terms={await glossaryOf(deps.store, translation)}
        nowMs={deps.store.now()}
        outcome={outcome}
      />
    ),
  });
}
