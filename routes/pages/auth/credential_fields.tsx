/** The fields for the e-mail address, a known password, and a new password. */
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import PasswordFieldRules from "../../../islands/password_field/island.tsx";
import ShowPassword from "../../../islands/show_password/island.tsx";
import { withQuery } from "./arrival.ts";
import type { FormState } from "./gate.tsx";
import { passwordNames } from "./proving_form.ts";

/** The address of an account, which a password manager knows as its user name; or of a sign-up, which has none yet. */
export function KnownEmail({ form, isSignUp = false }: { form: FormState; isSignUp?: boolean }) {
  const { t } = usePage();
  return (
    <Field
      id="email"
      name="email"
      type="email"
      label={t("auth:email")}
      error={form.fields.email ?? form.fields.identifier}
      autocomplete={isSignUp ? "email" : "username"}
      required
      value={form.values.email}
    />
  );
}

interface KnownPasswordProps {
  form: FormState;
  /** Unique on the page. */
  id: string;
  name?: string;
  label: string;
  hint?: string;
}

/** The password that somebody has, also where it is asked again before something that nobody else may do. */
export function KnownPassword({ form, id, name = "password", label, hint }: KnownPasswordProps) {
  return (
    <Field
      id={id}
      name={name}
      type="password"
      label={label}
      hint={hint}
      error={form.fields[name]}
      autocomplete="current-password"
      required
      maxLength={200}
    >
      <ShowPassword id={id} />
    </Field>
  );
}

export function BackToSignIn({ next = "" }: { next?: string }) {
  const { t, href } = usePage();
  return (
    <p class="small">
      <a class="roomy" href={href(withQuery("/auth/sign-in", { next }))}>{t("auth:forgot.back")}</a>
    </p>
  );
}

interface NewPasswordFieldProps {
  id: string;
  name: string;
  label: string;
  error?: string;
}

/** A new password with its rules. */
export function NewPasswordField({ id, ...field }: NewPasswordFieldProps) {
  return (
    <Field {...field} id={id} type="password" autocomplete="new-password" required describedBy={`${id}-rules`}>
      <PasswordFieldRules id={id} />
    </Field>
  );
}

/** A new password with its rules, and a second field in which it is repeated. */
export function NewPassword({ form, name, most }: { form: FormState; name: string; most?: number }) {
  const { t } = usePage();
  return (
    <>
      <NewPasswordField id="new-password" name={name} label={t("auth:reset.newPassword")} error={form.fields[name]} />
      <Field
        id="confirm-password"
        name="confirmPassword"
        type="password"
        label={t("auth:reset.confirmPassword")}
        error={form.fields.confirmPassword}
        autocomplete="new-password"
        required
        maxLength={most}
      />
    </>
  );
}

/** `NewPassword` for an address that is proven in another browser than that of the sign-up, once this is known. */
export function PasswordOfProof({ form, isNeeded = false }: { form: FormState; isNeeded?: boolean }) {
  const { t } = usePage();
  if (!isNeeded && !passwordNames.some((name) => name in form.fields)) return null;
  return (
    <>
      <Notice>{t("auth:confirm.elsewhere")}</Notice>
      <NewPassword form={form} name="newPassword" />
    </>
  );
}
