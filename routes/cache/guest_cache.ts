/**
 * Whole pages for guests, kept in memory and forgotten when a lady or anything of `pageChanges` changes, or a minute has
 * passed.
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
 * Answers that are sent again and again: only ever their clones, which share the bytes and have the headers ready.
 * Making an answer anew copies the page and costs a third of what a bare server needs for the whole request.
 */
interface Form {
  response: Response;
  ready: ReadyAnswer;
}

interface Kept {
  plain: Form;
  /** By which the page was answered, for the log (access_log.ts). */
  route: string | null;
  /** The compressed forms, made when the first browser asks for one. */
  forms: Partial<Record<Encoding, Promise<Form>>>;
}

type Encoding = "br" | "gzip";

/**
 * Cookies that change what a guest sees, or that belong to somebody. The language cookie counts on "/" alone. Names are
 * read as the page reads them, with blanks around: `theme =dark` would else be kept for everybody.
 */
const tellingCookies = /(?:^|;)\s*(?:slsid|flash|theme)\s*=/;

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

  /** The root answers by the browser's languages, and so is kept for nobody; it is compressed all the same. */
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
 * The page in the form that the browser takes. Only guests' pages are compressed: they hold nobody's secrets, so that
 * their lengths tell nothing.
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

const formOf = (bytes: Uint8Array<ArrayBuffer>, headers: Headers): Form => ({
  response: new Response(bytes, { headers }),
  ready: readyAnswer(headers, bytes),
});

const copyOf = ({ response, ready }: Form): Response => markReady(response.clone(), ready);

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];
/** A page is kept for a minute at most: more care than this would cost more than it saves. */
const brotliParams = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function compress({ response, ready }: Form, encoding: Encoding): Promise<Form> {
  const whole = ready.bytes;
  const compressed = encoding === "br" ? await brotliOf(whole, brotliParams) : await gzipOf(whole);
  const headers = new Headers(response.headers);
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return formOf(new Uint8Array(compressed), headers);
}

/** Everything that a guest's page depends on, "root" for the address that is never kept, or null for what is no guest's. */
function cacheKey(deps: Dependencies, request: Request): string | null {
  if (request.method !== "GET") return null;
  const { url, headers } = request;
  const visited = visitedOf(deps.config, request);
  if (visited === null) return null;
  const cookie = headers.get("cookie");
  if (cookie !== null && tellingCookies.test(cookie)) return null;
  if (headers.has("authorization") || carriesToken(url)) return null;
  const path = pathOf(url);
  if (/^(?:$|\/$|\/?\?)/.test(path)) return "root";
  // The app reads another path there than the one that is written, maybe one of those below.
  if (/[\\#]|\/\.|%2e/i.test(path)) return null;
  if (ownRules.test(path)) return null;
  // Parted by what neither a host nor an address can hold.
  return `${visited.scheme}\n${visited.host}\n${consentKey(deps, cookie)}\n${listLookOf(cookie)}\n${path}`;
}

/** Calls, files, and pages that are meant for one visitor, in any language. */
const ownRules = new RegExp(
  `^(?:/(?:api|assets|static)/|/healthz|(?:${localePrefixes.join("|")})/` +
    "(?:auth|not-yet|dev|email-confirmation|password-reset|unsubscribe|consent)\\b)",
);

/** Everything behind the host, with the query. */
function pathOf(url: string): string {
  const host = url.indexOf("//") + 2;
  const from = url.slice(host).search(/[/?#]/);
  return from < 0 ? "" : url.slice(host + from);
}

/** However the name is spelt: "access%5Ftoken" is the same to a server. */
const carriesToken = (url: string): boolean =>
  url.includes("access_token=") || (url.includes("%") && new URL(url).searchParams.has("access_token"));

const mayKeep = (response: Response): boolean =>
  response.status === 200 && !response.headers.has("set-cookie") &&
  (response.headers.get("content-type") ?? "").startsWith("text/html") &&
  !(response.headers.get("cache-control") ?? "").includes("no-store");
