/**
 * Encryption: small secrets that must be read again lie in the store encrypted (AES-GCM) with a key made from the
 * site's secret. Whoever has the file alone reads nothing; what is encrypted opens for its own purpose and no other.
 */
import { createHash } from "node:crypto";
import type { BareStore } from "./open.ts";

/** The first bytes of what is encrypted; never used twice with a key. */
const nonceBytes = 12;

/** Encrypts; `purpose` names what it is and whose, and must be said again to open it. */
export async function encrypt(store: BareStore, purpose: string, secret: Uint8Array<ArrayBuffer>): Promise<string> {
  const nonce = randomBytes(store, nonceBytes);
  const algorithm = { name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(purpose) };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm, await keyOf(store), secret));
  return new Uint8Array([...nonce, ...encrypted]).toBase64({ alphabet: "base64url" });
}

/** The secret again; null where it was encrypted with another secret of the site, for another purpose, or changed. */
export async function decrypt(
  store: BareStore,
  purpose: string,
  text: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const whole = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    const additionalData = new TextEncoder().encode(purpose);
    const algorithm = { name: "AES-GCM", iv: whole.slice(0, nonceBytes), additionalData };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, await keyOf(store), whole.slice(nonceBytes)));
  } catch {
    return null;
  }
}

/** So many unguessable bytes, 32 at most. */
export const randomBytes = (store: BareStore, count: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(store.randomToken()).digest()).slice(0, count);

/** The label is part of the key: another one would open nothing that is stored. */
function keyOf(store: BareStore): Promise<CryptoKey> {
  const bytes = createHash("sha256").update(store.sign("sealing-key")).digest();
  return crypto.subtle.importKey("raw", new Uint8Array(bytes), "AES-GCM", false, ["encrypt", "decrypt"]);
}
