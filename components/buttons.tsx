/** Buttons: ink for decisions, vermilion for spending; a button that costs credits carries its price on a stub. */
import type { ComponentChildren, ComponentProps } from "preact";
import { classNames } from "./class_names.ts";
import { Icon, type IconName } from "./icon.tsx";

export type ButtonTone = "ink" | "quiet" | "plain" | "seal";

interface Look {
  children: ComponentChildren;
  tone?: ButtonTone;
  icon?: IconName;
  small?: boolean;
  wide?: boolean;
  class?: string;
}

interface PricedLook {
  label: ComponentChildren;
  /** In words, e.g. "10 credits" or "1 / min". */
  price: string;
  icon?: IconName;
  tone?: "seal" | "quiet";
  wide?: boolean;
  class?: string;
}

type Ours = "children" | "class" | "className" | "label" | "icon" | "href" | "role";
type ButtonRest = Omit<ComponentProps<"button">, Ours>;
type LinkRest = Omit<ComponentProps<"a">, Ours>;

const look = (tone: ButtonTone, small?: boolean, wide?: boolean, extra?: string) =>
  classNames("btn", tone !== "ink" && `btn--${tone}`, small && "btn--small", wide && "btn--wide", extra);

/** A button. Its type is "button" by default, so that it never submits a form by accident. */
export function Button({ children, tone = "ink", icon, small, wide, class: extra, ...rest }: Look & ButtonRest) {
  return (
    <button type="button" {...rest} class={look(tone, small, wide, extra)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function ButtonLink(
  { children, href, tone = "ink", icon, small, wide, class: extra, ...rest }: Look & { href: string } & LinkRest,
) {
  return (
    <a {...rest} href={href} class={look(tone, small, wide, extra)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

interface IconButtonLook {
  icon: IconName;
  /** The button's only words. */
  label: string;
  tone?: ButtonTone;
  class?: string;
}

export function IconButton({ icon, label, tone = "quiet", class: extra, ...rest }: IconButtonLook & ButtonRest) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      class={look(tone, false, false, classNames("btn--icon", extra))}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  );
}

function Priced({ label, price, icon }: Pick<PricedLook, "label" | "price" | "icon">) {
  return (
    <>
      <span>
        {icon && <Icon name={icon} />}
        <span>{label}</span>
      </span>{" "}
      <span class="stub">{price}</span>
    </>
  );
}

/** A button that costs credits. Its type is "submit" by default. */
export function PricedButton(
  { label, price, icon, tone = "seal", wide, class: extra, ...rest }: PricedLook & ButtonRest,
) {
  return (
    <button type="submit" {...rest} class={look(tone, false, wide, classNames("btn--priced", extra))}>
      <Priced label={label} price={price} icon={icon} />
    </button>
  );
}

export function PricedLink(
  { label, price, icon, tone = "seal", wide, class: extra, href, ...rest }: PricedLook & { href: string } & LinkRest,
) {
  return (
    <a {...rest} href={href} class={look(tone, false, wide, classNames("btn--priced", extra))}>
      <Priced label={label} price={price} icon={icon} />
    </a>
  );
}

interface PricedFormProps extends PricedLook {
  action: string;
  /** Hidden fields. One of them is a fresh id, so that a double click is one purchase. */
  fields?: Record<string, string>;
}

/** A purchase that works without a script: one form, one priced button. */
export function PricedForm({ action, fields = {}, ...button }: PricedFormProps) {
  return (
    <form class="purchase" method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <PricedButton {...button} />
    </form>
  );
}
