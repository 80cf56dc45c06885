/** Small marks beside words: mark, badge, tag, presence, avatar. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";
import { Icon } from "./icon.tsx";

interface MarkProps {
  tone?: "seal" | "ink";
  children: ComponentChildren;
}

/** A short word in a frame, e.g. "Most popular" or "Opened". */
export function Mark({ tone = "seal", children }: MarkProps) {
  return <span class={classNames("mark", tone === "ink" && "mark--ink")}>{children}</span>;
}

interface BadgeProps {
  count: number;
  /** What is counted, for screen readers, e.g. "new letters". */
  label?: string;
  quiet?: boolean;
  /** For unread letters, of one box or in total: the badge is kept hidden at zero, and changes while the page is open. */
  live?: "inbox" | "introduction" | "total";
}

/** A count; nothing if it is zero, unless it is `live`. */
export function Badge({ count, label, quiet, live }: BadgeProps) {
  if (count === 0 && !live) return null;
  return (
    <span class={classNames("badge", quiet && "badge--quiet")} data-new={live} hidden={count === 0}>
      {count > 999 ? "999+" : count}
      {label && <span class="visually-hidden">{label}</span>}
    </span>
  );
}

interface TagProps {
  children: ComponentChildren;
  /** Makes the tag a link that removes it; needs `removeLabel`. */
  href?: string;
  removeLabel?: string;
}

export function Tag({ children, href, removeLabel }: TagProps) {
  if (!href) return <span class="tag">{children}</span>;
  return (
    <a class="tag" href={href}>
      {children} <Icon name="close" label={removeLabel} />
    </a>
  );
}

interface PresenceProps {
  isOnline: boolean;
  label: string;
}

/** A dot with its label. */
export function Presence({ isOnline, label }: PresenceProps) {
  return (
    <span class={classNames("presence", isOnline && "presence--on")}>
      <span class={classNames("dot", isOnline && "dot--on")} />
      {label}
    </span>
  );
}

interface AvatarProps {
  src: string;
  /** Empty (the default) if the name stands beside the picture. */
  alt?: string;
  size?: "small" | "medium" | "large";
}

const avatarSizes = {
  small: { pixels: 36, class: "avatar avatar--s" },
  medium: { pixels: 48, class: "avatar" },
  large: { pixels: 104, class: "avatar avatar--l" },
};

export function Avatar({ src, alt = "", size = "medium" }: AvatarProps) {
  const { pixels, class: className } = avatarSizes[size];
  return <img class={className} src={src} alt={alt} width={pixels} height={pixels} loading="lazy" />;
}
