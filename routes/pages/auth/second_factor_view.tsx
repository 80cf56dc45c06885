/** The sheets of the second step: the code, the app to set up, the recovery codes. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { ShownOffer } from "../../../kv/accounts/signing_in/second_factors.ts";
import { secondStepPath } from "../../account/second_step.ts";
import { CodeField, RecoveryCodes, SetUp } from "../staff/factor_parts.tsx";
import { type FormState, Gate } from "./gate.tsx";

interface StepProps {
  form: FormState;
  next: string;
}

export function AskView({ form, next, name }: StepProps & { name: string }) {
  const { t, href } = usePage();
  return (
    <Gate title={t("factor:ask.title")} lead={t("factor:ask.lead", { name })} notice={form.notice}>
      <form class="form" method="post" action={href(secondStepPath)}>
        {next && <input type="hidden" name="next" value={next} />}
        <CodeField form={form} isFirst />
        <details>
          <summary>{t("factor:ask.lost")}</summary>
          <Field
            id="recovery"
            name="recovery"
            label={t("factor:ask.recovery")}
            hint={t("factor:ask.recoveryHint")}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxLength={30}
          />
        </details>
        <Button type="submit" wide>{t("factor:ask.submit")}</Button>
      </form>
      <Leave next={next} />
    </Gate>
  );
}

export function EnrolView({ form, next, offer }: StepProps & { offer: ShownOffer }) {
  const { t, href } = usePage();
  return (
    <Gate title={t("factor:enrol.title")} lead={t("factor:enrol.lead")} notice={form.notice}>
      <form class="form" method="post" action={href(secondStepPath)}>
        {next && <input type="hidden" name="next" value={next} />}
        <SetUp offer={offer} form={form} />
      </form>
      <Leave next={next} />
    </Gate>
  );
}

export function CodesView({ codes, href: onwards }: { codes: readonly string[]; href: string }) {
  const { t } = usePage();
  return (
    <Gate title={t("factor:codes.title")} lead={t("factor:codes.lead")}>
      <RecoveryCodes codes={codes} />
      <ButtonLink href={onwards} wide>{t("factor:codes.go")}</ButtonLink>
    </Gate>
  );
}

/** Lets somebody else sign in: whoever uses the browser now may not be the person whose password was typed. */
function Leave({ next }: { next: string }) {
  const { t, href } = usePage();
  return (
    <form method="post" action={href(secondStepPath)}>
      <input type="hidden" name="action" value="leave" />
      {next && <input type="hidden" name="next" value={next} />}
      <button class="link small" type="submit">{t("factor:ask.other")}</button>
    </form>
  );
}
