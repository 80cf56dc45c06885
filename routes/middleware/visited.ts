/**
 * Which host and scheme a request is for. Everything that places, renders, keeps or checks a request asks here, so that
 * all mean the same site: a page that is kept for one host is never shown on another.
 */
import type { Config } from "../../services/config.ts";

export interface Visited {
  /** Lower case, with its port unless that is the scheme's own. */
  host: string;
  scheme: "http" | "https";
}

/**
 * The host and scheme that the visitor typed; null if host or scheme is invalid. The target of the request counts, not
 * its Host header (RFC 9112, 3.2.2): `request.url` is made from an absolute target, HTTP/2's `:authority`, or Host.
 * Forwarded headers count only behind a proxy that the operator vouches for.
 */
export function visitedOf(config: Pick<Config, "trustProxy">, request: Request): Visited | null {
  const { url, headers } = request;
  const [, reachedScheme, reachedHost] = /^(https?):\/\/([^/?#\\]*)/.exec(url) ?? [];
  const hostHeader = headers.get("host");
  // A Host header with a path in it has become part of an address that looks harmless.
  if (reachedHost === undefined || (hostHeader !== null && !hostSigns.test(hostHeader))) return null;
  const scheme = schemes.get(forwarded(config, request, "proto")?.toLowerCase() ?? reachedScheme!);
  if (scheme === undefined) return null;
  const reached = hostOf(scheme, reachedHost);
  const typed = forwarded(config, request, "host");
  const host = reached !== null && typed !== null ? hostOf(scheme, typed) : reached;
  return host === null ? null : { host, scheme };
}

/** Some proxies call the scheme of a WebSocket ws or wss. */
const schemes = new Map<string, Visited["scheme"]>(
  Object.entries({ http: "http", https: "https", ws: "http", wss: "https" }),
);

/** A name, or an address of either kind, and a port: no user, no path, nothing encoded. */
const hostSigns = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

function hostOf(scheme: Visited["scheme"], text: string): string | null {
  if (!hostSigns.test(text)) return null;
  const written = `${scheme}://${text}/`;
  let host = knownHosts.get(written);
  if (host === undefined) {
    host = URL.parse(written)?.host ?? null;
    // Clients can invent hosts, and must not fill the memory with them.
    if (knownHosts.size >= knownHostsMax) knownHosts.clear();
    knownHosts.set(written, host);
  }
  return host;
}

/** Hosts as `URL` reads them. Every request asks, even for a kept page, and nearly all name the same few hosts. */
const knownHosts = new Map<string, string | null>();
const knownHostsMax = 100;

/** What the proxy in front wrote into a forwarded header; null without one. */
export function forwarded(
  { trustProxy }: Pick<Config, "trustProxy">,
  request: Request,
  name: "host" | "proto" | "for",
): string | null {
  if (!trustProxy) return null;
  // Our own proxy writes the last value; anything before it is what the client claimed.
  return request.headers.get(`x-forwarded-${name}`)?.split(",").at(-1)?.trim() || null;
}
