/** One of several, by the seed; undefined of none. */
export const pick = <T>(random: () => number, of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];

/** A number between two bounds. */
export const between = (random: () => number, least: number, most: number): number => least + random() * (most - least);
