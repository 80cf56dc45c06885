/** How another service is asked by JSON: one request, without redirects, with a bound on its answer. */

/** A letter has some ten thousand bytes; no service that is asked here answers with more than this. */
const answerBytesMax = 1024 * 1024;

interface Question {
  address: string | URL;
  headers?: Record<string, string>;
  body: unknown;
  signal: AbortSignal;
}

/** Posts JSON and reads the answer, whatever it is. Throws if the connection fails or the answer is over the bound. */
export async function postJson(question: Question): Promise<{ status: number; text: string }> {
  const response = await fetch(question.address, {
    method: "POST",
    headers: { "content-type": "application/json", "accept": "application/json", ...question.headers },
    body: JSON.stringify(question.body),
    signal: question.signal,
    // A redirect would show the key and the text to another server.
    redirect: "error",
  });
  return { status: response.status, text: await boundedText(response) };
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Leaving the loop ends the answer.
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > answerBytesMax) throw new Error(`an answer of more than ${answerBytesMax} bytes`);
    parts.push(part);
  }
  return await new Blob(parts).text();
}

/** The answer as JSON; undefined where it is none, which fits no shape. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
