/** Whether an answer will be seen: a browser that fetches ahead has shown nothing to anybody yet. */
import type { AppContext } from "./env.ts";

export const isRealReading = (c: AppContext): boolean =>
  c.req.method !== "HEAD" && !/prefetch|prerender|preview/.test(c.req.header("sec-purpose") ?? "");
