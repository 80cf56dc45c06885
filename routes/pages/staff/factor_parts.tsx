/** What the pages of the second factor share: the field for a code, setting up an app, and codes that are shown once. */
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { QrCode } from "../../../components/qr_code.tsx";
import type { ShownOffer } from "../../../kv/accounts/signing_in/second_factors.ts";
import { qrDrawing } from "../../files/qr_drawing.ts";
import type { FormState } from "../auth/gate.tsx";

export function CodeField({ form, isFirst = false }: { form: FormState; isFirst?: boolean }) {
  const { t } = usePage();
  return (
    <Field
      class="code-field"
      id="otp"
      name="otp"
      label={t("factor:ask.code")}
      hint={t("factor:ask.hint")}
      error={form.fields.otp}
      inputmode="numeric"
      autocomplete="one-time-code"
      spellcheck={false}
      autoFocus={isFirst}
      maxLength={12}
    />
  );
}

/** The three steps to set up an app, inside the form that sends the first code. */
export function SetUp({ offer, form }: { offer: ShownOffer; form: FormState }) {
  const { t } = usePage();
  return (
    <>
      <ol class="setup">
        <li>{t("factor:enrol.app")}</li>
        <li>
          {t("factor:enrol.scan")}
          <QrCode drawing={qrDrawing(offer.address)} label={t("factor:enrol.picture")} />
          <p class="key">
            <span class="small soft">{t("factor:enrol.key")}</span>
            <code translate={false}>{offer.base32.match(/.{1,4}/g)!.join(" ")}</code>
          </p>
          <p class="small">
            <a href={offer.address}>{t("factor:enrol.onPhone")}</a>
          </p>
        </li>
        <li>
          {t("factor:enrol.enter")}
          <CodeField form={form} />
        </li>
      </ol>
      <Button type="submit" wide>{t("factor:enrol.submit")}</Button>
    </>
  );
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <ol class="recovery">
      {codes.map((code) => (
        <li key={code}>
          <code translate={false}>{code}</code>
        </li>
      ))}
    </ol>
  );
}

/** What was typed: the app's code, or a recovery code. */
export const codeIn = (body: Record<string, unknown>): string =>
  [body.otp, body.recovery].find((each): each is string => typeof each === "string" && each.trim() !== "") ?? "";
