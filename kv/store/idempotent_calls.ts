/** Calls that carry an Idempotency-Key: a repeat within a day gets the answer of the first success. */
import { createHash } from "node:crypto";
import { dayMs } from "./days.ts";
import { decrypt, encrypt } from "./encryption.ts";
import { nobody } from "./ids.ts";
import { keys } from "./keys.ts";
import type { BareStore } from "./open.ts";
import { type Refusal, refuse } from "./refusals.ts";

export const idempotencyKeyLengthMax = 200;
const keptMs = dayMs;
/** A value of the store holds 64 KiB; in encrypted text every character is one byte. */
const keptSignsMax = 60_000;

export interface CallAnswer {
  status: number;
  body: string;
  /** Of a failure: the header that tells when to try again. */
  retryAfter?: string | null;
}

interface Named {
  /** `nobody` for guests, whose key then names them as well. */
  userId: number;
  call: string;
  key: string;
}

/**
 * The names of a guest's call: the key counts only with the network address from which it comes. Whoever shares that
 * address would need the same key and the same body to be told the answer, and has then said all that it tells of.
 */
export const guestsCall = (
  store: BareStore,
  { address, call, key }: Omit<Named, "userId"> & { address: string },
): Named => ({
  userId: nobody,
  call,
  // Signed, so that no address lies in the store.
  key: `${store.sign(`call-guest:${address}`)}:${key}`,
});

interface StoredCall {
  /** Keyed with the site's secret: a body may hold a password, which must not be guessed from a backup. */
  bodyHash: string;
  /** The body is encrypted, because it may hold a token. Older records hold it in the clear. */
  answer: CallAnswer;
  isEncrypted?: true;
  expiresAt: number;
}

/**
 * Runs a call once per person, call and key. Repeats with the same body get the first success again; while the first one
 * runs, they share whatever comes of it. Failures are not remembered. Refuses `idempotency_key_reused` for another body.
 * What the call itself commits must carry the same key: after a crash between that commit and this record a repeat runs
 * the call again, which must not take effect twice.
 */
export async function onceByKey(
  store: BareStore,
  who: Named & { body: string },
  run: () => Promise<CallAnswer>,
): Promise<CallAnswer | Refusal> {
  const name = `call:${who.userId}:${who.call}:${who.key}`;
  const bodyHash = store.sign(`call-body:${who.body}`);
  // Repeats share the running call: queued behind one that waits for another service, they would wait as long once more.
  return await store.flights.run(
    `${name}:${bodyHash}`,
    () => store.mutexes.run(name, () => answerOnce(store, who, bodyHash, run)),
  );
}

/** The hash in records from before it was keyed: a letter that is repeated after an update must not be sent twice. */
const unkeyedHash = (body: string): string => createHash("sha256").update(body).digest("base64url");

async function answerOnce(
  store: BareStore,
  who: Named & { body: string },
  bodyHash: string,
  run: () => Promise<CallAnswer>,
): Promise<CallAnswer | Refusal> {
  const key = keys.idempotentCall(who.userId, who.call, who.key);
  const earlier = (await store.kv.get<StoredCall>(key)).value;
  if (earlier && earlier.expiresAt > store.now()) {
    const isSame = earlier.bodyHash === bodyHash || earlier.bodyHash === unkeyedHash(who.body);
    return isSame ? await opened(store, who, earlier) : refuse("idempotency_key_reused");
  }
  const answer = await run();
  if (answer.status >= 300) return answer;
  const body = await encrypt(store, purposeOf(who), new TextEncoder().encode(answer.body));
  if (body.length < keptSignsMax) {
    const kept = { ...answer, body };
    const stored: StoredCall = { bodyHash, answer: kept, isEncrypted: true, expiresAt: store.now() + keptMs };
    await store.kv.set(key, stored, { expireIn: keptMs });
  }
  return answer;
}

async function opened(store: BareStore, who: Named, { answer, isEncrypted }: StoredCall): Promise<CallAnswer> {
  if (!isEncrypted) return answer;
  const body = await decrypt(store, purposeOf(who), answer.body);
  if (!body) throw new Error("a kept answer does not open");
  return { ...answer, body: new TextDecoder().decode(body) };
}

const purposeOf = ({ userId, call, key }: Named): string => `call-answer:${userId}:${call}:${key}`;
