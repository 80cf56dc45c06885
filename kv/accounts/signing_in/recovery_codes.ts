/** Recovery codes: ten words for the day on which the phone is lost, each good once. The store keeps hashes only. */
import type { Store } from "../../open.ts";
import { randomBytes } from "../../store/encryption.ts";

export const recoveryCodesCount = 10;
/** 32 characters, so that a random byte gives each of them equally often; without l, o, 0 and 1. */
const signs = "abcdefghijkmnpqrstuvwxyz23456789";
const groups = 3;
const groupLength = 4;

/** Fresh codes ("abcd-efgh-jkmn", 60 bits each) with the hashes to keep. */
export function makeRecoveryCodes(store: Store, userId: number): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodesCount }, () => makeCode(store));
  return { codes, hashes: codes.map((code) => hashOf(store, userId, code)) };
}

function makeCode(store: Store): string {
  const text = [...randomBytes(store, groups * groupLength)].map((byte) => signs[byte % signs.length]).join("");
  return Array.from({ length: groups }, (_, at) => text.slice(at * groupLength, (at + 1) * groupLength)).join("-");
}

/** The hash of a code, however it was typed. It is keyed, so that nobody who has only the file can try codes. */
export const hashOf = (store: Store, userId: number, code: string): string =>
  store.sign(`recovery-code:${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, "")}`);
