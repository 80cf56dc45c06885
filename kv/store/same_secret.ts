/** Compares secrets and signatures in constant time, which does not tell how much of a wrong one was right. */
import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";

/** Whether `given` is the secret that is wanted; only a wrong length is answered sooner. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
