/** What still fits into the message field; no browser needed. */
import { messageLengthMax } from "../../../chat/shared/limits.ts";

/** Whether `text` fits in place of `from` to `to` of `value`; lengths in UTF-16 units, as the server counts them. */
export const isRoomFor = (value: string, from: number, to: number, text: string): boolean =>
  value.length - (to - from) + text.length <= messageLengthMax;
