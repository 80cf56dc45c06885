/** The values in the fields of an account's form: as they are stored, or as they were just sent. */
import type { Seen } from "../../../kv/ladies/profile/seen_facts.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";

/** A list where several may be chosen, a switch as yes or no, a text for everything else. */
export type FormValues = Record<string, string | readonly string[] | boolean>;

/** What is stored, as a form shows it. */
export interface Shown {
  values: FormValues;
  /**
   * The marks of what the form shows, sent back with it: others, or its reader in another window, may change the same
   * data meanwhile.
   */
  seen?: Seen;
}

export interface Written extends Shown {
  /** A sentence for each field at fault. */
  errors: Record<string, string>;
}

/** In characters, for each field: above every field's limit, so that somebody who wrote too much finds the text again. */
const shownAtMost = 8000;

/** What was sent in `fields`, to be shown again beside the errors. */
export function writtenIn(body: Record<string, unknown>, fields: readonly string[]): FormValues {
  const values: FormValues = {};
  for (const name of fields) {
    const sent = Object.hasOwn(body, name) ? body[name] : undefined;
    if (Array.isArray(sent)) values[name] = sent.filter((each) => typeof each === "string").slice(0, 100);
    else if (typeof sent === "string") values[name] = sent.slice(0, shownAtMost);
    // An unticked box sends nothing.
    else values[name] = "";
  }
  return values;
}

/** The marks as text for a form's hidden field; `readSeen` reads them back. */
export const seenText = (seen: Seen): string => new URLSearchParams(seen).toString();

export const readSeen = (sent: unknown): Seen =>
  Object.fromEntries(new URLSearchParams(typeof sent === "string" ? sent : ""));

/** The marks for a refused form: those that it sent, but fresh ones for the fields that a `conflict` names as changed. */
export function seenAfter({ reason, fields }: Refusal, sent: unknown, present: Seen): Seen {
  const told = Object.entries(present).filter(([name]) =>
    reason === "conflict" && fields && Object.hasOwn(fields, name)
  );
  return { ...readSeen(sent), ...Object.fromEntries(told) };
}

/** What was typed into a field, as its schema takes it: interests become a list, one per line, as each may have a comma. */
export const typedIn = (name: string, sent: unknown): unknown =>
  name === "interests" && typeof sent === "string" ? sent.split("\n").map((each) => each.trim()).filter(Boolean) : sent;

export const textOf = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === "string" ? value : "";
};

/** A number as text for its field; empty if it is not known. */
export const numberText = (value: number | null): string => value === null ? "" : String(value);

export const isOn = (values: FormValues, name: string): boolean =>
  values[name] === true || (typeof values[name] === "string" && values[name] !== "" && values[name] !== "false");

export function listOf(values: FormValues, name: string): readonly string[] {
  const value = values[name];
  if (Array.isArray(value)) return value;
  return typeof value === "string" && value ? [value] : [];
}
