/** Why a photo or its caption is not shown, or is shown no longer, in words for its owner. */
import type { TellDate } from "../../i18n/format.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { PhotoRejection } from "../../kv/vetting/photos.ts";

export function photoRejectionWords(t: Translate, date: TellDate, rejection: PhotoRejection): string {
  const { isCaption, wasShown, addedAt, reason } = rejection;
  const words = wasShown ? "takenDown" : "refused";
  // With the time: the photo itself is gone, and others may have been added on that day.
  return t(`photos:${words}${isCaption ? "Caption" : "Photo"}`, { date: date(addedAt, "moment"), reason });
}
