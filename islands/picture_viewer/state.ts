/** The viewer's logic, no browser needed: which picture comes next. */

export interface Shown {
  /** `lang` is the language of the caption, if it is not the page's. */
  pictures: { href: string; alt: string; caption: string; lang?: string }[];
  at: number;
}

/** Moves by so many pictures; after the last comes the first. */
export function moved({ pictures, at }: Shown, by: number): Shown {
  return { pictures, at: (at + by + pictures.length) % pictures.length };
}

interface Point {
  clientX: number;
  clientY: number;
}

const swipePx = 40;

/** What a finger meant: 1 for the next picture, -1 for the one before, 0 for neither. */
export function swiped(from: Point, to: Point): -1 | 0 | 1 {
  const [right, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
  if (Math.abs(right) < swipePx || Math.abs(right) < 2 * Math.abs(down)) return 0;
  return right < 0 ? 1 : -1;
}
