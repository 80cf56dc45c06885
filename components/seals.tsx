/** The three marks of the site: the V seal, the 春信 seal, and wax, which only ever closes something. */
import { classNames } from "./class_names.ts";
import { spriteUrl } from "./icon.tsx";

interface SealProps {
  class?: string;
  /** Address of the sprite, if it is not the one of all pages. */
  sprite?: string;
}

/** A V that is the flap of an envelope; also the seal to use below 24 px. */
export function SealV({ class: className, sprite = spriteUrl }: SealProps) {
  return (
    <svg class={classNames("seal", className)} aria-hidden="true">
      <use href={`${sprite}#seal-v`} />
    </svg>
  );
}

export function SealZh({ class: className, sprite = spriteUrl }: SealProps) {
  return (
    <svg class={classNames("seal", "seal--tall", className)} aria-hidden="true">
      <use href={`${sprite}#seal-zh`} />
    </svg>
  );
}

export function Wax({ class: className }: Pick<SealProps, "class">) {
  return (
    <svg class={classNames("wax", className)} aria-hidden="true">
      <use href={`${spriteUrl}#wax`} />
    </svg>
  );
}
