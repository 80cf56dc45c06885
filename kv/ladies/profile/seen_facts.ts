/**
 * What a form showed. Of a lady's profile she, her agency and who approves it change the same side by side; of an
 * account its owner does, in another window or by a link of a mail. A form sends all its fields: what it showed and did
 * not change undoes nothing that was changed since.
 */
import { hashOf } from "../../store/proof.ts";
import { refuse, type Result } from "../../store/refusals.ts";

/** A mark of each fact as it was shown, by the name of its field. */
export type Seen = Readonly<Record<string, string>>;

/** How an asking came about. */
export interface Asking {
  /** Who asks in her stead; absent where she does. */
  agencyId?: number;
  /** What the form showed; absent where nothing was shown, and all that is said is meant. */
  seen?: Seen;
}

/** The facts whose fields are called otherwise. */
const fields: Readonly<Record<string, string>> = { heightCm: "height", weightKg: "weight", countryId: "country" };

const fieldOf = (fact: string): string => fields[fact] ?? fact;

const markOf = (fact: unknown): string => hashOf(fact).slice(0, 12);

/** The marks of what a form is about to show: of all of it, or of some fields. */
export const seenOf = (facts: object, shown?: readonly string[]): Seen =>
  Object.fromEntries(
    Object.entries(facts).filter(([fact]) => shown?.includes(fieldOf(fact)) ?? true)
      .map(([fact, value]) => [fieldOf(fact), markOf(value)]),
  );

/**
 * What is meant of all that a form says: not what it only showed, which may wait, may have been refused, or have changed
 * since. Refuses `conflict`, with the fields, where both the form and somebody else changed the same into something else.
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
 * The same where nobody has to approve: what stands already may be said again, so that a default that somebody leaves as
 * the form showed it becomes their own word.
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
