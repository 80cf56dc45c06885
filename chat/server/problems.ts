/** A refusal as it goes over the wire. */
import { type Reason, type Refusal, refusals } from "../../kv/store/refusals.ts";
import type { ChatContext, Reader } from "./context.ts";

export interface Problem {
  message: string;
  code: Reason;
  status: number;
}

export function problemOf(
  { options }: Pick<ChatContext, "options">,
  reader: Reader,
  { reason }: Refusal,
  values?: Record<string, unknown>,
): Problem {
  return { message: options.words(reader, reason, values), code: reason, status: refusals[reason] };
}
