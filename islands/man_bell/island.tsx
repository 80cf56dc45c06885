/** The same for a man, whose pages also stay true about his credits. */
import { usePage } from "../../components/page_context.ts";
import { balanceStrings, showBalance } from "../letter_bell/head_balance.ts";
import type { Counts } from "../letter_bell/state.ts";
import { bellStrings, useBell } from "../letter_bell/use_bell.ts";

export const strings = [...bellStrings, ...balanceStrings];

export default function ManBell({ counts }: { counts: Counts }) {
  const { t } = usePage();
  useBell(counts, (balance) => showBalance(balance, t));
  return null;
}
