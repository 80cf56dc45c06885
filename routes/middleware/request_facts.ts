/** Establishes once what a request is: its id, origin, client address, variant, locale and words. */
import type { MiddlewareHandler } from "hono";
import { parse as parseCookies } from "hono/utils/cookie";
import type { Locale } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import type { Config } from "../../services/config.ts";
import type { AppEnv, House, RequestFacts } from "../env.ts";
import { localeCookie, localeOfCall, type Placed, placeRequest, variantOfHost } from "./locale.ts";

/** What the network layer knows: Deno.serve passes its connection information as the environment. */
export interface Connection {
  remoteAddr?: { hostname?: string };
}

export const requestFacts = (house: House): MiddlewareHandler<AppEnv> => async (c, next) => {
  c.set("house", house);
  c.set("requestId", house.store.randomToken().slice(0, 12));
  c.set("facts", factsOf(house.config, c.req.raw, c.env as Connection | undefined));
  c.set("signedIn", null);
  await next();
};

/** No address is longer; what a header claims becomes part of keys in the store. */
const addressLengthMax = 64;

/** Facts of a request; forwarded headers count only behind a proxy that the operator vouches for. */
export function factsOf(config: Config, request: Request, connection?: Connection): RequestFacts {
  const url = new URL(request.url);
  const host = visitorHost(config, request);
  const scheme = forwarded(config, request, "proto") ?? url.protocol.replace(":", "");
  const placed = placeRequest(variantOfHost(config, host), url.pathname);
  const locale = /^\/api(\/|$)/.test(placed.path) ? callLocale(placed, request.headers) : placed.locale;
  const address = forwarded(config, request, "for") ?? connection?.remoteAddr?.hostname ?? "unknown";
  return {
    ...placed,
    locale,
    origin: canonicalOrigin(config, host) ?? `${scheme}://${host}`,
    address: address.slice(0, addressLengthMax),
    t: translatorFor(locale),
    brand: locale === "en" ? config.english : config.chinese,
  };
}

function callLocale(placed: Placed, headers: Headers): Locale {
  const cookie = parseCookies(headers.get("cookie") ?? "", localeCookie)[localeCookie];
  return localeOfCall(placed, cookie, headers.get("accept-language") ?? undefined);
}

/** The configured address of this very host: it knows the scheme that a proxy in front may not tell. */
const canonicalOrigin = (config: Config, host: string): string | undefined =>
  [config.english.url, config.chinese.url].find((url): url is string =>
    url !== null && url.endsWith(`//${host.toLowerCase()}`)
  );

/** The host that the visitor typed. */
export const visitorHost = (config: Config, request: Request): string =>
  forwarded(config, request, "host") ?? request.headers.get("host") ?? new URL(request.url).host;

function forwarded(config: Config, request: Request, name: "host" | "proto" | "for"): string | null {
  if (!config.trustProxy) return null;
  // Our own proxy writes the last value; anything before it is what the client claimed.
  return request.headers.get(`x-forwarded-${name}`)?.split(",").at(-1)?.trim() || null;
}
