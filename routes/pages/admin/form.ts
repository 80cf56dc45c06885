/** Reads what a form of the admins' pages sent, as texts and as nothing else, and tells what was wrong with it. */
import { unifyLineEnds } from "../../../chat/shared/text.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import type { AppContext } from "../../http/env.ts";
import { idOf, textIn } from "../../http/read_input.ts";
import { fieldMessages, messageOf } from "../../http/refusal_answer.tsx";

export type Form = Record<string, unknown>;

export const textOf = (value: unknown): string => unifyLineEnds(textIn(value));

/** From 1. */
export const pageNumberOf = (text: string | undefined): number => idOf(text) ?? 1;

export const lastPageOf = (totalCount: number, perPage: number): number => Math.max(1, Math.ceil(totalCount / perPage));

export interface Told {
  errors: Record<string, string>;
  problem: string | null;
}

/** A refusal in words: a sentence at each field at fault, or one about the whole if no field is at fault. */
export function toldOf(c: AppContext, refusal: Refusal | null | undefined): Told {
  const errors = fieldMessages(c, refusal?.fields);
  return { errors, problem: refusal && Object.keys(errors).length === 0 ? messageOf(c, refusal) : null };
}
