/**
 * Whole pages for guests, kept in memory until a lady changes, `pageChanges` counts a change, or a minute has passed.
 * Only requests without session and token are looked up, and only answers without Set-Cookie are kept.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { markReady, type ReadyAnswer, readyAnswer } from "../../services/http/send_answer.ts";
import type { Caller } from "../../services/http/server.ts";
import type { Dependencies } from "../http/env.ts";
import { consentKey } from "../http/outside.ts";
import { listLookOf } from "../ladies/list_look.ts";
import { noteRoute, routeOf } from "../middleware/access_log.ts";
import { localePrefixes } from "../middleware/locale.ts";
import { visitedOf } from "../middleware/visited.ts";
import { PageShelf, shownNow } from "./page_shelf.ts";
import { watchPresence } from "./presence_pace.ts";

type Handle = (request: Request, connection?: Caller) => Response | Promise<Response>;

/**
 * A page in one encoding, sent many times: only ever as a clone, which shares the bytes and has its headers ready.
 * Building a new response copies the page, and costs a third of what a bare server needs for the whole request.
 */
interface EncodedPage {
  response: Response;
  ready: ReadyAnswer;
}

interface Kept {
  plain: EncodedPage;
  /** The route that answered the page, for the log (access_log.ts). */
  route: string | null;
  /** The compressed forms, made when the first browser asks for one. */
  forms: Partial<Record<Encoding, Promise<EncodedPage>>>;
}

type Encoding = "br" | "gzip";

/**
 * Cookies that change what a guest sees, or that belong to somebody. The language cookie matters only on "/". Names are
 * matched with blanks around them, as the page reads them: otherwise `theme =dark` would be kept for everybody.
 */
const varyingCookies = /(?:^|;)\s*(?:slsid|flash|theme)\s*=/;

export function withGuestCache(deps: Dependencies, handle: Handle): Handle {
  const shelf = new PageShelf<Kept>();
  const counters = deps.running.requests;

  async function renderAndKeep(key: string, request: Request, connection?: Caller): Promise<Response> {
    const shown = shownNow(deps.store, deps.running.presencePace);
    const showsPresence = watchPresence(deps.store.ladies);
    const response = await handle(request, connection);
    if (!mayKeep(response)) return response;
    const { page, bytes } = await keptOf(response, request);
    shelf.keep(key, shown, page, bytes, showsPresence());
    return await send(page, request);
  }

  /** The root page depends on the browser's languages, so it is not kept, only compressed. */
  async function renderRoot(request: Request, connection?: Caller): Promise<Response> {
    const response = await handle(request, connection);
    return mayKeep(response) ? await send((await keptOf(response, request)).page, request) : response;
  }

  return (request, connection) => {
    const key = cacheKey(deps, request);
    if (key === "root") return renderRoot(request, connection);
    if (key === null) return handle(request, connection);
    const page = shelf.get(key, shownNow(deps.store, deps.running.presencePace));
    if (!page) return renderAndKeep(key, request, connection);
    counters.guestPages++;
    if (deps.config.hasAccessLog) noteRoute(request, page.route);
    return send(page, request);
  };
}

async function keptOf({ headers, body }: Response, request: Request): Promise<{ page: Kept; bytes: number }> {
  headers.append("vary", "accept-encoding");
  const whole = await new Response(body).bytes();
  const page = { plain: formOf(whole, headers), route: routeOf(request), forms: {} };
  return { page, bytes: whole.byteLength };
}

/**
 * Sends the page in the best encoding that the browser accepts. Only guests' pages are compressed: they hold no secrets
 * that their length could give away.
 */
function send(page: Kept, request: Request): Response | Promise<Response> {
  const accepted = request.headers.get("accept-encoding");
  const encoding: Encoding | null = accepted === null
    ? null
    : /\bbr\b/.test(accepted)
    ? "br"
    : /\bgzip\b/.test(accepted)
    ? "gzip"
    : null;
  if (encoding === null) return copyOf(page.plain);
  const form = page.forms[encoding] ??= compress(page.plain, encoding);
  return form.then(copyOf);
}

const formOf = (bytes: Uint8Array<ArrayBuffer>, headers: Headers): EncodedPage => ({
  response: new Response(bytes, { headers }),
  ready: readyAnswer(headers, bytes),
});

const copyOf = ({ response, ready }: EncodedPage): Response => markReady(response.clone(), ready);

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];
/** A page is kept for a minute at most: a higher quality would cost more than it saves. */
const brotliParams = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function compress({ response, ready }: EncodedPage, encoding: Encoding): Promise<EncodedPage> {
  const whole = ready.bytes;
  const compressed = encoding === "br" ? await brotliOf(whole, brotliParams) : await gzipOf(whole);
  const headers = new Headers(response.headers);
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return formOf(new Uint8Array(compressed), headers);
}

/** Everything that a guest's page depends on; "root" for the address that is never kept; null if it is no guest's page. */
function cacheKey(deps: Dependencies, request: Request): string | null {
  if (request.method !== "GET") return null;
  const { url, headers } = request;
  const visited = visitedOf(deps.config, request);
  if (visited === null) return null;
  const cookie = headers.get("cookie");
  if (cookie !== null && varyingCookies.test(cookie)) return null;
  if (headers.has("authorization") || carriesToken(url)) return null;
  const path = pathOf(url);
  if (/^(?:$|\/$|\/?\?)/.test(path)) return "root";
  // The app reads such a path differently from how it is written, maybe as one of `neverKept`.
  if (/[\\#]|\/\.|%2e/i.test(path)) return null;
  if (neverKept.test(path)) return null;
  // Separated by a character that neither a host nor an address can contain.
  return `${visited.scheme}\n${visited.host}\n${consentKey(deps, cookie)}\n${listLookOf(cookie)}\n${path}`;
}

/** Calls, files, and pages that are meant for one visitor, in any language. */
const neverKept = new RegExp(
  `^(?:/(?:api|assets|static)/|/healthz|(?:${localePrefixes.join("|")})/` +
    "(?:auth|not-yet|dev|email-confirmation|password-reset|unsubscribe|consent)\\b)",
);

/** Everything after the host, with the query. */
function pathOf(url: string): string {
  const host = url.indexOf("//") + 2;
  const from = url.slice(host).search(/[/?#]/);
  return from < 0 ? "" : url.slice(host + from);
}

/** Whether the address carries a token, however its name is encoded: "access%5Ftoken" is the same to a server. */
const carriesToken = (url: string): boolean =>
  url.includes("access_token=") || (url.includes("%") && new URL(url).searchParams.has("access_token"));

const mayKeep = (response: Response): boolean =>
  response.status === 200 && !response.headers.has("set-cookie") &&
  (response.headers.get("content-type") ?? "").startsWith("text/html") &&
  !(response.headers.get("cache-control") ?? "").includes("no-store");
