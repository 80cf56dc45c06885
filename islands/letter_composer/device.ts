/** What the composer asks of the device: sending, and a place for drafts. */
import { readAnswer } from "./state.ts";

/**
 * Sends by script, so that a lost connection leaves the page and its words where they are: "no_network" where no answer came,
 * and nobody knows whether the letter did.
 */
export async function post(action: string, fields: FormData) {
  try {
    const response = await fetch(action, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields as never),
      redirect: "manual",
    });
    // Only the way to the sign-in page redirects a script.
    if (response.type === "opaqueredirect") return "signed_out";
    return readAnswer(response.status, await response.json().catch(() => null));
  } catch {
    return "no_network";
  }
}

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
