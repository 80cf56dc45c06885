/** How many characters were translated today, by whom: a bound on what talk may cost. In memory, for one process. */

export interface CharacterLimits {
  charactersPerPerson: number;
  charactersPerSite: number;
}

/** Whoever keeps count: a store shared by several processes may, and then answers later. */
export interface CharacterBook {
  /**
   * Counts characters for a person on the day of `at`; whose limit stands against it, where one does. What may wait for
   * another day leaves half of each to what may not.
   */
  take: (personId: number, characters: number, at: number, mayWait?: boolean) => Taken | Promise<Taken>;
  /** Takes back what was counted at that time and not used. */
  giveBack: (personId: number, characters: number, at: number) => void | Promise<void>;
}

export type Taken = "taken" | "person_limit" | "site_limit";

const dayMs = 86_400_000;
/** Of a day, for what may wait for another. */
const shareOfWaiting = 0.5;

/** The book in memory: it begins anew with every day (UTC), and with every start. */
export function characterBook({ charactersPerPerson, charactersPerSite }: CharacterLimits): CharacterBook {
  let day = -1;
  let ofSite = 0;
  const ofPeople = new Map<number, number>();

  function turnTo(at: number): void {
    const today = Math.floor(at / dayMs);
    // Not back by one: a clock that was put right about midnight would give the day a second time. One that ran days
    // ahead would leave nothing until it came to them.
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
