/** What a man has to spend; null for anybody else, so that no page of a lady can show credits. */
import { man } from "../../../kv/accounts/users.ts";
import { lastEntry, spentOn } from "../../../kv/credits/ledger/ledger.ts";
import { spendingLimitOf } from "../../../kv/credits/ledger/spending_limit.ts";
import { type CreditPrices, creditPricesOf } from "../../credits/credit_price.ts";
import type { AppContext } from "../../http/env.ts";

export interface Spendable {
  balanceCredits: number;
  /** Credits owed after a reversed payment: nothing can be bought while they stand. */
  owedCredits: number;
  /** What his own limit leaves of this day; Infinity without one. */
  leftOfDayCredits: number;
  inMoney: CreditPrices;
}

export async function spendableOf(c: AppContext): Promise<Spendable | null> {
  const user = c.var.signedIn?.user;
  if (user?.groupId !== man) return null;
  const { store } = c.var.deps;
  const [last, { limitCredits }, inMoney] = await Promise.all([
    lastEntry(store, user.id),
    spendingLimitOf(store, user.id),
    creditPricesOf(c),
  ]);
  return {
    balanceCredits: last?.balanceAfter ?? 0,
    owedCredits: last?.owedAfter ?? 0,
    leftOfDayCredits: (limitCredits ?? Infinity) - spentOn(last, store.now()),
    inMoney,
  };
}

export const canPay = (spendable: Spendable, priceCredits: number): boolean =>
  spendable.owedCredits === 0 && spendable.balanceCredits >= priceCredits && !isBeyondLimit(spendable, priceCredits);

/** Whether the man's own limit stands in the way, and nothing else. */
export const isBeyondLimit = (spendable: Spendable, priceCredits: number): boolean =>
  spendable.owedCredits === 0 && spendable.balanceCredits >= priceCredits && spendable.leftOfDayCredits < priceCredits;
