/** What a call may refuse: what follows from its own description, and what it names beyond that. */
import { type Reason, refusals } from "../../../kv/store/refusals.ts";
import { admitted, isAdmitted } from "../../http/access.ts";
import type { Call } from "./call.ts";

/** The refusals of calls that take credits. */
export const whereItCosts = ["insufficient_credits", "credits_owed", "spending_limit_reached"] as const;

/** Every reason for which a call may be refused, by itself or by the middleware around it. */
export const reasonsOf = (call: Call): ReadonlySet<Reason> => new Set(gather(call));

/** The same reasons by status, in the order of `refusals`. */
export function reasonsByStatus(call: Call): Map<number, Reason[]> {
  const reasons = reasonsOf(call);
  const inOrder = (Object.keys(refusals) as Reason[]).filter((reason) => reasons.has(reason));
  return Map.groupBy(inOrder, (reason) => refusals[reason]);
}

function gather({ method, access, params, query, body, refuses = [] }: Call): Reason[] {
  const isUnsafe = method !== "get";
  const isForGuests = isAdmitted(access, "guest");
  const isForAllMembers = admitted.members.every((group) => isAdmitted(access, group));
  return [
    "malformed",
    "internal",
    "store_unavailable",
    ...isForGuests ? [] : ["not_signed_in" as const],
    ...isForAllMembers ? [] : ["wrong_role" as const],
    ...params ? ["not_found" as const] : [],
    ...query || body ? ["invalid" as const] : [],
    ...body ? ["unsupported_type" as const] : [],
    ...isUnsafe ? ["wrong_origin" as const, "too_large" as const, "idempotency_key_reused" as const] : [],
    ...refuses,
  ];
}
