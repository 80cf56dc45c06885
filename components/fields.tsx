/** Form fields: the label stands above, hint and error below; both are tied to the control by `aria-describedby`. */
import type { ComponentChildren, ComponentProps } from "preact";
import { classNames } from "./class_names.ts";
import { useFault } from "./form_faults.tsx";
import { Icon } from "./icon.tsx";

interface Words {
  /** Unique on the page; hint and error get ids derived from it. */
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | null;
  class?: string;
}

type Rest<Tag extends "input" | "select" | "textarea"> = Omit<
  ComponentProps<Tag>,
  keyof Words | "className" | "children" | "role" | "type" | "aria-describedby"
>;

/** The attributes that tie a control to its hint and error; `extra` names further descriptions. */
export function describe(id: string, hint: unknown, error: unknown, extra?: string) {
  const describedBy = classNames(hint ? `${id}-hint` : null, error ? `${id}-error` : null, extra);
  return {
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
    ...(error ? { "aria-invalid": "true" as const } : {}),
  };
}

/**
 * The error under a control, to which `aria-describedby` points. The summary at the top of the page repeats it with the
 * field's label.
 */
export function FieldError(
  { id, label, children }: { id: string; label?: ComponentChildren; children: ComponentChildren },
) {
  useFault({ id, label, message: children });
  return (
    <p class="error" id={`${id}-error`}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

function Labelled({ id, label, hint, error, class: extra, children }: Words & { children: ComponentChildren }) {
  return (
    <div class={classNames("field", extra)}>
      <label for={id}>{label}</label>
      {children}
      {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
      {error && <FieldError id={id} label={label}>{error}</FieldError>}
    </div>
  );
}

interface FieldExtra {
  type?:
    | "text"
    | "email"
    | "password"
    | "date"
    | "time"
    | "number"
    | "tel"
    | "search"
    | "url"
    | "datetime-local"
    | "file";
  /** The id of an element under the field that is read with it, e.g. of the password rules. */
  describedBy?: string;
  /** The id of a datalist with suggestions; other values are allowed, too. */
  list?: string;
  children?: ComponentChildren;
}

/** A field that is wrong together with another gets `aria-invalid` and `describedBy`: their one error stands outside. */
export function Field(
  { id, label, hint, error, class: extra, type = "text", describedBy, children, ...rest }:
    & Words
    & FieldExtra
    & Rest<"input">,
) {
  // Preact's input is a union by type, which TypeScript cannot follow through a rest.
  const input = { ...rest, ...describe(id, hint, error, describedBy), id, type } as ComponentProps<"input">;
  return (
    <Labelled id={id} label={label} hint={hint} error={error} class={extra}>
      <input {...input} class="input" />
      {children}
    </Labelled>
  );
}

export function TextArea({ id, label, hint, error, class: extra, ...rest }: Words & Rest<"textarea">) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error} class={extra}>
      <textarea {...rest} {...describe(id, hint, error)} id={id} class="textarea" />
    </Labelled>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  /** The language of the label, if it is not the page's. */
  lang?: string;
  disabled?: boolean;
}

interface SelectExtra {
  options: readonly SelectOption[];
  /** The first, empty option, e.g. "Any"; left out if the field always has a value. */
  emptyLabel?: string;
  value?: string;
}

/** A native select. The chosen option is marked, so that the server's HTML shows it without a script. */
export function SelectField(
  { id, label, hint, error, class: extra, options, emptyLabel, value, ...rest }:
    & Words
    & SelectExtra
    & Omit<Rest<"select">, "value" | "multiple" | "size">,
) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error} class={extra}>
      <select {...rest} {...describe(id, hint, error)} id={id} class="select">
        {emptyLabel !== undefined && <option value="" selected={!value}>{emptyLabel}</option>}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            lang={option.lang}
            disabled={option.disabled}
            selected={option.value === value}
          >
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
