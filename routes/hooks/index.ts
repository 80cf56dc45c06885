/** Webhooks of the payment providers: one address each, behind which everything is the same. */
import type { Hono } from "hono";
import type { AppEnv, Dependencies } from "../http/env.ts";
import { receiveHook } from "./receive_hook.ts";

/** Only the configured providers have an address. */
export function mountHooks(app: Hono<AppEnv>, deps: Dependencies): void {
  for (const { name } of deps.payments.all) app.post(`/hooks/${name}`, (c) => receiveHook(c, name));
}
