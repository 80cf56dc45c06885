/** The page of one's second factor: the present factor, and the three forms that change it. */
import type { ComponentChildren } from "preact";
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import { Facts } from "../../../components/tariff.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import type { SecondFactor } from "../../../kv/accounts/signing_in/second_factor.ts";
import type { ShownOffer } from "../../../kv/accounts/signing_in/second_factors.ts";
import { EmailPart } from "../account/security_view.tsx";
import { KnownPassword } from "../auth/credential_fields.tsx";
import { type FormState, freshForm, Gate } from "../auth/gate.tsx";
import { SetUp } from "./factor_parts.tsx";

/** The forms of the page that were refused. */
export type Forms = Partial<Record<"begin" | "confirm" | "renew" | "email", FormState>>;

/** With fewer recovery codes left, the page asks for new ones. */
const fewCodes = 3;

export function OfferView({ offer, form, isAnother }: { offer: ShownOffer; form: FormState; isAnother: boolean }) {
  const { t } = usePage();
  return (
    <Gate title={t("factor:enrol.title")} lead={isAnother && t("factor:enrol.leadAgain")} notice={form.notice}>
      <form class="form" method="post">
        <input type="hidden" name="action" value="confirm" />
        <SetUp offer={offer} form={form} />
      </form>
      <form method="post">
        <input type="hidden" name="action" value="cancel" />
        <button class="link small" type="submit">{t("factor:enrol.cancel")}</button>
      </form>
    </Gate>
  );
}

interface FactorViewProps {
  factor: SecondFactor | null;
  forms: Forms;
  email: string;
  /** The new address that is not confirmed yet; null if there is none. */
  wishedEmail: string | null;
}

export function FactorView({ factor, forms, email, wishedEmail }: FactorViewProps) {
  const { t, locale } = usePage();
  const date = useDate();
  const left = factor?.recoveryHashes.length ?? 0;
  return (
    <div class="wrap settings">
      <header>
        <h1>{t("factor:own.title")}</h1>
        <p class="soft">{t("factor:own.lead")}</p>
        {factor
          ? (
            <Facts
              oneColumn
              facts={[
                { label: t("factor:own.since"), value: date(factor.enrolledAt) },
                { label: t("factor:own.lastUsed"), value: date(factor.lastUsedAt) },
                { label: t("factor:own.left"), value: formatNumber(locale, left) },
              ]}
            />
          )
          : <Notice>{t("factor:own.none")}</Notice>}
        {factor && left < fewCodes && <Notice>{t("factor:own.few")}</Notice>}
      </header>
      {factor
        ? (
          <>
            <Section name="again" action="begin" form={forms.begin}>
              <EitherField id="again-code" form={forms.begin} />
            </Section>
            <Section name="renew" action="renew" form={forms.renew}>
              <EitherField id="renew-code" form={forms.renew} />
            </Section>
          </>
        )
        : (
          <Section name="begin" action="begin" form={forms.begin}>
            {/* Tells the password manager whose password this is. */}
            <input type="hidden" name="username" autocomplete="username" value={email} />
            <KnownPassword form={forms.begin ?? freshForm()} id="password" label={t("auth:password")} />
          </Section>
        )}
      <EmailPart form={forms.email ?? freshForm()} email={email} wishedEmail={wishedEmail} />
    </div>
  );
}

interface SectionProps {
  name: "begin" | "again" | "renew";
  action: string;
  form: FormState | undefined;
  children: ComponentChildren;
}

function Section({ name, action, form, children }: SectionProps) {
  const { t, href, path } = usePage();
  return (
    <section class="split" id={name} aria-labelledby={`${name}-title`}>
      <div>
        <h2 id={`${name}-title`}>{t(`factor:own.${name}.title`)}</h2>
        <p>{t(`factor:own.${name}.text`)}</p>
      </div>
      <form class="form" method="post" action={href(path)}>
        {form?.notice && <Notice tone="bad" role="alert">{form.notice}</Notice>}
        <input type="hidden" name="action" value={action} />
        {children}
        <div>
          <Button type="submit" small>{t(`factor:own.${name}.submit`)}</Button>
        </div>
      </form>
    </section>
  );
}

function EitherField({ id, form }: { id: string; form: FormState | undefined }) {
  const { t } = usePage();
  return (
    <Field
      id={id}
      name="otp"
      label={t("factor:own.either")}
      error={form?.fields.otp}
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck={false}
      required
      maxLength={30}
    />
  );
}
