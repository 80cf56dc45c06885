/** What the viewer knows without a browser: which picture comes next, and which clicks are the browser's own. */

export interface Shown {
  /** `lang` where the caption is not in the page's language. */
  pictures: { href: string; alt: string; caption: string; lang?: string }[];
  at: number;
}

/** Round and round: after the last comes the first. */
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

/** Whoever asks for a new tab or a download gets it. */
export const isPlainClick = (
  { button, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey }: Pick<
    MouseEvent,
    "button" | "defaultPrevented" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"
  >,
): boolean => button === 0 && !defaultPrevented && !ctrlKey && !metaKey && !shiftKey && !altKey;
