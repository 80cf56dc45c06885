/** One of several, as the seed will have it; undefined of none. */
export const pick = <T>(random: () => number, of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];

/** Something between two bounds. */
export const between = (random: () => number, least: number, most: number): number => least + random() * (most - least);
