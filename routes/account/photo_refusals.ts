/** Why a photo or its caption is not shown, or is shown no longer, in words for its owner. */
import type { Translate } from "../../i18n/translate.ts";
import type { PhotoRefusal } from "../../kv/vetting/photos.ts";

export function photoRefusalWords(t: Translate, date: (at: number) => string, refusal: PhotoRefusal): string {
  const { isCaption, wasShown, addedAt, reason } = refusal;
  const words = wasShown ? "takenDown" : "refused";
  return t(`photos:${words}${isCaption ? "Caption" : "Photo"}`, { date: date(addedAt), reason });
}
