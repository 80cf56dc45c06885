/** Where the mailed code is entered: for a known sign-up the code alone, otherwise with its address. */
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { gapOf } from "../../../i18n/locales.ts";
import ResendCode from "../../../islands/resend_code/island.tsx";
import { codeSeconds } from "../../../kv/accounts/sign_up.ts";
import { signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import { PressKey } from "../../http/press_key.tsx";
import { withQuery } from "./arrival.ts";
import { KnownEmail, PasswordOfProof } from "./credential_fields.tsx";
import { type FormState, Gate } from "./gate.tsx";

interface ConfirmViewProps {
  form: FormState;
  next: string;
  pressKey: string;
  waiting: { id: string; email: string; hasBonus: boolean; resendAfterSeconds: number } | null;
}

export function ConfirmView({ form, next, pressKey, waiting }: ConfirmViewProps) {
  const { t, href, locale } = usePage();
  const lead = waiting ? t("auth:confirm.lead", { email: waiting.email }) : t("auth:confirm.leadUnknown");
  return (
    <Gate title={t("auth:confirm.title")} lead={lead} notice={form.notice}>
      <form class="form" method="post" action={href("/auth/confirm")}>
        {waiting && <input type="hidden" name="id" value={waiting.id} />}
        {/* A second press finds no sign-up by its id any more. */}
        {waiting && <input type="hidden" name="email" value={waiting.email} />}
        <PressKey pressKey={pressKey} />
        {next && <input type="hidden" name="next" value={next} />}
        {!waiting && <KnownEmail form={form} isSignUp />}
        {/* Shown only after the right code was entered. */}
        <PasswordOfProof form={form} />
        <Field
          class="code-field"
          id="code"
          name="code"
          label={t("auth:confirm.code")}
          hint={t("auth:confirm.valid", { count: codeSeconds / 60 })}
          error={form.fields.code}
          inputmode="numeric"
          autocomplete="one-time-code"
          spellcheck={false}
          autoFocus={waiting !== null}
          required
          maxLength={12}
          value={form.values.code}
        />
        {waiting?.hasBonus && (
          <p class="small soft">
            {t("auth:confirm.bonus", { credits: t("common:credits", { count: signUpBonusCredits }) })}
          </p>
        )}
        <Button type="submit" wide>{t("auth:confirm.submit")}</Button>
        {!waiting && (
          <Button type="submit" tone="quiet" wide formaction={href("/auth/confirm/resend")} formnovalidate>
            {t("auth:confirm.resend")}
          </Button>
        )}
      </form>
      {waiting && <ResendCode id={waiting.id} next={next} afterSeconds={waiting.resendAfterSeconds} />}
      <p class="small soft">
        {t("auth:confirm.wrong")}
        {gapOf(locale)}
        <a class="roomy" href={href(withQuery("/auth/sign-up", { again: waiting?.id ?? "", next }))}>
          {t("auth:confirm.again")}
        </a>
      </p>
    </Gate>
  );
}
