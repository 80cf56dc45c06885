/**
 * What the operator's own commands ask of a running server: what waits for approval, and decisions about it; and staff
 * accounts (operator_staff.ts). Only from this machine, not by way of a proxy, and only with the key of DATA_DIR
 * (services/operator_file.ts); to everybody else there is no such page.
 */
import type { Hono, MiddlewareHandler } from "hono";
import * as z from "zod";
import { decide } from "../../kv/vetting/approval_decisions.ts";
import { approvalViews } from "../../kv/vetting/approval_views.ts";
import { approvalPath, approvalsPath } from "../../services/operator_paths.ts";
import type { AppEnv, Dependencies } from "../http/env.ts";
import { brings, isFromHere } from "./metrics.ts";
import { mountStaffOffice } from "./operator_staff.ts";

/** `reason`: why something is refused, for the person who asked for it. */
const wanted = z.object({ reason: z.string().optional() });

/** Must be mounted before the middleware that takes every bearer token for a session's. */
export function mountOperator(app: Hono<AppEnv>, deps: Dependencies): void {
  const { operatorKey, store, config } = deps;
  if (operatorKey === undefined) return;

  const operatorsOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (!isFromHere(c, config.host) || !brings(c, operatorKey)) return c.notFound();
    c.header("cache-control", "no-store");
    await next();
  };

  app.get(approvalsPath, operatorsOnly, async (c) => c.json({ approvals: await approvalViews(store) }));
  app.post(approvalPath(":id{[0-9]{1,15}}", ":verdict{approve|refuse}"), operatorsOnly, async (c) => {
    const read = wanted.safeParse(await c.req.json().catch(() => ({})));
    if (!read.success) return c.json({ code: "invalid" }, 422);
    const isApproved = c.req.param("verdict") === "approve";
    const decided = await decide(store, Number(c.req.param("id")), isApproved, read.data);
    if (!decided.ok) return c.json({ code: decided.reason }, decided.reason === "invalid" ? 422 : 404);
    deps.wakeJobs?.();
    return c.json({ approval: decided.approval });
  });
  mountStaffOffice(app, deps, operatorsOnly);
}
