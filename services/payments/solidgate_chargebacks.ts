/**
 * A chargeback of Solidgate's: one through all stages, the first, pre-arbitration and arbitration, each of which decides it
 * anew. It says how it stands now; its times stand in `chargeback_flow` (https://docs.solidgate.com/risks/chargebacks).
 */
import * as z from "zod";
import { centsOfUnits } from "./currencies.ts";
import type { Disputed } from "./types.ts";

const stage = z.object({ date: z.string().nullish(), updated_date: z.string().nullish() });
/** Solidgate shows such parts as a list, by their ids, or as the only one. */
const several = <Part extends z.ZodType>(part: Part) =>
  z.union([
    z.array(part),
    z.record(z.string(), part).transform((parts) => Object.values(parts)),
    part.transform((one) => [one]),
  ]);

const chargeback = z.object({
  id: z.union([z.int(), z.string().min(1)]),
  amount: z.int().min(0),
  currency: z.string(),
  status: z.string(),
  chargeback_flow: several(stage).nullish().catch(null),
});
type Chargeback = z.infer<typeof chargeback>;

export const chargebackMessage = z.object({ order: z.object({ order_id: z.string().min(1) }), chargeback });

/** What Solidgate knows of an order's chargebacks, where it says it readably. */
export const chargebacksOfOrder = z.object({ chargebacks: several(chargeback) }).transform((order) =>
  order.chargebacks
);

/**
 * What a chargeback says. A decision without a time would say nothing about which of two came later, so Solidgate is asked
 * how the chargeback stands now; what it does not say either is told without a time.
 */
export async function disputeOf(
  told: Chargeback,
  askNow: () => Promise<Chargeback[]>,
  nowMs: number,
): Promise<Disputed> {
  const known = changeOf(told);
  if (known.outcome === "open" || known.toldAt !== undefined) return known;
  const now = (await askNow()).find(({ id }) => String(id) === known.disputeId);
  return now ? { toldAt: nowMs, ...changeOf(now) } : known;
}

function changeOf({ id, amount, currency, status, chargeback_flow }: Chargeback): Disputed {
  const times = (chargeback_flow ?? []).flatMap(({ date, updated_date }) => [msOf(date), msOf(updated_date)])
    .filter((time) => !Number.isNaN(time));
  return {
    kind: "disputed",
    disputeId: String(id),
    amountCents: centsOfUnits(amount, currency),
    currency,
    outcome: outcomeOf(status),
    ...(times.length > 0 && { toldAt: Math.max(...times) }),
  };
}

function outcomeOf(status: string): Disputed["outcome"] {
  if (status === "reversed" || status === "resolved_reversal") return "won";
  return status === "accepted" || status === "resolved" ? "lost" : "open";
}

/** "2026-11-23 13:05:00", or the day alone, in UTC, in ms; NaN where it is no time. */
export const msOf = (time: string | null | undefined): number => {
  const iso = time?.replace(" ", "T") ?? "";
  return Date.parse(/T[\d:.]+$/.test(iso) ? `${iso}Z` : iso);
};
