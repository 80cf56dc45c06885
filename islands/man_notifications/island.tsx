/** The same for a man, whose pages also stay true about his credits. */
import { useEffect } from "react";
import { usePage } from "../../components/page_context.ts";
import { balanceStrings, showBalance } from "../letter_notifications/head_balance.ts";
import type { Counts } from "../letter_notifications/state.ts";
import { tellZone } from "../letter_notifications/tell_zone.ts";
import { notificationStrings, useNotifications } from "../letter_notifications/use_notifications.tsx";

export const strings = [...notificationStrings, ...balanceStrings];

export default function ManNotifications({ counts, zone }: { counts: Counts; zone?: string | null }) {
  const { t } = usePage();
  const bar = useNotifications(counts, "/man/chat", (balance) => showBalance(balance, t));
  useEffect(() => tellZone(zone), []);
  return <>{bar}</>;
}
