/** Whether somebody will see an answer: a page that a browser only prefetches does not count as read. */
import type { AppContext } from "./env.ts";

export const isRealReading = (c: AppContext): boolean =>
  c.req.method !== "HEAD" && !/prefetch|prerender|preview/.test(c.req.header("sec-purpose") ?? "");
