/** Uploads in a bucket of any S3-compatible service; every request is signed (AWS Signature Version 4). */
import { AwsClient } from "aws4fetch";
import { assertSafeName, type ByteRange, isSafeName, type Storage, type StoredFile } from "./storage.ts";

export interface S3Config {
  /** Scheme and host, e.g. "https://s3.eu-central-1.amazonaws.com"; the bucket stands in the path. */
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
}

/** How long a request without a large answer may take. */
const patienceMs = 30_000;
const streamPatienceMs = 120_000;
const triesAtMost = 3;

export function s3Storage(config: S3Config): Storage {
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    region: config.region,
    service: "s3",
    retries: 0,
  });
  const send = (url: string, init: Init, waitMs = patienceMs) => sendPatiently(client, url, init, waitMs);
  const bucket = `${config.endpoint.replace(/\/+$/, "")}/${encodeURIComponent(config.bucket)}`;
  const addressOf = (name: string): string => {
    assertSafeName(name);
    return `${bucket}/${name}`;
  };
  return {
    async put(name, bytes, contentType) {
      const headers = { "content-type": contentType, "x-amz-content-sha256": await sha256(bytes) };
      const answer = await send(addressOf(name), { method: "PUT", body: bytes, headers }, streamPatienceMs);
      await done(answer, "put", [200]);
    },
    async get(name, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await send(addressOf(name), { headers }, streamPatienceMs);
      if (answer.status === 404) return await letGo(answer);
      if (answer.status !== (range ? 206 : 200)) throw await failure(answer, "get");
      return await fileOf(answer, range);
    },
    async delete(name) {
      await done(await send(addressOf(name), { method: "DELETE" }), "delete", [200, 204, 404]);
    },
    async *list() {
      // The older list, whose next page begins behind a name and not behind a token of the server's making.
      for (let marker: string | null = ""; marker !== null;) {
        const answer: Response = await send(`${bucket}?${new URLSearchParams({ marker })}`, {});
        if (answer.status !== 200) throw await failure(answer, "list");
        const page = await answer.text();
        // Our names hold nothing that XML would write in another way.
        const names = Array.from(page.matchAll(/<Key>([^<]*)<\/Key>/g), ([, name]) => name!);
        yield* names.filter(isSafeName);
        marker = /<IsTruncated>true</.test(page) ? names.at(-1) ?? null : null;
      }
    },
  };
}

type Init = { method?: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> };

/** Tries again where the service or the line failed: every request here may be repeated. */
async function sendPatiently(client: AwsClient, url: string, init: Init, waitMs: number): Promise<Response> {
  for (let tries = 1;; tries++) {
    const isLast = tries === triesAtMost;
    try {
      const answer = await client.fetch(url, { ...init, signal: AbortSignal.timeout(waitMs) });
      if (answer.status < 500 || isLast) return answer;
      await letGo(answer);
    } catch (error) {
      if (isLast) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100 * 3 ** tries));
  }
}

/** Refuses another part than the one asked for: it would be taken for the right one. */
async function fileOf(answer: Response, range: ByteRange | undefined): Promise<StoredFile> {
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get("content-range") ?? "");
  const size = range ? part?.[3] : answer.headers.get("content-length");
  const isAsked = !range || (Number(part?.[1]) === range.start && Number(part?.[2]) === range.end);
  if (!size || !isAsked || !answer.body) {
    await letGo(answer);
    throw new Error("the storage service answered with something else than was asked for");
  }
  return { sizeBytes: Number(size), body: answer.body };
}

async function done(answer: Response, what: string, expected: number[]): Promise<void> {
  if (!expected.includes(answer.status)) throw await failure(answer, what);
  await letGo(answer);
}

/** The service's own code, without names, addresses and keys. */
async function failure(answer: Response, what: string): Promise<Error> {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await answer.text())?.[1] ?? "no reason";
  return new Error(`the storage service refused to ${what}: ${answer.status} ${code}`);
}

async function letGo(answer: Response): Promise<null> {
  await answer.body?.cancel();
  return null;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
