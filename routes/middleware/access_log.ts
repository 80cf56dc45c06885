/** Logs requests, but never a network address, a query, an id or a name, because these hold tokens or tell who it was. */
import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Answered } from "../../services/http/server.ts";
import type { AppEnv } from "../http/env.ts";

const log = getLogger(["vesna", "access"]);

/** The route that answered each request, as it is written where it is mounted: "/girl/:slug". */
const routes = new WeakMap<Request, string>();

export const routeOf = (request: Request): string | null => routes.get(request) ?? null;

/** For answers that the app is not asked for (guest_cache.ts). */
export const noteRoute = (request: Request, route: string | null): void => void (route && routes.set(request, route));

/** One line of the log for a request that was answered; `path` is null where no route knows it. */
export function logAnswered(request: Request, { status, ms, bytes }: Answered): void {
  const { method } = request;
  log.info("{method} {path} {status}", { method, path: routeOf(request), status, ms, bytes });
}

/** Remembers the route that answers the request, whatever the answer is. */
export const rememberRoute: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { raw } = c.req;
  await next();
  // Middleware is mounted for all methods, and is no route.
  noteRoute(raw, matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? null);
};

/** In development: one line a request with its path, without query strings. */
export const accessLog: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = performance.now();
  await next();
  const { facts, requestId } = c.var;
  log.debug("{method} {path} {status} {ms} ms {id}", {
    method: c.req.method,
    path: facts.path,
    status: c.res.status,
    ms: Math.round(performance.now() - startedAt),
    id: requestId,
  });
};
