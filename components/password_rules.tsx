/** The rules of a password, each with its state as an icon and in words. */
import { classNames } from "./class_names.ts";
import { Icon } from "./icon.tsx";

export interface PasswordRule {
  label: string;
  /** Null until something was typed. */
  isMet: boolean | null;
}

interface PasswordRulesProps {
  /** Pass the same id as `describedBy` of the field. */
  id: string;
  rules: readonly PasswordRule[];
  /** Read after a rule, e.g. "met" and "missing". */
  metLabel: string;
  missingLabel: string;
}

export function PasswordRules({ id, rules, metLabel, missingLabel }: PasswordRulesProps) {
  return (
    <ul class="rules" id={id}>
      {rules.map(({ label, isMet }) => (
        <li key={label} class={classNames(isMet && "ok")}>
          {isMet === null ? <span class="dot" /> : <Icon name={isMet ? "check" : "close"} />}
          {label}
          {isMet !== null && <span class="visually-hidden">{isMet ? metLabel : missingLabel}</span>}
        </li>
      ))}
    </ul>
  );
}
