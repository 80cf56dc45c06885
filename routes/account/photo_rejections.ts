/** Why a photo or its caption is not shown, or is shown no longer, in words for its owner. */
import type { Translate } from "../../i18n/translate.ts";
import type { PhotoRejection } from "../../kv/vetting/photos.ts";

export function photoRejectionWords(t: Translate, date: (at: number) => string, rejection: PhotoRejection): string {
  const { isCaption, wasShown, addedAt, reason } = rejection;
  const words = wasShown ? "takenDown" : "refused";
  return t(`photos:${words}${isCaption ? "Caption" : "Photo"}`, { date: date(addedAt), reason });
}
