/** On a shared store no request reads the same twice. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../http/env.ts";

export const readOnce: MiddlewareHandler<AppEnv> = (c, next) => c.var.deps.store.memory.duringRequest(next);
