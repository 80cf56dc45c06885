/** How many characters were translated today, and for whom: a bound on what live translation may cost. */

export interface CharacterLimits {
  charactersPerPerson: number;
  charactersPerSite: number;
}

/** Keeps the count, which may be a store that several processes share, and answers later. */
export interface CharacterBook {
  /**
   * Counts characters for a person on the day of `at`, or returns whose limit forbids it. A text that `mayWait` for
   * another day leaves half of each limit to texts that may not. Throws, with nothing counted, if the count is away.
   */
  take: (personId: number, characters: number, at: number, mayWait?: boolean) => Promise<Taken>;
  /** Takes back what was counted at that time and not used. */
  giveBack: (personId: number, characters: number, at: number) => void;
}

export type Taken = "taken" | "person_limit" | "site_limit";

/** What all processes together may use in a day; each takes parts of it (kv/store/daily/daily_parts.ts). */
export interface DailyParts {
  /** Takes an amount on the day of `at`, or nothing if less is left of `most`; then false. */
  take: (subject: string, amount: number, at: number, bounds: { most: number; part: number }) => Promise<boolean>;
  giveBack: (subject: string, amount: number, at: number) => void;
}

/** The share of a day that is there for what may wait for another. */
const shareOfWaiting = 0.5;
/** In so many parts a process takes what a person, or all together, may use: a thousand characters are some ten messages. */
const partsOfPerson = 50;
const partsOfSite = 500;

const site = "site";

export function characterBook(
  { charactersPerPerson, charactersPerSite }: CharacterLimits,
  daily: DailyParts,
): CharacterBook {
  const [partOfPerson, partOfSite] = [charactersPerPerson / partsOfPerson, charactersPerSite / partsOfSite]
    .map(Math.ceil) as [number, number];
  return {
    async take(personId, characters, at, mayWait = false) {
      const share = mayWait ? shareOfWaiting : 1;
      const person = String(personId);
      const ofPerson = { most: share * charactersPerPerson, part: partOfPerson };
      if (!await daily.take(person, characters, at, ofPerson)) return "person_limit";
      const ofSite = { most: share * charactersPerSite, part: partOfSite };
      let isTaken = false;
      try {
        isTaken = await daily.take(site, characters, at, ofSite);
        return isTaken ? "taken" : "site_limit";
      } finally {
        if (!isTaken) daily.giveBack(person, characters, at);
      }
    },
    giveBack(personId, characters, at) {
      for (const subject of [String(personId), site]) daily.giveBack(subject, characters, at);
    },
  };
}
