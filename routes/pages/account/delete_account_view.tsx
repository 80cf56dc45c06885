/** The form that ends an account, below what it means. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { Field, FieldError } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { type GroupId, man } from "../../../kv/accounts/users.ts";
import { goesOf, staysOf } from "../../own_data/told.ts";
import { KnownPassword } from "../auth/credential_fields.tsx";
import type { FormState } from "../auth/gate.tsx";

/** Bought and unused credits, in words. */
export interface UnusedView {
  credits: string;
  money: string;
}

interface DeleteAccountViewProps {
  groupId: GroupId;
  isSuspended: boolean;
  unused: UnusedView | null;
  hasCredits: boolean;
  form: FormState;
  copyPath: string;
  backPath: string;
}

export function DeleteAccountView(props: DeleteAccountViewProps) {
  const { groupId, isSuspended, unused, hasCredits, form, copyPath, backPath } = props;
  const { t, href } = usePage();
  return (
    <>
      <section class="split" aria-labelledby="goes-title">
        <div>
          <h2 id="goes-title">{t("ownData:delete.goesTitle")}</h2>
          <p>
            <a href={href(copyPath)}>{t("ownData:delete.first")}</a>
          </p>
        </div>
        <Words names={goesOf(groupId)} />
      </section>
      <section class="split" aria-labelledby="stays-title">
        <div>
          <h2 id="stays-title">{t("ownData:delete.staysTitle")}</h2>
        </div>
        <Words names={[...staysOf(groupId, isSuspended), "stays.mark"]} />
      </section>
      <form method="post">
        {groupId === man && <Credits unused={unused} hasCredits={hasCredits} form={form} />}
        <section class="split" aria-labelledby="confirm-title">
          <div>
            <h2 id="confirm-title">{t("ownData:delete.confirmTitle")}</h2>
          </div>
          <div class="form">
            {form.notice && <Notice tone="bad" role="alert">{form.notice}</Notice>}
            <Field
              id="delete-word"
              name="word"
              label={t("ownData:delete.wordLabel", { word: t("ownData:delete.word") })}
              error={form.fields.word}
              autocomplete="off"
              required
              maxLength={20}
              value={form.values.word}
            />
            <KnownPassword form={form} id="delete-password" label={t("ownData:delete.password")} />
            <div class="row">
              <Button type="submit">{t("ownData:delete.submit")}</Button>
              <ButtonLink href={href(backPath)} tone="quiet">{t("ownData:delete.stay")}</ButtonLink>
            </div>
          </div>
        </section>
      </form>
    </>
  );
}

function Words({ names }: { names: string[] }) {
  const { t } = usePage();
  return (
    <ul class="flow bullets">
      {names.map((name) => <li key={name}>{t(`ownData:delete.${name}`)}</li>)}
    </ul>
  );
}

function Credits({ unused, hasCredits, form }: Pick<DeleteAccountViewProps, "unused" | "hasCredits" | "form">) {
  const { t } = usePage();
  const error = form.fields.refund;
  return (
    <section class="split" aria-labelledby="credits-title">
      <div>
        <h2 id="credits-title">{t("ownData:delete.creditsTitle")}</h2>
      </div>
      <div class="form">
        <p>{unused ? t("ownData:delete.credits", { ...unused }) : t("ownData:delete.none")}</p>
        {unused && (
          <fieldset class="group" aria-describedby={error ? "refund-error" : undefined}>
            <legend>{t("ownData:delete.choose")}</legend>
            <Check type="radio" name="refund" value="yes" required checked={form.values.refund === "yes"}>
              {t("ownData:delete.refund", { ...unused })}
            </Check>
            <Check type="radio" name="refund" value="no" checked={form.values.refund === "no"}>
              {t("ownData:delete.forgo")}
            </Check>
            {error && <FieldError id="refund">{error}</FieldError>}
          </fieldset>
        )}
        {hasCredits && <p class="small soft">{t("ownData:delete.given")}</p>}
      </div>
    </section>
  );
}
