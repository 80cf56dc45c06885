/** Controls for choosing: checkbox, radio, choices, range. */
import type { ComponentChildren, ComponentProps } from "preact";
import { describe, FieldError } from "./fields.tsx";

/** The attributes of an `<input>` that a control passes on as they are. */
export type InputRest = Omit<
  ComponentProps<"input">,
  "children" | "class" | "className" | "label" | "type" | "id" | "role"
>;

interface CheckLook {
  children: ComponentChildren;
  type?: "checkbox" | "radio";
  /** Stands at the end of the line: a number, "5% off". */
  count?: ComponentChildren;
  /** Required if there is an `error`: the error's id is derived from it. */
  id?: string;
  error?: string | null;
}

export function Check({ children, type = "checkbox", count, id, error, ...rest }: CheckLook & InputRest) {
  const described = id ? describe(id, null, error) : {};
  const check = (
    <label class="check">
      <input {...rest} {...described} id={id} type={type} />
      <span>{children}</span>
      {count !== undefined && <span class="count">{count}</span>}
    </label>
  );
  if (!id || !error) return check;
  return (
    <div class="field">
      {check}
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface ChoicesProps {
  legend: string;
  /** Keeps the legend for assistive technology only. */
  quietLegend?: boolean;
  name: string;
  options: readonly Choice[];
  chosen: readonly string[];
  type?: "checkbox" | "radio";
  /** One frame around all of them, for two to four short alternatives. */
  joined?: boolean;
  onChange?: (event: Event) => void;
}

/** A few short alternatives, all of them in view. */
export function Choices(
  { legend, quietLegend, name, options, chosen, type = "checkbox", joined, onChange }: ChoicesProps,
) {
  return (
    <fieldset class="group">
      <legend class={quietLegend ? "visually-hidden" : undefined}>{legend}</legend>
      <div class={joined ? "segmented" : "choices"}>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input type={type} name={name} value={value} checked={chosen.includes(value)} onChange={onChange} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface RangeEnd {
  name: string;
  /** The full name of the field, e.g. "Age from". */
  label: string;
  value?: number | string;
  placeholder?: string;
}

interface RangeFieldProps {
  legend: string;
  from: RangeEnd;
  to: RangeEnd;
  /** The word between the two, e.g. "to". */
  between: string;
  min?: number;
  max?: number;
  onChange?: (event: Event) => void;
}

/** Two numbers that bound a value; either may stay empty. */
export function RangeField({ legend, from, to, between, min, max, onChange }: RangeFieldProps) {
  const input = (end: RangeEnd) => (
    <input
      class="input"
      type="number"
      inputmode="numeric"
      name={end.name}
      aria-label={end.label}
      value={end.value}
      placeholder={end.placeholder}
      min={min}
      max={max}
      onChange={onChange}
    />
  );
  return (
    <fieldset class="group">
      <legend>{legend}</legend>
      <div class="range">
        {input(from)}
        <span>{between}</span>
        {input(to)}
      </div>
    </fieldset>
  );
}
