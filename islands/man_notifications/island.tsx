/** LetterNotifications for a man, whose open pages also keep his credits up to date. */
import { usePage } from "../../components/page_context.ts";
import { balanceStrings, showBalance } from "../letter_notifications/head_balance.ts";
import { notificationStrings, useNotifications, type Written } from "../letter_notifications/use_notifications.tsx";

export const strings = [...notificationStrings, ...balanceStrings];

export default function ManNotifications(written: Written) {
  const { t } = usePage();
  return <>{useNotifications(written, "/man/chat", (balance) => showBalance(balance, t))}</>;
}
