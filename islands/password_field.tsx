/** A new password with its rules, each ticked off while one types. Without a script it is a field with a list below. */
import { useEffect, useState } from "react";
import { Field } from "../components/fields.tsx";
import { usePage } from "../components/page_context.ts";
import { PasswordRules } from "../components/password_rules.tsx";
import ShowPassword from "./show_password.tsx";
import { stateOf } from "./password_field_state.ts";

interface PasswordFieldProps {
  id: string;
  name: string;
  label: string;
  error?: string;
}

export default function PasswordField({ id, name, label, error }: PasswordFieldProps) {
  const { t } = usePage();
  const say = (key: string) => t(`islands:password_field.${key}`);
  const [typed, setTyped] = useState("");
  // A browser may have filled it in before the script came.
  useEffect(() => setTyped((document.getElementById(id) as HTMLInputElement).value), []);
  return (
    <Field
      id={id}
      name={name}
      type="password"
      label={label}
      error={error}
      autocomplete="new-password"
      required
      describedBy={`${id}-rules`}
      onInput={(event) => setTyped(event.currentTarget.value)}
    >
      <ShowPassword id={id} />
      <PasswordRules
        id={`${id}-rules`}
        rules={stateOf(typed).map(({ name, isMet }) => ({ label: say(name), isMet }))}
        metLabel={say("met")}
        missingLabel={say("missing")}
      />
    </Field>
  );
}
