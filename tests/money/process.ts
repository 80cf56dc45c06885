/** One life of the money worker: started, fed, and killed or let go. */
import type { Acknowledgement, Operation } from "./operations.ts";

const workerFile = new URL("../money_worker.ts", import.meta.url).pathname;

export interface Wish {
  operation: Operation;
  asked: Asked[];
}

export interface Asked {
  operation: Operation;
  /** Null while it was not acknowledged: it may have happened or not. */
  answer: Acknowledgement | null;
}

export interface Life {
  asked: Asked[];
  wasKilled: boolean;
}

/**
 * Asks a new worker for everything at once, and kills it with SIGKILL after `killAfter` acknowledgements (null: never), so
 * that the rest is somewhere between begun and done.
 */
export async function liveOnce(
  file: string,
  operations: Operation[],
  fate: { killAfter: number | null; killDelayMs: number; skewMs: number },
): Promise<Life> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", workerFile, file, String(fate.skewMs)],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const asked = operations.map((operation): Asked => ({ operation, answer: null }));
  const feeding = feed(child.stdin, asked);
  let answered = 0;
  let dying: Promise<void> | null = null;
  const killLater = async () => {
    await new Promise((resolve) => setTimeout(resolve, fate.killDelayMs));
    child.kill("SIGKILL");
  };
  for await (const line of wholeLines(child.stdout)) {
    const { id, result } = JSON.parse(line) as { id: number; result: Acknowledgement };
    asked[id]!.answer = result;
    answered++;
    if (fate.killAfter !== null && answered > fate.killAfter) dying ??= killLater().catch(() => {});
  }
  await feeding;
  await dying;
  const status = await child.status;
  const wasKilled = status.signal === "SIGKILL";
  if (!wasKilled && !status.success) throw new Error(`the worker ended with ${status.code}`);
  return { asked, wasKilled };
}

async function feed(stdin: WritableStream<Uint8Array<ArrayBuffer>>, asked: Asked[]): Promise<void> {
  const lines = asked.map(({ operation }, id) => JSON.stringify({ id, operation }) + "\n").join("");
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(lines));
    await writer.close();
  } catch {
    // It was killed while it was still reading.
    await writer.abort().catch(() => {});
  }
}

/** The lines that were written to their end; the last one may be cut by the kill. */
async function* wholeLines(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
