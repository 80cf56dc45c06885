/** Below the field of a new password: its rules, each ticked off while one types, and a way to see what was typed. */
import { useEffect, useState } from "react";
import { usePage } from "../../components/page_context.ts";
import { PasswordRules } from "../../components/password_rules.tsx";
import ShowPassword from "../show_password/island.tsx";
import { stateOf } from "./state.ts";

/** `id` is the id of the input of the field in which this stands; the rules get the id `{id}-rules`. */
export default function PasswordFieldRules({ id }: { id: string }) {
  const { t } = usePage();
  const say = (key: string) => t(`islands:password_field.${key}`);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const field = document.getElementById(id) as HTMLInputElement;
    const read = () => setTyped(field.value);
    // A browser may have filled it in before the script came.
    read();
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, []);
  return (
    <>
      <ShowPassword id={id} />
      <PasswordRules
        id={`${id}-rules`}
        rules={stateOf(typed).map(({ name, isMet }) => ({ label: say(name), isMet }))}
        metLabel={say("met")}
        missingLabel={say("missing")}
      />
    </>
  );
}
