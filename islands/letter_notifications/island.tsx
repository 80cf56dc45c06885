/** Keeps every open page of a member true about new letters, and says when one comes. */
import type { Counts } from "./state.ts";
import { notificationStrings, useNotifications } from "./use_notifications.ts";

export const strings = notificationStrings;

export default function LetterNotifications({ counts }: { counts: Counts }) {
  useNotifications(counts);
  return null;
}
