/** Keeps every open page of a member true about new letters, and says when one comes. */
import { useEffect } from "react";
import type { Counts } from "./state.ts";
import { tellZone } from "./tell_zone.ts";
import { notificationStrings, useNotifications } from "./use_notifications.tsx";

export const strings = notificationStrings;

export default function LetterNotifications({ counts, zone }: { counts: Counts; zone?: string | null }) {
  const bar = useNotifications(counts, "/lady/chat");
  useEffect(() => tellZone(zone), []);
  return <>{bar}</>;
}
