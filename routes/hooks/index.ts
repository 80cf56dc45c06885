/** Webhooks: one address for each payment provider, all handled alike, and one for the provider that sends mails. */
import type { Hono } from "hono";
import type { AppEnv, Dependencies } from "../http/env.ts";
import { receiveHook } from "./receive_hook.ts";
import { receiveMailReport } from "./receive_mail_report.ts";

/** Only the configured providers have an address. */
export function mountHooks(app: Hono<AppEnv>, deps: Dependencies): void {
  for (const { name } of deps.payments.all) app.post(`/hooks/${name}`, (c) => receiveHook(c, name));
  const { mailApi } = deps.config;
  if (!mailApi?.hookSecret) return;
  const believed = { provider: mailApi.provider, secret: mailApi.hookSecret };
  app.post(`/hooks/${mailApi.provider}`, (c) => receiveMailReport(c, believed));
}
