/** Downloads of a person's own data: one at a time for each person, and few an hour. */
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import type { Dependencies } from "../http/env.ts";

/** After this time a download counts as given up: that a connection broke may never be noticed. */
const givenUpMs = 10 * 60_000;

/**
 * Takes the turn of a person, and returns how to release it. Refuses `export_running` while another is under way, and
 * `too_many_requests` beyond five an hour.
 */
export async function startExport(
  deps: Dependencies,
  userId: number,
): Promise<{ ok: true; release: () => void } | Refusal> {
  const { exports } = deps.running;
  const mine = performance.now();
  const earlier = exports.get(userId);
  if (earlier !== undefined && mine - earlier < givenUpMs) return refuse("export_running", { retryAfterSeconds: 30 });
  exports.set(userId, mine);
  const release = () => void (exports.get(userId) === mine && exports.delete(userId));
  const taken = await takeAttempt(deps.store, limits.exports, String(userId));
  if (taken.ok) return { ok: true, release };
  release();
  return taken;
}

/** The same stream; calls `onEnd` when it has ended, was cancelled, or failed. */
export function watched(stream: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

/** Pieces of text as bytes, gathered so that the stream has no tiny chunks. */
export function bytesOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return ReadableStream.from(gathered(pieces)).pipeThrough(new TextEncoderStream());
}

const pieceLength = 32 * 1024;

export async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const piece of pieces) {
    held += piece;
    if (held.length < pieceLength) continue;
    yield held;
    held = "";
  }
  if (held !== "") yield held;
}
