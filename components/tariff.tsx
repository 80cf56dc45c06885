/** Lists of names with their values: prices with leaders, facts, the itemised order. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";

export interface TariffRow {
  label: ComponentChildren;
  price: ComponentChildren;
  /** Smaller, after the price, e.g. "a minute". */
  note?: string;
  isTotal?: boolean;
}

interface TariffProps {
  lines: readonly TariffRow[];
  small?: boolean;
}

/** Thing, dotted leader, price. */
export function Tariff({ lines, small }: TariffProps) {
  return (
    <dl class={classNames("tariff", small && "tariff--small")}>
      {lines.map(({ label, price, note, isTotal }, index) => (
        <div key={index} class={isTotal ? "total" : undefined}>
          <dt>{label}</dt>
          <dd>
            {price}
            {note && <small>{` ${note}`}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface Fact {
  label: string;
  value: ComponentChildren;
  /** The language of the value, if it is not the page's. */
  lang?: string;
}

interface FactsProps {
  facts: readonly Fact[];
  /** Keeps the list in one column, however wide it is. */
  oneColumn?: boolean;
}

export function Facts({ facts, oneColumn }: FactsProps) {
  return (
    <dl class={classNames("facts", oneColumn && "facts--one")}>
      {facts.map(({ label, value, lang }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd lang={lang}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface QuoteProps {
  id: string;
  title: ComponentChildren;
  lines: readonly TariffRow[];
  /** Above the lines: the promo code, the ways to pay. */
  before?: ComponentChildren;
  /** Below the lines: the button that pays and its small print. */
  children?: ComponentChildren;
}

/** An order, line by line, with its total last. */
export function Quote({ id, title, lines, before, children }: QuoteProps) {
  return (
    <section class="quote" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {before}
      <Tariff lines={lines} small />
      {children}
    </section>
  );
}
