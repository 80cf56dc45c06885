/**
 * What a form showed. The same facts may be changed while it is open: a lady's profile by herself, her agency and whoever
 * approves it, an account by its owner in another window or by a link in a mail. A form sends all its fields; one that it
 * only showed, and that its user did not change, must not undo what was changed since.
 */
import { hashOf } from "../../store/proof.ts";
import { refuse, type Result } from "../../store/refusals.ts";

/** A mark of each fact as it was shown, by the name of its field. */
export type Seen = Readonly<Record<string, string>>;

/** Who asks, and what the form showed. */
export interface Asking {
  /** The agency that asks in her stead; absent if she asks herself. */
  agencyId?: number;
  /** What the form showed; absent if nothing was shown: then all that is said is meant. */
  seen?: Seen;
}

/** The facts whose form fields have other names. */
const fields: Readonly<Record<string, string>> = { heightCm: "height", weightKg: "weight", countryId: "country" };

const fieldOf = (fact: string): string => fields[fact] ?? fact;

const markOf = (fact: unknown): string => hashOf(fact).slice(0, 12);

/** The marks of what a form is about to show: of all facts, or of the fields in `shown`. */
export const seenOf = (facts: object, shown?: readonly string[]): Seen =>
  Object.fromEntries(
    Object.entries(facts).filter(([fact]) => shown?.includes(fieldOf(fact)) ?? true)
      .map(([fact, value]) => [fieldOf(fact), markOf(value)]),
  );

/**
 * The facts that a form means to change, without those that it only showed: these may wait, may have been refused, or have
 * changed since. Refuses `conflict`, with the fields, if somebody else has changed the same fact to another value since.
 */
export function meantIn<Facts extends object>(
  said: Partial<Facts>,
  present: Facts,
  seen: Seen = {},
): Result<{ meant: Partial<Facts> }> {
  const changed: Record<string, string> = {};
  const meant = Object.entries(said).filter(([fact, value]) => {
    const [shown, now, typed] = [seen[fieldOf(fact)], markOf(present[fact as keyof Facts]), markOf(value)];
    if (shown === typed) return false;
    const isFree = shown === undefined || shown === now || typed === now;
    if (!isFree) changed[fieldOf(fact)] = "changed";
    return isFree;
  });
  if (Object.keys(changed).length > 0) return refuse("conflict", { fields: changed });
  return { ok: true, meant: Object.fromEntries(meant) as Partial<Facts> };
}

/**
 * The same for facts that need no approval. What the form says as it stands is meant too, so that a default that somebody
 * leaves as the form showed it becomes their own choice.
 */
export function saidIn<Facts extends object>(
  said: Partial<Facts>,
  present: Facts,
  seen?: Seen,
): Result<{ meant: Partial<Facts> }> {
  const read = meantIn(said, present, seen);
  if (!read.ok) return read;
  const standing = Object.entries(said).filter(([fact, value]) =>
    markOf(value) === markOf(present[fact as keyof Facts])
  );
  return { ok: true, meant: { ...Object.fromEntries(standing) as Partial<Facts>, ...read.meant } };
}
