/** How many characters were translated today, and for whom: a bound on what live translation may cost. */

export interface CharacterLimits {
  charactersPerPerson: number;
  charactersPerSite: number;
}

/** Keeps the count: in memory, or in a store that several processes share, which answers later. */
export interface CharacterBook {
  /**
   * Counts characters for a person on the day of `at`, or returns whose limit forbids it. A text that `mayWait` for
   * another day leaves half of each limit to texts that may not.
   */
  take: (personId: number, characters: number, at: number, mayWait?: boolean) => Taken | Promise<Taken>;
  /** Takes back what was counted at that time and not used. */
  giveBack: (personId: number, characters: number, at: number) => void | Promise<void>;
}

export type Taken = "taken" | "person_limit" | "site_limit";

const dayMs = 86_400_000;
/** The share of a day that is there for what may wait for another. */
const shareOfWaiting = 0.5;

/** The book in memory: it begins anew with every day (UTC), and with every start. */
export function characterBook({ charactersPerPerson, charactersPerSite }: CharacterLimits): CharacterBook {
  let day = -1;
  let ofSite = 0;
  const ofPeople = new Map<number, number>();

  function turnTo(at: number): void {
    const today = Math.floor(at / dayMs);
    // Not back by one day: a clock that is put right around midnight would give the day a second time. But back by
    // more: a clock that ran days ahead would otherwise leave nothing until those days come.
    if (today === day || today === day - 1) return;
    day = today;
    ofSite = 0;
    ofPeople.clear();
  }

  return {
    take(personId, characters, at, mayWait = false) {
      turnTo(at);
      const share = mayWait ? shareOfWaiting : 1;
      const before = ofPeople.get(personId) ?? 0;
      if (before + characters > share * charactersPerPerson) return "person_limit";
      if (ofSite + characters > share * charactersPerSite) return "site_limit";
      ofPeople.set(personId, before + characters);
      ofSite += characters;
      return "taken";
    },
    giveBack(personId, characters, at) {
      if (Math.floor(at / dayMs) !== day) return;
      ofPeople.set(personId, Math.max(0, (ofPeople.get(personId) ?? 0) - characters));
      ofSite = Math.max(0, ofSite - characters);
    },
  };
}
