/** What the browser keeps for the site, in this tab or on this device. It may forbid that or be full, and nothing stops. */

/** The tab's storage, or the device's. */
type Where = "sessionStorage" | "localStorage";

/** Stores a value, or removes it with null. False if that failed. */
export function store(where: Where, key: string, value: string | null): boolean {
  try {
    if (value === null) globalThis[where].removeItem(key);
    else globalThis[where].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** The value that was stored by a key; null if there is none, or if the browser forbids access. */
export function readKept(where: Where, key: string): string | null {
  try {
    return globalThis[where].getItem(key);
  } catch {
    return null;
  }
}
