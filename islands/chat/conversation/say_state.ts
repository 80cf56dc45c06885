/** What still fits on the line that one writes on; no browser needed. */
import { messageLengthMax } from "../../../chat/shared/limits.ts";

/** Whether `text` fits where `from` to `to` of `value` is chosen; lengths in UTF-16 units, as the server counts them. */
export const isRoomFor = (value: string, from: number, to: number, text: string): boolean =>
  value.length - (to - from) + text.length <= messageLengthMax;
