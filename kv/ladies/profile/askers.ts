/** Who asked for a change of a lady's profile, fact by fact: what is not noted here, she asked for herself. Pure. */

export interface Asker {
  /** The agency that asked in her stead. */
  agencyId: number;
  /** She has read it in the agency's draft and agreed to it. */
  isAgreed?: true;
}

export type Askers<Facts> = Partial<Record<keyof Facts, Asker>>;

/** Wanted facts with their askers, as a change of a profile holds them. */
export interface AskedFacts<Facts> {
  wanted: Partial<Facts>;
  /** Absent where she asked for everything herself. */
  askers?: Askers<Facts>;
}

/** The facts as one agency asks for them, or, without an agency, she herself. */
export const askedBy = <Facts extends object>(asker: Asker | undefined, wanted: Partial<Facts>): AskedFacts<Facts> =>
  asker
    ? { wanted, askers: Object.fromEntries(Object.keys(wanted).map((name) => [name, asker])) as Askers<Facts> }
    : { wanted };

/** The wanted facts, each with the asker of the first of the wishes that asks for it. */
export function withAskers<Facts extends object>(
  wanted: Partial<Facts>,
  wishes: readonly (AskedFacts<Facts> | null | undefined)[],
): AskedFacts<Facts> {
  const askers: Askers<Facts> = {};
  for (const name of Object.keys(wanted) as (keyof Facts)[]) {
    const asker = wishes.find((wish) => wish && Object.hasOwn(wish.wanted, name))?.askers?.[name];
    if (asker) askers[name] = asker;
  }
  return Object.keys(askers).length > 0 ? { wanted, askers } : { wanted };
}

/** The facts that stay when an agency takes back what it asked for: hers, and what she agreed to. */
export function withoutAsker<Facts extends object>(
  { wanted, askers }: AskedFacts<Facts>,
  agencyId: number,
): AskedFacts<Facts> {
  const stays = (name: string) => {
    const asker = askers?.[name as keyof Facts];
    return asker?.agencyId !== agencyId || asker.isAgreed === true;
  };
  const staying = Object.entries(wanted).filter(([name]) => stays(name));
  return withAskers(Object.fromEntries(staying) as Partial<Facts>, [{ wanted, askers }]);
}
