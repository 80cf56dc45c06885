/** What a browser can do about notes, and how the server knows a device; no page needed. */

/** "unable": this browser has no notes; "denied": its person forbade them for this site. */
export type PushState = "unknown" | "unable" | "denied" | "off" | "on" | "busy";

/** Whether the browser has all three interfaces that notes need. */
export const canPush = (scope: object): boolean =>
  [
    "serviceWorker" in ((scope as { navigator?: object }).navigator ?? {}),
    "PushManager" in scope,
    "Notification" in scope,
  ]
    .every(Boolean);

/** Whether a device was subscribed with this key of the site; with another one it hears nothing. */
export function hears(publicKey: string, { options }: Pick<PushSubscription, "options">): boolean {
  // Some browsers do not tell.
  if (!options?.applicationServerKey) return true;
  return String(new Uint8Array(options.applicationServerKey)) === String(bytesOf(publicKey));
}

/** Bytes of base64url without padding. */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The server's id of a device: the hash of its address (kv/accounts/push_subscriptions.ts). */
export async function deviceIdOf(endpoint: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...hash)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
