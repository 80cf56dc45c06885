/** How a webhook is answered: its provider learns whether to send it again. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Reason, refusals } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { messageOf } from "../http/refusal_answer.tsx";

export const received = (c: AppContext): Response => c.json({ received: true }, 200);

export const refusedHook = (c: AppContext, reason: Reason): Response =>
  c.json({ message: messageOf(c, { reason }), code: reason }, refusals[reason] as ContentfulStatusCode);
