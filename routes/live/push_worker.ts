/** The worker that shows notes of new letters: at the root, so that it may speak for every page; only where we push. */
import type { Hono } from "hono";
import { refuse } from "../../kv/store/refusals.ts";
import type { AppEnv, Dependencies } from "../http/env.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";

export const pushWorkerPath = "/push_worker.js";

const file = new URL("../../static/push_worker.js", import.meta.url);

export function mountPushWorker(app: Hono<AppEnv>, deps: Dependencies): void {
  app.get(pushWorkerPath, async (c) => {
    if (!deps.push) return await answerRefusal(c, refuse("not_found"));
    const script = await Deno.readTextFile(file);
    return c.body(script, 200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" });
  });
}
