/** Calls that carry an Idempotency-Key: a repeat within a day answers as the first success did. */
import { createHash } from "node:crypto";
import { keys } from "./keys.ts";
import type { BareStore } from "./open.ts";
import { type Refusal, refuse } from "./refusals.ts";

export const idempotencyKeyLengthMax = 200;
const keptMs = 24 * 3600_000;

export interface CallAnswer {
  status: number;
  body: string;
  /** Of a failure: the header that says when to try again. */
  retryAfter?: string | null;
}

interface StoredCall {
  bodyHash: string;
  answer: CallAnswer;
  expiresAt: number;
}

/**
 * Runs a call once per person, call and key. Repeats with the same body get the first success again, and while it is
 * under way whatever comes of it; failures are not remembered. Another body is `idempotency_key_reused`. What the call
 * itself commits must carry the same key: a crash between its commit and this memory repeats the call, not its effect.
 */
export async function onceByKey(
  store: BareStore,
  who: { userId: number; call: string; key: string; body: string },
  run: () => Promise<CallAnswer>,
): Promise<CallAnswer | Refusal> {
  const name = `call:${who.userId}:${who.call}:${who.key}`;
  const bodyHash = createHash("sha256").update(who.body).digest("base64url");
  // Behind one that waits for somebody else's machine a repeat would wait as long once more.
  return await store.flights.run(
    `${name}:${bodyHash}`,
    () => store.mutexes.run(name, () => answerOnce(store, who, bodyHash, run)),
  );
}

async function answerOnce(
  store: BareStore,
  who: { userId: number; call: string; key: string },
  bodyHash: string,
  run: () => Promise<CallAnswer>,
): Promise<CallAnswer | Refusal> {
  const key = keys.idempotentCall(who.userId, who.call, who.key);
  const earlier = (await store.kv.get<StoredCall>(key)).value;
  if (earlier && earlier.expiresAt > store.now()) {
    return earlier.bodyHash === bodyHash ? earlier.answer : refuse("idempotency_key_reused");
  }
  const answer = await run();
  if (answer.status < 300 && answer.body.length < 50_000) {
    const stored: StoredCall = { bodyHash, answer, expiresAt: store.now() + keptMs };
    await store.kv.set(key, stored, { expireIn: keptMs });
  }
  return answer;
}
