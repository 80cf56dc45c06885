/** One line a request, without query strings: tokens and names travel there. */
import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../http/env.ts";

const log = getLogger(["vesna", "access"]);

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
