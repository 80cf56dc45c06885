/** Compares secrets and signatures in a time that tells nothing of how far a wrong one was right. */
import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";

/** Whether what somebody gave is the secret that is wanted; only a wrong length is answered sooner. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
