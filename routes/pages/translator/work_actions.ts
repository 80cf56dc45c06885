/** What can be done at the work page: every act keeps the words first, so that none is ever lost to another. */
import { type EarlierLetter, earlierLetters } from "../../../kv/letters/earlier_letters.ts";
import { forgetTerm, keepTerm } from "../../../kv/letters/glossary.ts";
import { keepMachineDraft, saveDraft, type Work } from "../../../kv/letters/translation_drafts.ts";
import { finishTranslation, returnToAuthor } from "../../../kv/letters/translation_ends.ts";
import { releaseTranslation } from "../../../kv/letters/translations.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { fitted, gapsIn, segmentsFrom, segmentsOf } from "./segments.ts";
import { isAskedLater, queuePath, workPath } from "./descriptions.ts";
import { takeNext } from "./next.ts";

/** Why the page is shown again instead of going on. */
export interface Outcome {
  status?: number;
  /** The letter is in these hands no more. */
  isLost?: boolean;
  /** A key of the namespace "translation", with its values. */
  problem?: { key: string; values?: Record<string, unknown> };
  /** So many paragraphs have no translation, and nobody said that this is meant. */
  gaps?: number;
  reason?: { text: string; error: "required" | "tooLong" };
  term?: { term: string; translation: string };
  /** What the two wrote before, for who asked to see it. */
  earlier?: EarlierLetter[];
  /** What was written, where it could not be kept. */
  segments?: string[];
}

/** Whether the island asks: it wants data and stays on its page. */
export const isScript = (c: AppContext): boolean => (c.req.header("accept") ?? "").includes("application/json");

const textOf = (value: unknown): string => typeof value === "string" ? value : "";

/** Does what a form asks for: answers, or says why the page is to be shown again. */
export async function act(c: MemberContext, work: Work, form: Record<string, unknown>): Promise<Response | Outcome> {
  const { store } = c.var.deps;
  const me = c.var.signedIn.user;
  const { letterId } = work.translation;
  const originals = segmentsOf(work.text.body);
  const segments = fitted(segmentsFrom(form) ?? work.draft.segments, originals.length);
  const saved = await saveDraft(store, me.id, letterId, segments);
  if (!saved.ok) return isScript(c) ? c.json({ code: saved.reason }, statusOf(saved)) : refused(saved, segments);

  const go = (path: string, flash: string) => {
    leaveFlash(c, "success", `translation:flash.${flash}`);
    return c.redirect(localHref(c.var.facts.prefix, path), 303);
  };
  const here = workPath(letterId);
  const isAsked = isAskedLater(work.translation);

  if (form.forget !== undefined) {
    await forgetTerm(store, work.translation, textOf(form.forget));
    return go(`${here}#glossary`, "saved");
  }
  switch (form.action) {
    case "autosave":
      return c.json({ savedAt: store.now(), leaseUntil: saved.translation.leaseUntil });
    case "earlier": {
      const found = await earlierLetters(store, me.id, letterId);
      return found.ok ? { earlier: found.letters, segments } : refused(found, segments);
    }
    case "finish":
    case "finish_next": {
      const gaps = gapsIn(segments);
      if (gaps === segments.length) return { status: 422, problem: { key: "work.empty" } };
      if (gaps > 0 && form.gaps === undefined) return { status: 422, gaps, segments };
      const finished = await finishTranslation(store, me.id, letterId, segments);
      if (!finished.ok) return refused(finished, segments);
      const next = form.action === "finish_next" ? await takeNext(store, me) : null;
      return next ? go(next, "finishedNext") : go(queuePath, isAsked ? "finishedAsked" : "finished");
    }
    case "release": {
      const released = await releaseTranslation(store, me.id, letterId);
      return released.ok ? go(queuePath, "released") : refused(released, segments);
    }
    case "return": {
      const text = textOf(form.reason);
      const returned = await returnToAuthor(store, me.id, letterId, text);
      if (returned.ok) return go(queuePath, isAsked ? "declined" : "returned");
      const error = returned.fields?.reason === "too_long" ? "tooLong" as const : "required" as const;
      return returned.fields?.reason ? { status: 422, reason: { text, error }, segments } : refused(returned, segments);
    }
    case "machine":
      return await askMachine(c, work, originals, segments, () => go(here, "machine"));
    case "use_machine":
      if (work.machine) await saveDraft(store, me.id, letterId, fitted(work.machine, originals.length));
      return go(here, "saved");
    default:
      return await keepGlossary(c, work, form, segments, (flash) => go(here, flash));
  }
}

/** Keeps the words of a form whose letter is in other hands by now. */
export async function keepWords(c: MemberContext, letterId: number, form: Record<string, unknown>): Promise<void> {
  const segments = segmentsFrom(form);
  if (segments) await saveDraft(c.var.deps.store, c.var.signedIn.user.id, letterId, segments);
}

const statusOf = (refusal: Refusal) => refusal.reason === "conflict" ? 409 : 422;

function refused(refusal: Refusal, segments: string[]): Outcome {
  if (refusal.reason !== "invalid") return { isLost: true, status: 409, segments };
  return { status: 422, problem: { key: "work.tooLong" }, segments };
}

/** A machine's draft begins an empty sheet, and lies beside one that is not. */
async function askMachine(
  c: MemberContext,
  { translation, machine }: Work,
  originals: string[],
  segments: string[],
  done: () => Response,
): Promise<Response | Outcome> {
  const { store, machineTranslator } = c.var.deps;
  if (!machineTranslator || machine) return done();
  const { letterId, from, to } = translation;
  const drafted = await machineTranslator.translate(originals, from, to);
  if (!drafted.ok) return { status: 503, problem: { key: `machineFailure.${drafted.failure}` }, segments };
  const kept = await keepMachineDraft(store, c.var.signedIn.user.id, letterId, drafted.segments);
  if (!kept.ok && kept.reason === "conflict") return refused(kept, segments);
  if (!kept.ok) return { status: 503, problem: { key: "machineFailure.unavailable" }, segments };
  if (gapsIn(segments) === segments.length) {
    await saveDraft(store, c.var.signedIn.user.id, letterId, drafted.segments);
  }
  return done();
}

/** Save, and keep a pair of words where both are filled in. */
async function keepGlossary(
  c: MemberContext,
  { translation }: Work,
  form: Record<string, unknown>,
  segments: string[],
  done: (flash: string) => Response,
): Promise<Response | Outcome> {
  const pair = { term: textOf(form.term), translation: textOf(form.termTranslation) };
  if (!pair.term.trim() && !pair.translation.trim()) return done("saved");
  const kept = await keepTerm(c.var.deps.store, translation, { ...pair, by: c.var.signedIn.user.id });
  return kept.ok ? done("term") : { status: 422, term: pair, problem: { key: "work.glossary.refused" }, segments };
}
