/** For tests without a store: what is used in a day, counted exactly. */
import type { DailyParts } from "../translation/character_book.ts";

const dayMs = 86_400_000;

export function dailyPartsInMemory(): DailyParts {
  const used = new Map<string, number>();
  const nameOf = (subject: string, at: number) => `${subject} ${Math.floor(at / dayMs)}`;
  const usedOf = (subject: string, at: number) => used.get(nameOf(subject, at)) ?? 0;
  return {
    take(subject, amount, at, { most }) {
      const isLeft = usedOf(subject, at) + amount <= most;
      if (isLeft) used.set(nameOf(subject, at), usedOf(subject, at) + amount);
      return Promise.resolve(isLeft);
    },
    giveBack: (subject, amount, at) => void used.set(nameOf(subject, at), usedOf(subject, at) - amount),
  };
}
