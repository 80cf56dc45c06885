/** What can be done at the work page: every act keeps the words first, so that none is ever lost to another. */
import { type EarlierLetter, earlierLetters } from "../../../kv/letters/earlier_letters.ts";
import { forgetTerm, keepTerm } from "../../../kv/letters/translating/glossary.ts";
import { type MadeOf, marksOf } from "../../../kv/letters/translating/merged_parts.ts";
import { keepMachineDraft, saveDraft, type Work } from "../../../kv/letters/translating/translation_drafts.ts";
import { finishTranslation, returnToAuthor } from "../../../kv/letters/translating/translation_ends.ts";
import { releaseTranslation } from "../../../kv/letters/translating/translations.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { fitted, gapsIn, segmentsAtMost, segmentsFrom, segmentsOf } from "./segments.ts";
import { isAskedLater, queuePath, workPath } from "./descriptions.ts";
import { takeNext } from "./next.ts";

/** Why the page is shown again instead of going on. */
export interface Outcome {
  status?: number;
  /** A key of the namespace "translation", with its values. */
  problem?: { key: string; values?: Record<string, unknown> };
  /** So many paragraphs have no translation, and nobody said that this is meant. */
  gaps?: number;
  reason?: { text: string; error: "required" | "tooLong" };
  term?: { term: string; translation: string };
  /** What the two wrote before, for who asked to see it. */
  earlier?: EarlierLetter[];
  /** What was written and could not be kept, and what its page had shown. */
  unsaved?: { segments: string[]; base?: string[] };
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
  const sent = fitted(segmentsFrom(form) ?? work.draft.segments, originals.length);
  const saved = await saveDraft(store, me.id, letterId, sent, madeOf(form));
  if (!saved.ok) {
    if (isScript(c)) return c.json({ code: saved.reason }, statusOf(saved));
    return { ...refused(saved), unsaved: { segments: sent, base: madeOf(form).base } };
  }
  const { segments } = saved.draft;
  const base = marksOf(segments);

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
      return c.json({
        savedAt: store.now(),
        leaseUntil: saved.translation.leaseUntil,
        segments,
        base,
        hasSetAside: saved.hasSetAside,
      });
    case "earlier": {
      const found = await earlierLetters(store, me.id, letterId);
      return found.ok ? { earlier: found.letters } : refused(found);
    }
    case "finish":
    case "finish_next": {
      if (saved.isMixed) return mixed;
      const gaps = gapsIn(segments);
      if (gaps === segments.length) return { status: 422, problem: { key: "work.empty" } };
      if (gaps > 0 && form.gaps === undefined) return { status: 422, gaps };
      const finished = await finishTranslation(store, me.id, letterId, segments, { base });
      if (!finished.ok) return finished.reason === "expired" ? mixed : refused(finished);
      const next = form.action === "finish_next" ? await takeNext(store, me) : null;
      return next ? go(next, "finishedNext") : go(queuePath, isAsked ? "finishedAsked" : "finished");
    }
    case "release": {
      const released = await releaseTranslation(store, me.id, letterId);
      return released.ok ? go(queuePath, "released") : refused(released);
    }
    case "return": {
      const text = textOf(form.reason);
      const returned = await returnToAuthor(store, me.id, letterId, text);
      if (returned.ok) return go(queuePath, isAsked ? "declined" : "returned");
      const error = returned.fields?.reason === "too_long" ? "tooLong" as const : "required" as const;
      return returned.fields?.reason ? { status: 422, reason: { text, error } } : refused(returned);
    }
    case "machine":
      return await askMachine(c, work, originals, segments, () => go(here, "machine"));
    case "use_machine":
      return await useMachine(c, work, originals, () => go(here, "saved"));
    default:
      return await keepGlossary(c, work, form, (flash) => go(here, flash));
  }
}

/** Keeps the words of a form whose letter is in other hands by now; false where they are too long for that. */
export async function keepWords(c: MemberContext, letterId: number, form: Record<string, unknown>): Promise<boolean> {
  const segments = segmentsFrom(form);
  if (!segments) return true;
  const saved = await saveDraft(c.var.deps.store, c.var.signedIn.user.id, letterId, segments, madeOf(form));
  return saved.ok || saved.reason !== "invalid";
}

/** What the page of a form had shown; one that an earlier build made does not say it. */
export function madeOf({ base, page }: Record<string, unknown>): MadeOf {
  return {
    ...(typeof base === "string" && base !== "" && { base: base.split(".").slice(0, segmentsAtMost) }),
    ...(typeof page === "string" && /^[\w-]{1,60}$/.test(page) && { page }),
  };
}

/** What two pages wrote stands on one now: who finishes reads it first. */
const mixed: Outcome = { status: 409, problem: { key: "work.mixed" } };

const statusOf = (refusal: Refusal) => refusal.reason === "conflict" ? 409 : 422;

const refused = (refusal: Refusal): Outcome =>
  refusal.reason === "invalid" ? { status: 422, problem: { key: "work.tooLong" } } : { status: 409 };

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
  if (!drafted.ok) return { status: 503, problem: { key: `machineFailure.${drafted.failure}` } };
  const kept = await keepMachineDraft(store, c.var.signedIn.user.id, letterId, drafted.segments);
  if (!kept.ok && kept.reason === "conflict") return refused(kept);
  if (!kept.ok) return { status: 503, problem: { key: "machineFailure.unavailable" } };
  if (gapsIn(segments) === segments.length) {
    const base = marksOf(segments);
    await saveDraft(store, c.var.signedIn.user.id, letterId, drafted.segments, { base });
  }
  return done();
}

/** Begins with the machine's draft; what was written gives way to it, and lies beside. */
async function useMachine(
  c: MemberContext,
  { translation: { letterId }, machine }: Work,
  originals: string[],
  done: () => Response,
): Promise<Response | Outcome> {
  if (!machine) return done();
  const { deps: { store }, signedIn } = c.var;
  const base = marksOf(originals.map(() => ""));
  const used = await saveDraft(store, signedIn.user.id, letterId, fitted(machine, originals.length), { base });
  return used.ok ? done() : refused(used);
}

/** Save, and keep a pair of words where both are filled in. */
async function keepGlossary(
  c: MemberContext,
  { translation }: Work,
  form: Record<string, unknown>,
  done: (flash: string) => Response,
): Promise<Response | Outcome> {
  const pair = { term: textOf(form.term), translation: textOf(form.termTranslation) };
  if (!pair.term.trim() && !pair.translation.trim()) return done("saved");
  const kept = await keepTerm(c.var.deps.store, translation, { ...pair, by: c.var.signedIn.user.id });
  return kept.ok ? done("term") : { status: 422, term: pair, problem: { key: "work.glossary.refused" } };
}
