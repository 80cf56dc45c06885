/** Keeps an open page up to date about new letters, and says when one comes. */
import { notificationStrings, useNotifications, type Written } from "./use_notifications.tsx";

export const strings = notificationStrings;

export default function LetterNotifications(written: Written) {
  return <>{useNotifications(written, "/lady/chat")}</>;
}
