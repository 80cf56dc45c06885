/** A letter in parts, each with its translation beside it: how an original is divided, and what a form sends back. */
import { canBeSeen, unifyLineEnds } from "../../../chat/shared/text.ts";

/** More would help nobody; if a letter has more paragraphs, the rest is one part. */
export const segmentsAtMost = 60;

/** The paragraphs of an original, in order; at least one. */
export function segmentsOf(body: string): string[] {
  const paragraphs = body.split(/\n[ \t]*\n/).map((each) => each.replace(/^\n+|\n+$/g, "")).filter(canBeSeen);
  if (paragraphs.length <= segmentsAtMost) return paragraphs.length > 0 ? paragraphs : [body];
  const kept = paragraphs.slice(0, segmentsAtMost - 1);
  return [...kept, paragraphs.slice(segmentsAtMost - 1).join("\n\n")];
}

/** Fits a draft to the number of its original's parts; further parts are added to the last, so that no word is lost. */
export function fitted(draft: string[], count: number): string[] {
  const parts = Array.from({ length: count }, (_, at) => draft[at] ?? "");
  const beyond = draft.slice(count).filter(canBeSeen);
  if (beyond.length > 0) parts[count - 1] = [parts[count - 1], ...beyond].filter(Boolean).join("\n\n");
  return parts;
}

/** The parts that a form sent, or null if it sent none. */
export function segmentsFrom(form: Record<string, unknown>): string[] | null {
  const { segment } = form;
  if (segment === undefined) return null;
  const all = Array.isArray(segment) ? segment : [segment];
  return all.slice(0, segmentsAtMost).map((each) => typeof each === "string" ? unifyLineEnds(each) : "");
}

export const gapsIn = (segments: string[]): number => segments.filter((each) => !canBeSeen(each)).length;
