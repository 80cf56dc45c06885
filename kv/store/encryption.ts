/**
 * Encryption: small secrets that must be read again are stored encrypted (AES-GCM), with a key made from the site's
 * secret. The file alone reveals nothing. What is encrypted for one purpose can be decrypted for no other.
 */
import { createHash } from "node:crypto";
import type { BareStore } from "./open.ts";

/** The length of the nonce, which stands before the encrypted bytes. No nonce is used twice with a key. */
const nonceBytes = 12;

/** Encrypts a secret. `purpose` names what it is and whose; `decrypt` needs the same. */
export async function encrypt(store: BareStore, purpose: string, secret: Uint8Array<ArrayBuffer>): Promise<string> {
  const nonce = randomBytes(store, nonceBytes);
  const algorithm = { name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(purpose) };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(algorithm, await keyOf(store), secret));
  return new Uint8Array([...nonce, ...encrypted]).toBase64({ alphabet: "base64url" });
}

/** Decrypts a secret; null if it was encrypted with another secret of the site or for another purpose, or was altered. */
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

/** `count` unguessable bytes, 32 at most. */
export const randomBytes = (store: BareStore, count: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(store.randomToken()).digest()).slice(0, count);

/** The encryption key. Its label must stay: with another one, nothing that is stored could be decrypted. */
function keyOf(store: BareStore): Promise<CryptoKey> {
  const bytes = createHash("sha256").update(store.sign("sealing-key")).digest();
  return crypto.subtle.importKey("raw", new Uint8Array(bytes), "AES-GCM", false, ["encrypt", "decrypt"]);
}
