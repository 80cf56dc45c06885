/** Sends the form of a letter, and reads what the server answers. */
import type { ComposerFailure } from "./state.ts";

/**
 * Sends by script, so that the page and its words stay when the connection is lost. Returns "no_network" if no answer came:
 * the letter may have arrived all the same.
 */
export async function post(action: string, fields: FormData) {
  try {
    const response = await fetch(action, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields as never),
      redirect: "manual",
    });
    // A script is redirected only to the sign-in page.
    if (response.type === "opaqueredirect") return "signed_out";
    return readAnswer(response.status, await response.json().catch(() => null));
  } catch {
    return "no_network";
  }
}

export type Answer =
  | { kind: "sent"; to: string }
  /** The server said no, and nothing was sent; `sendKey` is a fresh one if the old one is used up. */
  | { kind: "refused"; failure: ComposerFailure; sendKey?: string }
  /** Nobody knows whether it was sent: the same key must be used again. */
  | { kind: "unknown" };

/** Reads the server's answer to a sending. */
export function readAnswer(status: number, body: unknown): Answer {
  const { to, failure, sendKey } = (body ?? {}) as Record<string, unknown>;
  if (status === 200 && typeof to === "string") return { kind: "sent", to };
  const refused = failure as ComposerFailure | undefined;
  if (status < 400 || status >= 500 || typeof refused?.message !== "string") return { kind: "unknown" };
  return { kind: "refused", failure: refused, ...(typeof sendKey === "string" && { sendKey }) };
}
