/**
 * A real push service on loopback: accepts only what is signed by the key that its devices were subscribed with
 * (RFC 8292), and opens what it accepts as the device would (RFC 8188 and 8291), without any of the sender's code.
 */
import { Buffer } from "node:buffer";
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";

export interface TestDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** What was shown on it, in the order of arrival. */
  notes: unknown[];
}

export interface TestPushServer {
  url: string;
  /** Adds a device whose browser lets the holder of this key send. */
  subscribe: (publicKey: string) => TestDevice;
  /** The status of its answer to every correct request; 201 unless set. */
  answerWith: number;
  /** Why requests were refused, and the headers of those accepted. */
  refused: string[];
  accepted: Headers[];
  stop: () => Promise<void>;
}

interface Kept {
  device: TestDevice;
  publicKey: string;
  ecdh: ECDH;
  auth: Buffer;
}

export function startPushServer(): TestPushServer {
  const devices = new Map<string, Kept>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, receive);
  const url = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;

  async function receive(request: Request): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer());
    const kept = devices.get(new URL(request.url).pathname);
    if (!kept) return new Response(null, { status: 404 });
    const fault = faultOf(request, kept, url);
    if (fault) {
      site.refused.push(fault);
      return new Response(fault, { status: 403 });
    }
    if (site.answerWith >= 300) {
      return new Response(null, { status: site.answerWith, headers: { location: `${url}/elsewhere` } });
    }
    site.accepted.push(request.headers);
    kept.device.notes.push(JSON.parse(open(body, kept)));
    return new Response(null, { status: site.answerWith });
  }

  const site: TestPushServer = {
    url,
    answerWith: 201,
    refused: [],
    accepted: [],
    subscribe(publicKey) {
      const ecdh = createECDH("prime256v1");
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      const keys = { p256dh: ecdh.generateKeys().toString("base64url"), auth: auth.toString("base64url") };
      const device: TestDevice = { endpoint: url + path, keys, notes: [] };
      devices.set(path, { device, publicKey, ecdh, auth });
      return device;
    },
    stop: () => server.shutdown(),
  };
  return site;
}

/** Why a real service would refuse the request; null if it would not. */
function faultOf(request: Request, { publicKey }: Kept, origin: string): string | null {
  if (request.method !== "POST") return "not a POST";
  if (!/^\d+$/.test(request.headers.get("ttl") ?? "")) return "no TTL";
  if (request.headers.get("content-encoding") !== "aes128gcm") return "wrong encoding";
  const [, token = "", key] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (key !== publicKey) return "another key than the device was subscribed with";
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "not signed by the key";
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (aud !== origin) return `meant for ${aud}`;
  const seconds = Date.now() / 1000;
  if (!(exp > seconds && exp <= seconds + 24 * 3600 + 60)) return "expired or valid for too long";
  if (!/^(mailto:|https:)/.test(sub)) return "nobody to complain to";
  return null;
}

/** Opens one record: header of salt, record size and the sender's key; then AES-128-GCM. */
function open(body: Buffer, { ecdh, auth }: Kept): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(senderKey), auth, info, 32));
  const part = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const decipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the last record does not end as the last one does");
  return padded.subarray(0, end).toString();
}
