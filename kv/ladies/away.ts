/** When a lady does not answer for a while: noted by herself or by her agency, and told on her profile. */
import { dateOf, dayMs } from "../store/days.ts";
import type { Store } from "../open.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { checkAgencyDeed } from "./agencies/agency_log.ts";
import { changeLady } from "./profile/changing.ts";
import { type Asking, meantIn, type Seen, seenOf } from "./profile/seen_facts.ts";
import type { Away, LadyRecord } from "./record.ts";

/** How many days ahead an absence may begin and end. */
const daysAheadMax = 366;

/** The day on which she is back, while she is away; else null. */
export function backOn({ away }: Pick<LadyRecord, "away">, nowMs: number): string | null {
  const today = dateOf(nowMs);
  return away && away.from <= today && today < away.until ? away.until : null;
}

/** An absence that is to come or holds now; null if there is none, or it is over. */
export const awayAhead = ({ away }: Pick<LadyRecord, "away">, nowMs: number): Away | null =>
  away && dateOf(nowMs) < away.until ? away : null;

/** The mark of what a form shows of her absence: one for both days, as she or her agency chose them together. */
export const seenAway = (lady: Pick<LadyRecord, "away">): Seen => seenOf(absenceOf(lady));

const absenceOf = ({ away }: Pick<LadyRecord, "away">) => ({ away: away ?? null });

/**
 * Notes when she is away, or (null) that she is not. Refuses `not_found`, and `invalid` for days in the wrong order, for an
 * absence that is over already, and for days more than a year ahead; `conflict` as seen_facts.ts does, and what
 * `checkAgencyDeed` refuses.
 */
export async function setAway(
  store: Store,
  ladyId: number,
  away: Away | null,
  { agencyId, seen }: Asking = {},
): Promise<Result<{ away: Away | null }>> {
  const field = away && faultOf(away, store.now());
  if (field) return refuse("invalid", { fields: { [field]: "wrong_value" } });
  const action = away ? "away_set" : "away_cleared";
  const changed = await changeLady(store, ladyId, async (lady, op) => {
    const said = meantIn({ away }, absenceOf(lady), seen);
    if (!said.ok) return said;
    if (said.meant.away === undefined) return lady;
    return await checkAgencyDeed(store, op, agencyId, action, ladyId, { ...away }) ?? { ...lady, away };
  });
  return changed.ok ? { ok: true, away: changed.record.away ?? null } : changed;
}

function faultOf({ from, until }: Away, nowMs: number): "from" | "until" | null {
  if (from > dateOf(nowMs + daysAheadMax * dayMs)) return "from";
  const isPossible = until > from && until > dateOf(nowMs) && until <= dateOf(nowMs + daysAheadMax * dayMs);
  return isPossible ? null : "until";
}
