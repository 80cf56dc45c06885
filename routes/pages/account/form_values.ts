/** What stands in the fields of an account's form: as it is kept, or as it was just written. */
import type { Seen } from "../../../kv/ladies/profile/seen_facts.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";

/** A list where several may be chosen, a switch as yes or no, a text for everything else. */
export type FormValues = Record<string, string | readonly string[] | boolean>;

/** What is kept, as a form shows it. */
export interface Shown {
  values: FormValues;
  /** What the form shows, which it sends back: others change the same, or its reader does in another window. */
  seen?: Seen;
}

export interface Written extends Shown {
  /** A sentence for each field at fault. */
  errors: Record<string, string>;
}

/** Longer than any field may be, so that nothing is lost to who wrote too much; not endless. */
const shownAtMost = 8000;

/** What was sent, to be shown again beside its errors. */
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

/** Marks as they stand in a form's hidden field; `readSeen` reads them back. */
export const seenText = (seen: Seen): string => new URLSearchParams(seen).toString();

export const readSeen = (sent: unknown): Seen =>
  Object.fromEntries(new URLSearchParams(typeof sent === "string" ? sent : ""));

/** The marks of a form that was refused: as it sent them, and of what changed in between, which it now tells, anew. */
export function seenAfter({ reason, fields }: Refusal, sent: unknown, present: Seen): Seen {
  const told = Object.entries(present).filter(([name]) =>
    reason === "conflict" && fields && Object.hasOwn(fields, name)
  );
  return { ...readSeen(sent), ...Object.fromEntries(told) };
}

/** What was typed into a field as its schema takes it: interests stand one a line, and each may have a comma. */
export const typedIn = (name: string, sent: unknown): unknown =>
  name === "interests" && typeof sent === "string" ? sent.split("\n").map((each) => each.trim()).filter(Boolean) : sent;

export const textOf = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === "string" ? value : "";
};

/** A number as its field has it; nothing where it is not known. */
export const numberText = (value: number | null): string => value === null ? "" : String(value);

export const isOn = (values: FormValues, name: string): boolean =>
  values[name] === true || (typeof values[name] === "string" && values[name] !== "" && values[name] !== "false");

export function listOf(values: FormValues, name: string): readonly string[] {
  const value = values[name];
  if (Array.isArray(value)) return value;
  return typeof value === "string" && value ? [value] : [];
}
