/** What the viewer knows without a browser: which picture comes next, and which clicks are the browser's own. */

export interface Shown {
  pictures: { href: string; alt: string }[];
  at: number;
}

/** Round and round: after the last comes the first. */
export function moved({ pictures, at }: Shown, by: number): Shown {
  return { pictures, at: (at + by + pictures.length) % pictures.length };
}

/** Whoever asks for a new tab or a download gets it. */
export const isPlainClick = (
  { button, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey }: Pick<
    MouseEvent,
    "button" | "defaultPrevented" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"
  >,
): boolean => button === 0 && !defaultPrevented && !ctrlKey && !metaKey && !shiftKey && !altKey;
