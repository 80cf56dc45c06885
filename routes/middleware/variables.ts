/** Gives a request one object with its variables: Hono's own `c.var` copies them all at each access. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../http/env.ts";

/** Must be mounted before everything that sets a variable. */
export const variables: MiddlewareHandler<AppEnv> = async (c, next) => {
  const known: Record<string, unknown> = {};
  const set = c.set as (name: string, value: unknown) => void;
  c.set = ((name: string, value: unknown) => {
    known[name] = value;
    set(name, value);
  }) as typeof c.set;
  Object.defineProperty(c, "var", { value: known });
  await next();
};
