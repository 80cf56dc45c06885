/** The button that begins a text chat or a call with a person. A man's carries the price of a minute. */
import { Button, PricedButton } from "../../components/buttons.tsx";
import type { IconName } from "../../components/icon.tsx";
import type { Control } from "./control.ts";

interface BeginButtonProps {
  control: Control;
  label: string;
  /** In words; ladies have none. */
  price?: string;
  icon: IconName;
  tone?: "quiet";
  wide?: boolean;
  class?: string;
  onClick: () => void;
}

export function BeginButton({ control, label, price, ...rest }: BeginButtonProps) {
  const held = { "aria-disabled": control.asking.isHeld };
  return price
    ? <PricedButton type="button" label={label} price={price} {...held} {...rest} />
    : (
      <Button {...held} {...rest}>
        <span>{label}</span>
      </Button>
    );
}
