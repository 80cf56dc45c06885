/** Establishes once what a request is: its id, origin, client address, variant, locale and words. */
import type { MiddlewareHandler } from "hono";
import { parse as parseCookies } from "hono/utils/cookie";
import type { Locale } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { refuse } from "../../kv/store/refusals.ts";
import type { Config } from "../../services/config.ts";
import type { Caller } from "../../services/http/server.ts";
import type { AppEnv, Dependencies, RequestFacts } from "../http/env.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";
import { homeOf, localeCookie, localeOfCall, type Placed, placeRequest, variantOfHost } from "./locale.ts";
import { forwarded, type Visited, visitedOf } from "./visited.ts";

export const requestFacts = (deps: Dependencies): MiddlewareHandler<AppEnv> => async (c, next) => {
  c.set("deps", deps);
  c.set("requestId", deps.store.randomToken().slice(0, 12));
  c.set("signedIn", null);
  c.set("keptOut", null);
  const isForAHost = visitedOf(deps.config, c.req.raw) !== null;
  c.set("isForAHost", isForAHost);
  if (!isForAHost) c.req.raw = toOwnHost(deps.config, c.req.raw);
  c.set("facts", factsOf(deps.config, c.req.raw, c.env as Partial<Caller> | undefined));
  await next();
};

/** Refuses a request for an invalid host; mounted after the middleware that sets headers on every answer. */
export const refuseMalformed: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.var.isForAHost ? await next() : await answerRefusal(c, refuse("malformed"));

/** A request for an invalid host as one for our own, so that its refusal repeats nothing of what it claimed. */
function toOwnHost(config: Config, { url, headers }: Request): Request {
  const { scheme, host } = ownHost(config);
  const isCall = URL.parse(url)?.pathname.startsWith("/api/");
  return new Request(`${scheme}://${host}${isCall ? "/api/" : "/"}`, { headers });
}

function ownHost({ english, chinese }: Config): Visited {
  const { protocol, host } = new URL(english.url ?? chinese.url ?? "http://localhost");
  return { host, scheme: protocol === "https:" ? "https" : "http" };
}

/** No address is longer. The bound is needed because what a header claims becomes part of keys in the store. */
const addressLengthMax = 64;

/** Some proxies add the port (RFC 7239, section 6), which would make each connection a network of its own to limits. */
const withoutPort = (told: string): string =>
  told.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, "$1").replace(/^\[([\da-f:.]+)\](?::\d{1,5})?$/i, "$1");

/** The facts of a request; those of our own host if its host is invalid. */
export function factsOf(config: Config, request: Request, caller?: Partial<Caller>): RequestFacts {
  const { host, scheme } = visitedOf(config, request) ?? ownHost(config);
  const placed = placeRequest(variantOfHost(config, host), new URL(request.url).pathname);
  const locale = isCallPath(placed.path) ? callLocale(placed, request.headers) : placed.locale;
  const told = forwarded(config, request, "for");
  const address = told === null ? caller?.remoteAddr?.hostname ?? "unknown" : withoutPort(told);
  return {
    ...placed,
    host,
    origin: canonicalOrigin(config, host) ?? `${scheme}://${host}`,
    address: address.slice(0, addressLengthMax),
    zone: null,
    ...wordsIn(config, locale),
  };
}

/** What a language brings: its words and the name of the site in it. */
export const wordsIn = (config: Config, locale: Locale): Pick<RequestFacts, "locale" | "t" | "brand"> => ({
  locale,
  t: translatorFor(locale),
  brand: homeOf(config, locale),
});

/** Whether the path is a call's or the chat's, whose language need not stand in a prefix. */
export const isCallPath = (path: string): boolean => /^\/(?:api(?:\/|$)|chat\/socket$)/.test(path);

function callLocale(placed: Placed, headers: Headers): Locale {
  const cookie = parseCookies(headers.get("cookie") ?? "", localeCookie)[localeCookie];
  return localeOfCall(placed, cookie, headers.get("accept-language") ?? undefined);
}

/** The configured address of this host: it has the scheme, which a proxy in front may not tell. */
const canonicalOrigin = (config: Config, host: string): string | undefined =>
  [config.english.url, config.chinese.url].find((url): url is string => url !== null && url.endsWith(`//${host}`));
