/** What a man has to spend; a lady has no purse, so that no page of hers can show one. */
import { lastEntry } from "../../../kv/ledger.ts";
import { man } from "../../../kv/users.ts";
import type { AppContext } from "../../env.ts";

export interface Purse {
  balanceCredits: number;
  /** Credits owed after a reversed payment: nothing can be bought while they stand. */
  owedCredits: number;
}

export async function purseOf(c: AppContext): Promise<Purse | null> {
  const { user } = c.var.signedIn!;
  if (user.groupId !== man) return null;
  const last = await lastEntry(c.var.house.store, user.id);
  return { balanceCredits: last?.balanceAfter ?? 0, owedCredits: last?.owedAfter ?? 0 };
}

export const canPay = (purse: Purse, priceCredits: number): boolean =>
  purse.owedCredits === 0 && purse.balanceCredits >= priceCredits;
