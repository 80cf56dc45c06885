/**
 * Cursors: how far somebody has read in a list that is ordered newest first. A cursor names a place, not a number, so
 * that what comes or goes between two pages moves nothing.
 */

/** A place in such a list: a time, and an id that tells entries of the same time apart. */
export interface Place {
  /** Ms since the epoch. */
  at: number;
  id: number;
}

/** Whether a place lies further down, which is longer ago. */
export const isBelow = (place: Place, other: Place): boolean =>
  place.at < other.at || (place.at === other.at && place.id < other.id);

/** For sorting by place, newest first. */
export const newestFirst = (one: Place, other: Place): number => other.at - one.at || other.id - one.id;

export const placeText = ({ at, id }: Place): string => cursorText([at, id]);

/** The place that a text names; null for whatever names none. */
export function placeOfText(text: string): Place | null {
  const numbers = numbersOf(text, 2);
  return numbers && { at: numbers[0]!, id: numbers[1]! };
}

export const cursorText = (numbers: readonly number[]): string => numbers.join("-");

/** The numbers of a cursor's text; null if the text is not a cursor of `count` numbers. */
export function numbersOf(text: string, count: number): number[] | null {
  const parts = text.split("-");
  const isOne = parts.length === count && parts.every((part) => /^\d{1,15}$/.test(part));
  return isOne ? parts.map(Number) : null;
}
