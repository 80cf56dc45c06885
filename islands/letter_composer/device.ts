/** Storage for drafts on the device. */

/** Stores a value, or removes it with null. False if that failed: browsers may forbid it, or their storage be full. */
export function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** The value that this device stored by a key; null if there is none, or if the browser forbids access. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
