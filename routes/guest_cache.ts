/**
 * Whole pages for guests, kept in memory and forgotten when a lady or a story changes or a minute has passed.
 * Only requests without session and token are looked up, and only answers without Set-Cookie are kept.
 */
import type { House } from "./env.ts";
import { requestCountersOf } from "./middleware/count_requests.ts";
import { PageShelf, pagesVersion } from "./page_shelf.ts";

type Handle = (request: Request, connection?: Deno.ServeHandlerInfo) => Response | Promise<Response>;

interface Kept {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

/** Cookies that change what a guest sees, or that belong to somebody. The language cookie counts on "/" alone. */
const tellingCookies = /(?:^|;\s*)(?:slsid|flash|theme)=/;

export function withGuestCache(house: House, handle: Handle): Handle {
  const shelf = new PageShelf<Kept>();
  const counters = requestCountersOf(house);

  async function renderAndKeep(key: string, request: Request, connection?: Deno.ServeHandlerInfo): Promise<Response> {
    const version = pagesVersion(house.store);
    const response = await handle(request, connection);
    if (!mayKeep(response)) return response;
    const page = { body: new Uint8Array(await response.arrayBuffer()), headers: response.headers };
    shelf.keep(key, version, page, page.body.byteLength);
    return new Response(page.body, { headers: page.headers });
  }

  return (request, connection) => {
    const key = cacheKey(house, request);
    if (key === null) return handle(request, connection);
    const page = shelf.get(key, pagesVersion(house.store));
    if (!page) return renderAndKeep(key, request, connection);
    counters.guestPages++;
    return new Response(page.body, { headers: page.headers });
  };
}

/** Everything that a guest's page depends on, or null where the request may not use the cache. */
function cacheKey(house: House, request: Request): string | null {
  if (request.method !== "GET") return null;
  const { url, headers } = request;
  const cookie = headers.get("cookie");
  if (cookie !== null && tellingCookies.test(cookie)) return null;
  if (headers.has("authorization") || carriesToken(url)) return null;
  const path = url.slice(url.indexOf("/", 8));
  // "/" itself answers by the browser's languages; calls and files have their own rules.
  if (
    /^\/(?:$|\?|api\/|assets\/|static\/|dev\/|healthz|not-yet|(?:en\/|zh-hans\/)?(?:auth|not-yet|dev|email-confirmation|password-reset|unsubscribe)\b)/
      .test(path)
  ) return null;
  if (!house.config.trustProxy) return url;
  return `${headers.get("x-forwarded-proto")} ${headers.get("x-forwarded-host")} ${url}`;
}

/** However the name is spelt: "access%5Ftoken" is the same to a server. */
const carriesToken = (url: string): boolean =>
  url.includes("access_token=") || (url.includes("%") && new URL(url).searchParams.has("access_token"));

const mayKeep = (response: Response): boolean =>
  response.status === 200 && !response.headers.has("set-cookie") &&
  (response.headers.get("content-type") ?? "").startsWith("text/html") &&
  !(response.headers.get("cache-control") ?? "").includes("no-store");
