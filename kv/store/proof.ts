/**
 * Hashes of records, and what vouches for them: a keyed hash that somebody with the file alone cannot make. Nothing here
 * reads or writes the store.
 */
import { createHash, createHmac } from "node:crypto";

export type Sign = (text: string) => string;

/** A keyed hash of texts, base64url. */
export const signWith = (secret: string): Sign => (text) =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** A record as a text that is the same whatever the order of its fields; undefined fields are left out. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const record = value as Record<string, unknown>;
  const fields = Object.keys(record).sort().filter((name) => record[name] !== undefined);
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(record[name])}`).join(",")}}`;
}

/** SHA-256 of a record, base64url. */
export const hashOf = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("base64url");

/**
 * The ids of secrets, which otherwise every entry of the ledger would hash anew. Kept by the secret's function, which
 * lives as long as its store; no store is at hand here.
 */
const keyIds = new WeakMap<Sign, string>();

/** The id of a secret, which does not reveal it. */
export function keyIdOf(sign: Sign): string {
  const known = keyIds.get(sign) ?? sign("proof:key").slice(0, 8);
  keyIds.set(sign, known);
  return known;
}

/** Vouches for a hash: the name of the secret and 128 bits of its keyed hash. */
export const vouchFor = (sign: Sign, hash: string): string => `${keyIdOf(sign)}.${sign(`proof:${hash}`).slice(0, 22)}`;

/** What a vouch is worth. "foreign": made with a secret that is not known here, so it cannot be judged. */
export type Worth = "good" | "forged" | "foreign";

export function worthOf(vouch: string, hash: string, signs: readonly Sign[]): Worth {
  const sign = signs.find((each) => vouch.startsWith(`${keyIdOf(each)}.`));
  if (!sign) return "foreign";
  return vouch === vouchFor(sign, hash) ? "good" : "forged";
}
