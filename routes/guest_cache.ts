/**
 * Whole pages for guests, kept in memory and forgotten when a lady changes or a minute has passed.
 * Only requests without session and token are looked up, and only answers without Set-Cookie are kept.
 */
import type { House } from "./env.ts";

type Handle = (request: Request, connection?: Deno.ServeHandlerInfo) => Response | Promise<Response>;

interface Kept {
  body: Uint8Array<ArrayBuffer>;
  headers: [string, string][];
  expiresAt: number;
  ladiesVersion: number;
}

const keptMs = 60_000;
const bytesAtMost = 64 * 1024 * 1024;

/** Cookies that change what a guest sees, or that belong to somebody. */
const tellingCookies = /(?:^|;\s*)(?:slsid|flash|theme|i18n_redirected)=/;

export function withGuestCache(house: House, handle: Handle): Handle {
  const pages = new Map<string, Kept>();
  let bytes = 0;

  function forget(key: string, page: Kept): void {
    pages.delete(key);
    bytes -= page.body.byteLength;
  }

  function keep(key: string, page: Kept): void {
    for (const [oldestKey, oldest] of pages) {
      if (bytes + page.body.byteLength <= bytesAtMost) break;
      forget(oldestKey, oldest);
    }
    pages.set(key, page);
    bytes += page.body.byteLength;
  }

  async function renderAndKeep(key: string, request: Request, connection?: Deno.ServeHandlerInfo): Promise<Response> {
    const ladiesVersion = house.store.ladies.version;
    const response = await handle(request, connection);
    if (!mayKeep(response)) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = [...response.headers];
    keep(key, { body, headers, expiresAt: Date.now() + keptMs, ladiesVersion });
    return new Response(body, { headers });
  }

  return (request, connection) => {
    const key = cacheKey(house, request);
    if (key === null) return handle(request, connection);
    const page = pages.get(key);
    if (page) {
      if (page.ladiesVersion === house.store.ladies.version && page.expiresAt > Date.now()) {
        return new Response(page.body, { headers: page.headers });
      }
      forget(key, page);
    }
    return renderAndKeep(key, request, connection);
  };
}

/** Everything that a guest's page depends on, or null where the request may not use the cache. */
function cacheKey(house: House, request: Request): string | null {
  if (request.method !== "GET") return null;
  const { url, headers } = request;
  const cookie = headers.get("cookie");
  if (cookie !== null && tellingCookies.test(cookie)) return null;
  if (headers.has("authorization") || url.includes("access_token=")) return null;
  const path = url.slice(url.indexOf("/", 8));
  // "/" itself answers by the browser's languages; calls and files have their own rules.
  if (/^\/(?:$|\?|api\/|assets\/|static\/|dev\/|healthz|not-yet)/.test(path)) return null;
  if (!house.config.trustProxy) return url;
  return `${headers.get("x-forwarded-proto")} ${headers.get("x-forwarded-host")} ${url}`;
}

const mayKeep = (response: Response): boolean =>
  response.status === 200 && !response.headers.has("set-cookie") &&
  (response.headers.get("content-type") ?? "").startsWith("text/html");
