/** Establishes once what a request is: its id, origin, client address, variant, locale and words. */
import type { MiddlewareHandler } from "hono";
import { translatorFor } from "../../i18n/translate.ts";
import type { Config } from "../../services/config.ts";
import type { AppEnv, House, RequestFacts } from "../env.ts";
import { placeRequest, variantOfHost } from "./locale.ts";

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

/** Facts of a request; forwarded headers count only behind a proxy that the operator vouches for. */
export function factsOf(config: Config, request: Request, connection?: Connection): RequestFacts {
  const url = new URL(request.url);
  const host = visitorHost(config, request);
  const scheme = forwarded(config, request, "proto") ?? url.protocol.replace(":", "");
  const placed = placeRequest(variantOfHost(config, host), url.pathname);
  return {
    ...placed,
    origin: `${scheme}://${host}`,
    address: forwarded(config, request, "for") ?? connection?.remoteAddr?.hostname ?? "unknown",
    t: translatorFor(placed.locale),
    brand: placed.locale === "en" ? config.english : config.chinese,
  };
}

/** The host that the visitor typed. */
export const visitorHost = (config: Config, request: Request): string =>
  forwarded(config, request, "host") ?? request.headers.get("host") ?? new URL(request.url).host;

function forwarded(config: Config, request: Request, name: "host" | "proto" | "for"): string | null {
  if (!config.trustProxy) return null;
  return request.headers.get(`x-forwarded-${name}`)?.split(",")[0]?.trim() || null;
}
