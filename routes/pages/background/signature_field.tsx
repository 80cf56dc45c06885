/** The name by which a statement is certified, or a consent given. */
import { Field } from "../../../components/fields.tsx";
import { signatureLengthMax } from "../../../kv/safety/background/statement.ts";
import type { FormState } from "../auth/gate.tsx";

export function SignatureField({ label, form }: { label: string; form: FormState }) {
  return (
    <Field
      id="signature"
      name="signature"
      label={label}
      error={form.fields.signature}
      autocomplete="name"
      required
      maxLength={signatureLengthMax}
      value={form.values.signature}
    />
  );
}
