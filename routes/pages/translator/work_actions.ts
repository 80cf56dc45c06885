/** The actions of the work page. Each saves the words first, so that no action loses any. */
import { type EarlierLetter, earlierLetters } from "../../../kv/letters/earlier_letters.ts";
import { forgetTerm, keepTerm } from "../../../kv/letters/translating/glossary.ts";
import { type MadeOf, marksOf } from "../../../kv/letters/translating/merged_parts.ts";
import {
  beginMachineDraft,
  draftOf,
  giveUpMachineDraft,
  keepMachineDraft,
  saveDraft,
  type Work,
} from "../../../kv/letters/translating/translation_drafts.ts";
import { finishTranslation, returnToAuthor } from "../../../kv/letters/translating/translation_ends.ts";
import { releaseTranslation } from "../../../kv/letters/translating/translations.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { TranslationFailure } from "../../../services/translation/translator.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { localHref } from "../../http/page.tsx";
import { textIn } from "../../http/read_input.ts";
import { fitted, gapsIn, segmentsAtMost, segmentsFrom, segmentsOf } from "./segments.ts";
import { isAskedLater, queuePath, workPath } from "./descriptions.ts";
import { takeNext } from "./next.ts";

/** Why the page is shown again instead of going on. */
export interface Outcome {
  status?: number;
  /** A key of the namespace "translation", with its values. */
  problem?: { key: string; values?: Record<string, unknown> };
  /** How many paragraphs have no translation, if the translator has not confirmed that this is meant. */
  gaps?: number;
  reason?: { text: string; error: "required" | "tooLong" };
  term?: { term: string; translation: string };
  /** The two people's earlier letters, if the translator asked to see them. */
  earlier?: EarlierLetter[];
  /** Words that could not be saved, and the marks of what their page had shown. */
  unsaved?: { segments: string[]; base?: string[] };
}

/** Whether the request comes from the island, which wants data and stays on its page. */
export const isScript = (c: AppContext): boolean => (c.req.header("accept") ?? "").includes("application/json");

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
    await forgetTerm(store, work.translation, textIn(form.forget));
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
      const text = textIn(form.reason);
      const returned = await returnToAuthor(store, me.id, letterId, text);
      if (returned.ok) return go(queuePath, isAsked ? "declined" : "returned");
      const error = returned.fields?.reason === "too_long" ? "tooLong" as const : "required" as const;
      return returned.fields?.reason ? { status: 422, reason: { text, error } } : refused(returned);
    }
    case "machine":
      return await askMachine(c, work, originals, () => go(here, "machine"));
    case "use_machine":
      return await useMachine(c, work, originals, () => go(here, "saved"));
    default:
      return await keepGlossary(c, work, form, (flash) => go(here, flash));
  }
}

/** Saves the words of a form whose letter the translator no longer holds. Returns false if they are too long. */
export async function keepWords(c: MemberContext, letterId: number, form: Record<string, unknown>): Promise<boolean> {
  const segments = segmentsFrom(form);
  if (!segments) return true;
  const saved = await saveDraft(c.var.deps.store, c.var.signedIn.user.id, letterId, segments, madeOf(form));
  return saved.ok || saved.reason !== "invalid";
}

/** Reads what the page of a form had shown; a page of an earlier build does not say it. */
export function madeOf({ base, page }: Record<string, unknown>): MadeOf {
  return {
    ...(typeof base === "string" && base !== "" && { base: base.split(".").slice(0, segmentsAtMost) }),
    ...(typeof page === "string" && /^[\w-]{1,60}$/.test(page) && { page }),
  };
}

/** The page now shows what two pages wrote: the translator has to read it before finishing. */
const mixed: Outcome = { status: 409, problem: { key: "work.mixed" } };

const statusOf = (refusal: Refusal) => refusal.reason === "conflict" ? 409 : 422;

const refused = (refusal: Refusal): Outcome =>
  refusal.reason === "invalid" ? { status: 422, problem: { key: "work.tooLong" } } : { status: 409 };

/**
 * Asks for a machine's draft, once, however often it is pressed: every answer is paid. It becomes the translation if that
 * is still empty when it comes; else it only stands beside it.
 */
async function askMachine(
  c: MemberContext,
  { translation, machine }: Work,
  originals: string[],
  done: () => Response,
): Promise<Response | Outcome> {
  const { store, machineTranslator } = c.var.deps;
  if (!machineTranslator || machine) return done();
  const me = c.var.signedIn.user.id;
  const { letterId, from, to } = translation;
  return await store.mutexes.run(`machine-draft:${letterId}`, async () => {
    const begun = await beginMachineDraft(store, me, letterId);
    if (!begun.ok) return refused(begun);
    if (begun.state === "there") return done();
    if (begun.state === "asked") return machineFailed("too_busy");
    const drafted = await machineTranslator.translate(originals, from, to);
    const kept = drafted.ok && await keepMachineDraft(store, me, letterId, drafted.segments);
    if (!drafted.ok || !kept || !kept.ok) {
      await giveUpMachineDraft(store, me, letterId);
      if (kept && !kept.ok && kept.reason === "conflict") return refused(kept);
      return machineFailed(drafted.ok ? "unavailable" : drafted.failure);
    }
    const segments = fitted((await draftOf(store, me, letterId))?.segments ?? [], originals.length);
    if (gapsIn(segments) === segments.length) {
      await saveDraft(store, me, letterId, drafted.segments, { base: marksOf(segments) });
    }
    return done();
  });
}

const machineFailed = (failure: TranslationFailure): Outcome => ({
  status: 503,
  problem: { key: `machineFailure.${failure}` },
});

/** Puts the machine's draft in the place of what was written, which is set aside and shown beside it. */
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

/** Ends the action "save", and keeps a pair of words for the glossary if one was typed. */
async function keepGlossary(
  c: MemberContext,
  { translation }: Work,
  form: Record<string, unknown>,
  done: (flash: string) => Response,
): Promise<Response | Outcome> {
  const pair = { term: textIn(form.term), translation: textIn(form.termTranslation) };
  if (!pair.term.trim() && !pair.translation.trim()) return done("saved");
  const kept = await keepTerm(c.var.deps.store, translation, { ...pair, by: c.var.signedIn.user.id });
  return kept.ok ? done("term") : { status: 422, term: pair, problem: { key: "work.glossary.refused" } };
}
