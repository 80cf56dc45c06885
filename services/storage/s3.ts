/** Uploads in a bucket of any S3-compatible service; every request is signed (AWS Signature Version 4). */
import { AwsClient } from "aws4fetch";
import { OutOfPatience, outsidePatienceMs, pause, withPatience } from "../patience.ts";
import {
  assertSafeName,
  type ByteRange,
  isSafeName,
  type Storage,
  StorageUnavailable,
  type StoredFile,
} from "./storage.ts";

export interface S3Config {
  /** Scheme and host, e.g. "https://s3.eu-central-1.amazonaws.com"; the bucket stands in the path. */
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
}

const triesAtMost = 3;

/** `patienceMs`: how long each request may take, all its tries together; for a file that is fetched, each piece. */
export function s3Storage(config: S3Config, patienceMs = outsidePatienceMs): Storage {
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    region: config.region,
    service: "s3",
    retries: 0,
  });
  /** Sends a request and reads the answer, all in its time. */
  const ask = <T>(url: string, init: Init, read: (answer: Response) => Promise<T>): Promise<T> =>
    reaching(() =>
      withPatience(patienceMs, async (signal) => await read(await sendPatiently(client, url, init, signal)))
    );
  const bucket = `${config.endpoint.replace(/\/+$/, "")}/${encodeURIComponent(config.bucket)}`;
  const addressOf = (name: string): string => {
    assertSafeName(name);
    return `${bucket}/${name}`;
  };
  return {
    async put(name, bytes, contentType) {
      const headers = { "content-type": contentType, "x-amz-content-sha256": await sha256(bytes) };
      await ask(addressOf(name), { method: "PUT", body: bytes, headers }, async (answer) => {
        if (answer.status !== 200) throw await failure(answer, "put");
        await discardBody(answer);
      });
    },
    async get(name, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const file = await ask(addressOf(name), { headers }, async (answer) => {
        if (answer.status === (range ? 206 : 200)) return await fileOf(answer, range);
        return await nothingThere(answer, "get");
      });
      return file && { ...file, body: impatient(file.body, patienceMs) };
    },
    async delete(name) {
      await ask(addressOf(name), { method: "DELETE" }, async (answer) => {
        // Most services answer alike whether or not there was such a file.
        if (answer.status === 200 || answer.status === 204) await discardBody(answer);
        else await nothingThere(answer, "delete");
      });
    },
    async *list() {
      // The older listing: its next page begins after a name, not at a token of the server's making.
      for (let marker: string | null = ""; marker !== null;) {
        const page: string = await ask(`${bucket}?${new URLSearchParams({ marker })}`, {}, async (answer) => {
          if (answer.status !== 200) throw await failure(answer, "list");
          return await answer.text();
        });
        // Our names contain nothing that XML would escape.
        const names = Array.from(page.matchAll(/<Key>([^<]*)<\/Key>/g), ([, name]) => name!);
        yield* names.filter(isSafeName);
        marker = /<IsTruncated>true</.test(page) ? names.at(-1) ?? null : null;
      }
    },
  };
}

type Init = { method?: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> };

/** Whatever goes wrong on the way means the same to the caller: the files cannot be had now. */
async function reaching<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    // What others say of a failed connection may repeat the address.
    const why = error instanceof OutOfPatience ? error.message : "the connection failed";
    throw new StorageUnavailable(`the storage service did not answer: ${why}`);
  }
}

/** Tries again where the service or the connection failed: every request here may be repeated. */
async function sendPatiently(client: AwsClient, url: string, init: Init, signal: AbortSignal): Promise<Response> {
  for (let tries = 1;; tries++) {
    const isLast = tries === triesAtMost;
    try {
      const answer = await client.fetch(url, { ...init, signal });
      if (answer.status < 500 || isLast) return answer;
      await discardBody(answer);
    } catch (error) {
      if (isLast || signal.aborted) throw error;
    }
    await pause(100 * 3 ** tries, signal);
    signal.throwIfAborted();
  }
}

/** The same bytes; if the service stops in the middle, they end with a failure instead of never. */
function impatient(body: StoredFile["body"], patienceMs: number): StoredFile["body"] {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await withPatience(patienceMs, () => reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        // Not awaited: it may stand still as well.
        reader.cancel(error).catch(() => {});
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/** Refuses another part than the one asked for: it would be taken for the right one. */
async function fileOf(answer: Response, range: ByteRange | undefined): Promise<StoredFile> {
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get("content-range") ?? "");
  const size = range ? part?.[3] : answer.headers.get("content-length");
  const isAsked = !range || (Number(part?.[1]) === range.start && Number(part?.[2]) === range.end);
  if (!size || !isAsked || !answer.body) {
    await discardBody(answer);
    throw new StorageUnavailable("the storage service answered with something else than was asked for");
  }
  return { sizeBytes: Number(size), body: answer.body };
}

/**
 * Null if the bucket has no such file. Only the service's own code says that: a bucket that is gone, and a proxy that has
 * lost the service, answer 404 as well.
 */
async function nothingThere(answer: Response, what: string): Promise<null> {
  const code = await codeOf(answer);
  if (answer.status === 404 && code === "NoSuchKey") return null;
  throw refused(what, answer.status, code);
}

const failure = async (answer: Response, what: string): Promise<StorageUnavailable> =>
  refused(what, answer.status, await codeOf(answer));

/** Says it with the service's own code, without names, addresses and keys. */
const refused = (what: string, status: number, code: string | undefined): StorageUnavailable =>
  new StorageUnavailable(`the storage service refused to ${what}: ${status} ${code ?? "no reason"}`);

const codeOf = async (answer: Response): Promise<string | undefined> =>
  /<Code>(\w{1,60})<\/Code>/.exec(await answer.text())?.[1];

async function discardBody(answer: Response): Promise<null> {
  await answer.body?.cancel();
  return null;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
