/** What a key means in a queue; pure. */

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/**
 * Returns a small letter, for the element that carries it; in a field only "send" (Ctrl or Command with Enter) and "leave"
 * (Escape). Null for all other keys, and for a key that is held down.
 */
export function keyOf({ key, ctrlKey, metaKey, altKey, repeat }: Pressed, isInField: boolean): string | null {
  if (altKey || repeat) return null;
  if (isInField) {
    if (key === "Enter" && (ctrlKey || metaKey)) return "send";
    return key === "Escape" ? "leave" : null;
  }
  if (ctrlKey || metaKey) return null;
  const letter = key.toLowerCase();
  return /^[a-z]$/.test(letter) ? letter : null;
}
