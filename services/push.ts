/**
 * Notes to browsers by web push (RFC 8030, 8291, 8292): encrypted for one device, sent to its browser's push service.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import webpush from "web-push";
import type { VapidConfig } from "./vapid_settings.ts";
import { outsidePatienceMs, withPatience } from "./patience.ts";

/** What a browser gives to those who may send to it. */
export interface PushTarget {
  endpoint: string;
  /** The device's public key and its shared secret, base64url. */
  p256dh: string;
  auth: string;
}

/** How a service is to treat a note that its device cannot take at once. */
export interface PushDelivery {
  /** For how long it is worth anything, in seconds. */
  ttlSeconds: number;
  urgency: "normal" | "high";
  /** Of notes with the same topic the service keeps only the latest; 32 characters of base64url at most. */
  topic?: string;
}

export interface PushSender {
  publicKey: string;
  /**
   * Whether anything may be sent there at all: the address comes from outside, and may be aimed at our own machines.
   */
  mayReach: (endpoint: string) => boolean;
  /** Sends a note; "gone" if the device cannot be reached any more. Throws if it may be tried again. */
  send: (target: PushTarget, note: string, delivery: PushDelivery) => Promise<"sent" | "gone">;
}

interface PushOptions {
  vapid: VapidConfig;
  /** Only a demo may: its push service may be a test's. */
  mayUseLoopback: boolean;
  /** All addresses of a host name. */
  resolve?: (host: string) => Promise<string[]>;
}

const endpointLengthMax = 1024;

export function pushSender({ vapid, mayUseLoopback, resolve = addressesOf }: PushOptions): PushSender {
  const mayReach = (endpoint: string) => {
    const url = URL.parse(endpoint);
    if (!url || endpoint.length > endpointLengthMax || url.username !== "" || url.password !== "") return false;
    if (mayUseLoopback && isLoopback(url.hostname)) return true;
    return url.protocol === "https:" && isPublicName(url.hostname);
  };
  return {
    publicKey: vapid.publicKey,
    mayReach,
    async send({ endpoint, p256dh, auth }, note, delivery) {
      if (!mayReach(endpoint)) return "gone";
      const { hostname } = new URL(endpoint);
      const isOurs = mayUseLoopback && isLoopback(hostname);
      return await withPatience(outsidePatienceMs, async (signal) => {
        if (!isOurs && (await resolve(hostname)).some(isPrivate)) {
          throw new Error(`${hostname} is on a private network`);
        }
        const request = encrypt(vapid, { endpoint, p256dh, auth }, note, delivery);
        return request ? await post(request, signal) : "gone";
      });
    },
  };
}

interface PushRequest {
  endpoint: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** Null if the device's keys are not valid. */
function encrypt(
  vapid: VapidConfig,
  { endpoint, p256dh, auth }: PushTarget,
  note: string,
  { ttlSeconds, urgency, topic }: PushDelivery,
): PushRequest | null {
  try {
    const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, note, {
      TTL: ttlSeconds,
      urgency,
      ...(topic && { topic }),
      contentEncoding: "aes128gcm",
      vapidDetails: vapid,
    });
    const { "Content-Length": _counted, ...rest } = headers;
    return { endpoint, headers: rest, body: new Uint8Array(body) };
  } catch {
    return null;
  }
}

async function post({ endpoint, headers, body }: PushRequest, signal: AbortSignal): Promise<"sent" | "gone"> {
  // A redirect would lead past every check of the address.
  const response = await fetch(endpoint, { method: "POST", headers, body, redirect: "manual", signal });
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410) return "gone";
  if (!response.ok) throw new Error(`the push service answered ${response.status}`);
  return "sent";
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

/**
 * A push service has a public name; bare addresses and names of local networks are somebody's attempt at something
 * else.
 */
const isPublicName = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, "")) === 0 && host.includes(".") &&
  !/(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|onion|home\.arpa)\.?$/.test(host);

const privateNetworks = new BlockList();
for (
  const [network, bits] of [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ] as const
) privateNetworks.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [["::", 8], ["64:ff9b::", 16], ["fc00::", 7], ["fe80::", 10], ["ff00::", 8]] as const) {
  privateNetworks.addSubnet(network, bits, "ipv6");
}

/** Whether an address leads into a private network or back to this machine. */
export const isPrivate = (address: string): boolean =>
  isIP(address) === 0 || privateNetworks.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);
