/** Counts each request when its answer is there. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../http/env.ts";

export const countRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = performance.now();
  await next();
  c.var.deps.running.requests.note(c.req.method, c.res.status, (performance.now() - startedAt) / 1000);
};
