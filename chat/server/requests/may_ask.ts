/** Who may ask whom, and how many credits a man needs for it. */
import { type ChatKind, minutePricesFor } from "../../../kv/chats/chats.ts";
import { type Pair, pairOf } from "../../../kv/chats/pairs.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import type { Store } from "../../../kv/open.ts";
import { contactRefusal } from "../../../kv/safety/background/contact.ts";
import { isBlockedBetween } from "../../../kv/safety/blocks.ts";
import { refuse, type Result } from "../../../kv/store/refusals.ts";

/** The pair of two who may ask each other. Refuses what pairOf refuses, `blocked`, and `background_required`. */
export async function mayAsk(store: Store, userId: number, otherId: number): Promise<Result<{ pair: Pair }>> {
  const paired = await pairOf(store, userId, otherId);
  if (!paired.ok) return paired;
  if (await isBlockedBetween(store, userId, otherId)) return refuse("blocked");
  return await contactRefusal(store, paired.pair, userId) ?? paired;
}

/** The fewest credits with which a man may ask or accept, by what a minute costs: more than that. */
export const creditsToBegin = (minuteCredits: number): number => minuteCredits + 1;

/** A man's balance, and whether it is enough to ask or accept. */
export async function creditsFor(store: Store, manId: number, kind: ChatKind) {
  const [balanceCredits, minutePrices] = await Promise.all([balanceOf(store, manId), minutePricesFor(store, manId)]);
  return { balanceCredits, areEnough: balanceCredits >= creditsToBegin(minutePrices[kind]) };
}

/** Whether a person has enough credits to ask or accept; ladies always have. */
export const canPay = async (store: Store, pair: Pair, userId: number, kind: ChatKind): Promise<boolean> =>
  userId !== pair.manId || (await creditsFor(store, userId, kind)).areEnough;
