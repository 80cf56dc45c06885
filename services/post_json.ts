/** How another service is asked by JSON: one request, led nowhere else, with a bound on its answer. */

/** A letter has some ten thousand bytes; whoever answers with more is no service that was asked. */
const answerBytesMax = 1024 * 1024;

interface Question {
  address: string | URL;
  headers?: Record<string, string>;
  body: unknown;
  signal: AbortSignal;
}

/** Posts JSON and reads what comes, whatever it is, up to the bound; throws where the connection fails or it is passed. */
export async function postJson(question: Question): Promise<{ status: number; text: string }> {
  const response = await fetch(question.address, {
    method: "POST",
    headers: { "content-type": "application/json", "accept": "application/json", ...question.headers },
    body: JSON.stringify(question.body),
    signal: question.signal,
    // A server that leads elsewhere would be shown the key, and the text.
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
