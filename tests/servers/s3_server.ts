/**
 * An S3 server on loopback for tests. The server behind it accepts any signature of version 4, so a gate in front computes
 * each one anew, from the published recipe and from what really arrived, and rejects what does not match.
 */
import { createHash, createHmac } from "node:crypto";
import type { S3Config } from "../../services/storage/s3.ts";

export interface S3Server {
  config: S3Config;
  /** While set, everything is answered with this status. */
  failWith: number | null;
  /** Takes the whole bucket away, as somebody might at the provider. */
  loseBucket: () => Promise<void>;
  /** "GET /bucket/name" of what was let through, oldest first. */
  requests: string[];
  stop: () => Promise<void>;
}

// The one account that the server behind knows.
const accessKey = "S3RVER";
const secretKey = "S3RVER";
const region = "eu-central-1";

export async function startS3Server(): Promise<S3Server> {
  const directory = await Deno.makeTempDir({ prefix: "s3-" });
  const bucket = "vesna-uploads";
  // Not imported at the top: it is CommonJS that requires a module, which hangs for ever in Deno 2.9.6 while another file
  // of the same test process imports a module at its top level.
  const { default: S3rver } = await import("s3rver");
  const behind = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port: portBehind } = await behind.run() as { port: number };
  const gate = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    if (server.failWith !== null) return failure(server.failWith, "InternalError");
    if (!isSigned(request, body)) return failure(403, "SignatureDoesNotMatch");
    const { pathname, search } = new URL(request.url);
    server.requests.push(`${request.method} ${pathname}${search}`);
    const headers = new Headers(request.headers);
    headers.delete("host");
    headers.set("connection", "close");
    return await fetch(`http://127.0.0.1:${portBehind}${pathname}${search}`, {
      method: request.method,
      headers,
      body: body.length > 0 ? body : undefined,
    });
  });
  const server: S3Server = {
    config: { endpoint: `http://127.0.0.1:${gate.addr.port}`, bucket, accessKey, secretKey, region },
    failWith: null,
    requests: [],
    loseBucket: () => Deno.remove(`${directory}/${bucket}`, { recursive: true }),
    async stop() {
      await gate.shutdown();
      await behind.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
  return server;
}

const failure = (status: number, code: string): Response =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, { status });

/** Whether the request carries the signature that only the holder of the secret can make for just this request. */
function isSigned(request: Request, body: Uint8Array): boolean {
  const authorization = request.headers.get("authorization") ?? "";
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
      .exec(authorization);
  if (!parts) return false;
  const [, keyId, day, ofRegion, signedHeaders, signature] = parts as unknown as string[];
  const at = request.headers.get("x-amz-date") ?? "";
  const said = request.headers.get("x-amz-content-sha256") ?? "";
  if (keyId !== accessKey || ofRegion !== region || !at.startsWith(day!)) return false;
  if (said !== "UNSIGNED-PAYLOAD" && said !== sha256(body)) return false;

  const url = new URL(request.url);
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort().join("&");
  const headers = signedHeaders!.split(";").map((name) => `${name}:${request.headers.get(name)?.trim() ?? ""}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(""), signedHeaders, said].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = [day!, region, "s3", "aws4_request"].reduce<string | Uint8Array>(
    (signingKey, part) => createHmac("sha256", signingKey).update(part).digest(),
    `AWS4${secretKey}`,
  );
  return createHmac("sha256", key).update(toSign).digest("hex") === signature;
}

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** Encodes as the recipe wants it: everything but letters, digits and "-_.~". */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
