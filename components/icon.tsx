/** Icons by name. They come from an external sprite, so that no page carries their paths. */
import { classNames } from "./class_names.ts";

export const spriteUrl = "/static/images/sprite.svg";

/** Every icon of the sprite, without its "i-". */
export const iconNames = [
  "alert",
  "block",
  "calendar",
  "chat",
  "check",
  "clock",
  "close",
  "down",
  "envelope",
  "expand",
  "eye",
  "flag",
  "globe",
  "heart",
  "info",
  "left",
  "lock",
  "menu",
  "mic",
  "mic-off",
  "more",
  "pen",
  "phone-off",
  "photo",
  "picture",
  "play",
  "plus",
  "read",
  "restore",
  "right",
  "search",
  "send",
  "shrink",
  "sliders",
  "smile",
  "star",
  "stop",
  "trash",
  "up",
  "user",
  "verified",
  "video",
  "video-off",
] as const;
export type IconName = typeof iconNames[number];

interface IconProps {
  name: IconName;
  /** Only for an icon without words beside it; without a label the icon is hidden from assistive technology. */
  label?: string;
  class?: string;
}

export function Icon({ name, label, class: className }: IconProps) {
  const meaning = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg class={classNames("icon", className)} {...meaning}>
      <use href={`${spriteUrl}#i-${name}`} />
    </svg>
  );
}
