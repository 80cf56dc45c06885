/** Sends a Response: at once if its bytes are at hand, otherwise as they come and are taken. */
import { Buffer } from "node:buffer";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { hasBody } from "./arrived_request.ts";
import { takeLeftover } from "./leftover.ts";

/** Answers that are ready as a whole, so that nothing has to be read out of them, checked or put together. */
const ready = new WeakMap<Response, ReadyAnswer>();

const encoder = new TextEncoder();

/**
 * An answer as it is sent, one character for each byte. `head` has no date; `whole` has one, and is right for a second.
 */
export interface ReadyAnswer {
  headers: string[];
  bytes: Uint8Array;
  head: string;
  body: string;
  whole: string;
  second: number;
}

/** What responses were made of, so that it need not be read out of them. */
const bodies = new WeakMap<Response, KnownBody>();

/** A text, or pieces of its UTF-8 with one character for each byte, which a socket takes fastest. */
export type KnownBody = { text: string } | { signs: readonly string[] };

export const signsOf = (text: string): string => Buffer.from(text).toString("latin1");

const bytesOf = (body: KnownBody): Uint8Array<ArrayBuffer> =>
  "signs" in body ? Buffer.from(body.signs.join(""), "latin1") : encoder.encode(body.text);

/**
 * Returns what `answer` makes with a stream of this body. A Response copies a text that it is given at once; a stream
 * costs nothing unless somebody reads it, and the server does not.
 */
export function answerKnown(body: KnownBody, answer: (stream: ReadableStream<Uint8Array>) => Response): Response {
  const response = answer(
    new ReadableStream({
      pull(controller) {
        controller.enqueue(bytesOf(body));
        controller.close();
      },
    }, { highWaterMark: 0 }),
  );
  bodies.set(response, body);
  return response;
}

type HeaderList = [name: string, value: string][];

const withLength = (headers: Headers, bytes: number): HeaderList => [
  ...[...headers].filter(([name]) => name !== "content-length"),
  ["content-length", String(bytes)],
];

/** The head without the date and the blank line after it. */
const headOf = (status: number, headers: HeaderList): string =>
  [`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`, ...headers.map(([name, value]) => `${name}: ${value}\r\n`)].join(
    "",
  );

/** Status 200 with headers and bytes. */
export function readyAnswer(headers: Headers, bytes: Uint8Array): ReadyAnswer {
  const list = withLength(headers, bytes.length);
  return {
    headers: list.flat(),
    bytes,
    head: headOf(200, list),
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"),
    whole: "",
    second: 0,
  };
}

function wholeNow(answer: ReadyAnswer): string {
  const second = Math.floor(Date.now() / 1000);
  if (answer.second !== second) {
    const date = new Date(second * 1000).toUTCString();
    // `join` makes one piece at once; a text put together with plus would become one at each sending.
    answer.whole = [answer.head, `date: ${date}\r\n\r\n`, answer.body].join("");
    answer.second = second;
  }
  return answer.whole;
}

/** Notes that a response has exactly these headers and bytes. Whoever changes headers must make another response. */
export function markReady(response: Response, answer: ReadyAnswer): Response {
  ready.set(response, answer);
  return response;
}

/** Sends a response. Never throws: a peer that went away is nobody's failure. */
export function sendAnswer(response: Response, message: IncomingMessage, out: ServerResponse): void {
  const answer = ready.get(response);
  if (answer && !hasBody(message) && answer.bytes.length <= wholeBytesMax) {
    sendReady(answer, message, out);
    return;
  }
  send(response, message, out).catch(() => out.destroy());
}

/** Whether an answer can go out as one string, its head among it. */
const takesWhole = (message: IncomingMessage, out: ServerResponse): boolean =>
  message.method === "GET" && message.httpVersionMinor === 1 && out.shouldKeepAlive;

/** Sends a text that contains its head: node's server takes `_header` for a head that is written already. */
function sendWhole(whole: string, out: ServerResponse): void {
  Object.assign(out, { _header: whole });
  out.end();
}

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((length, piece) => length + piece.length, 0);

/** Sends what is known of an answer, without reading it. False where it cannot go out at once. */
function sendKnown(
  { status, headers }: Response,
  body: KnownBody,
  message: IncomingMessage,
  out: ServerResponse,
): boolean {
  if ("signs" in body && takesWhole(message, out)) {
    const length = lengthOf(body.signs);
    if (length > wholeBytesMax) return false;
    const date = `date: ${new Date().toUTCString()}\r\n\r\n`;
    // Joined once, with the head: what is put together twice leaves garbage.
    sendWhole([headOf(status, withLength(headers, length)), date, ...body.signs].join(""), out);
    return true;
  }
  const bytes = bytesOf(body);
  if (bytes.length > wholeBytesMax) return false;
  out.writeHead(status, withLength(headers, bytes.length).flat());
  out.end(bytes);
  return true;
}

function sendReady(answer: ReadyAnswer, message: IncomingMessage, out: ServerResponse): void {
  if (takesWhole(message, out)) return sendWhole(wholeNow(answer), out);
  out.writeHead(200, answer.headers);
  out.end(answer.bytes);
}

async function send(response: Response, message: IncomingMessage, out: ServerResponse): Promise<void> {
  const body = bodies.get(response);
  if (body && message.method === "GET" && !hasBody(message) && sendKnown(response, body, message, out)) return;
  const reader = response.body?.getReader();
  const head = [...response.headers].flat();
  // The rest of the request stands between this answer and any further request.
  const isLeftOver = hasBody(message) && !message.complete;
  if (isLeftOver) head.push("connection", "close");
  if (!reader || message.method === "HEAD") {
    await reader?.cancel();
    if (!reader && mayHaveBody(response.status) && message.method !== "HEAD") head.push("content-length", "0");
    out.writeHead(response.status, head);
    return end(message, out, isLeftOver);
  }
  out.once("close", () => reader.cancel().catch(() => {}));
  let next = await reader.read();
  const following = next.done ? null : reader.read();
  const last = following && await Promise.race([following, aMoment()]);
  if (next.done || last?.done) {
    const bytes = next.value ?? new Uint8Array();
    if (!response.headers.has("content-length")) head.push("content-length", String(bytes.length));
    out.writeHead(response.status, head);
    if (!isLeftOver && bytes.length <= wholeBytesMax) return void out.end(bytes);
    if (!await writeInPieces(out, bytes)) return;
    return end(message, out, isLeftOver);
  }
  out.writeHead(response.status, head);
  for (let coming = following; !next.done; coming = reader.read()) {
    if (!await writeInPieces(out, next.value)) return;
    next = await coming!;
  }
  end(message, out, isLeftOver);
}

function end(message: IncomingMessage, out: ServerResponse, isLeftOver: boolean): void {
  if (!isLeftOver) return void out.end();
  out.flushHeaders();
  takeLeftover(message, () => out.end());
}

/** The most that is sent at one go: until all of it is taken, it is not known whether any of it was. */
const wholeBytesMax = 256 * 1024;
const pieceBytes = 64 * 1024;

/** Writes bytes no faster than they are taken; false if the peer is gone afterwards. */
async function writeInPieces(out: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  for (let at = 0; at < bytes.length && !out.destroyed; at += pieceBytes) {
    if (!out.write(bytes.subarray(at, at + pieceBytes))) await taken(out);
  }
  return !out.destroyed;
}

const mayHaveBody = (status: number): boolean => status >= 200 && status !== 204 && status !== 304;

/** Waits long enough for a body that is complete already to say so. */
async function aMoment(): Promise<null> {
  for (let turns = 0; turns < 4; turns++) await null;
  return null;
}

const taken = (out: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      out.off("drain", done).off("close", done);
      resolve();
    };
    out.on("drain", done).on("close", done);
  });
