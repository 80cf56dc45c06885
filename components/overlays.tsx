/** What opens on top of the page: dialog, menu, toast, tip. All are native elements and usable from the keyboard. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";
import { Icon, type IconName } from "./icon.tsx";

interface DialogProps {
  /** Opened by `<button commandfor={id} command="show-modal">` or by `showModal()`. */
  id: string;
  title: string;
  closeLabel: string;
  children?: ComponentChildren;
  /** At most two buttons; the one that decides comes last. */
  actions?: ComponentChildren;
  /** Shown in the flow of the page instead of on top of it. */
  inline?: boolean;
  onClose?: () => void;
}

export function Dialog({ id, title, closeLabel, children, actions, inline, onClose }: DialogProps) {
  return (
    <dialog
      class={classNames("dialog", inline && "dialog--inline")}
      id={id}
      aria-labelledby={`${id}-title`}
      open={inline}
      closedby="any"
      onClose={onClose}
    >
      <div class="dialog__body">
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        {actions && <div class="actions">{actions}</div>}
      </div>
      {/* After the body, so that the dialog first focuses its own controls and not the close button. */}
      <form method="dialog">
        <button class="dialog__close" aria-label={closeLabel}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  );
}

interface MenuProps {
  /** The content of `<summary>`. */
  summary: ComponentChildren;
  /** Of menus with the same name only one is open. */
  name?: string;
  /** List items: `<li><a>` or `<li><button>`. */
  children: ComponentChildren;
  /** Opens towards the start of the line; for a menu at its end. */
  atEnd?: boolean;
}

/** A list of links that opens; works without a script. */
export function Menu({ summary, name, children, atEnd }: MenuProps) {
  return (
    <details class={classNames("menu", atEnd && "menu--end")} name={name}>
      <summary>
        {summary} <Icon name="down" />
      </summary>
      <ul class="menu__list">{children}</ul>
    </details>
  );
}

export type ToastTone = "plain" | "good" | "bad";

const toneIcons: Record<ToastTone, IconName> = { plain: "info", good: "check", bad: "alert" };

interface ToastProps {
  tone?: ToastTone;
  title: string;
  children?: ComponentChildren;
  dismissLabel: string;
  onDismiss?: () => void;
}

/** The box of one flash. `Toasts`, the live region around it, announces it. */
export function Toast({ tone = "plain", title, children, dismissLabel, onDismiss }: ToastProps) {
  return (
    <div class={classNames("toast", tone !== "plain" && `toast--${tone}`)}>
      <Icon name={toneIcons[tone]} />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
      <button type="button" class="toast__close" aria-label={dismissLabel} onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The corner for toasts. It must be on the page before the first toast comes. Each toast is read out alone. */
export function Toasts({ label, children }: { label: string; children?: ComponentChildren }) {
  return (
    <section class="toasts" role="status" aria-live="polite" aria-atomic="false" aria-label={label}>
      {children}
    </section>
  );
}

interface TipProps {
  id: string;
  text: string;
  /** The control that the tip explains; must carry `aria-describedby={id}`. A price must never stand in a tip alone. */
  children: ComponentChildren;
  open?: boolean;
}

export function Tip({ id, text, children, open }: TipProps) {
  return (
    <span class={classNames("tip", open && "tip--open")}>
      {children}
      <span role="tooltip" id={id}>{text}</span>
    </span>
  );
}
