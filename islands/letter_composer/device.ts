/** A place for drafts on the device. */

/** Whether it could be kept: browsers may forbid it, or be full. */
export function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** What this device kept by a key; null for nothing, and where browsers forbid to look. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
