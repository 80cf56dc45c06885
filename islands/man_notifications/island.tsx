/** The same for a man, whose pages also stay true about his credits. */
import { usePage } from "../../components/page_context.ts";
import { balanceStrings, showBalance } from "../letter_notifications/head_balance.ts";
import type { Counts } from "../letter_notifications/state.ts";
import { notificationStrings, useNotifications } from "../letter_notifications/use_notifications.ts";

export const strings = [...notificationStrings, ...balanceStrings];

export default function ManNotifications({ counts }: { counts: Counts }) {
  const { t } = usePage();
  useNotifications(counts, (balance) => showBalance(balance, t));
  return null;
}
