/** An action of staff in two steps: the first asks what and why, the second says what will happen, and only then does it. */
import type { ComponentChildren } from "preact";
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";

interface ConfirmationFormProps {
  /** The page's own path, without a language prefix. */
  path: string;
  children: ComponentChildren;
  /** The label of the button that sends the step. */
  submit: string;
  cancel: string;
}

/** The first step. */
export function ConfirmationForm({ path, children, submit, cancel }: ConfirmationFormProps) {
  const { t, href } = usePage();
  return (
    <form class="admin__form" method="post" action={href(path)}>
      {children}
      <p class="row">
        <Button type="submit">{submit}</Button>
        <ButtonLink href={href(cancel)} tone="quiet">{t("admin:confirmation.cancel")}</ButtonLink>
      </p>
    </form>
  );
}

interface ConfirmationQuestionProps extends Omit<ConfirmationFormProps, "cancel"> {
  /**
   * Where whoever is not sure goes. Absent where the first step was written: then `sure=no` is sent with it, and the page
   * shows that step again as it was, because no browser leads back to it through the answer to a form.
   */
  cancel?: string;
  /** What was written in the first step; sent again with this one. */
  fields: Record<string, string>;
}

/** The second step: says what will happen, and asks once. */
export function ConfirmationQuestion({ path, children, submit, cancel, fields }: ConfirmationQuestionProps) {
  const { t, href } = usePage();
  return (
    <form class="admin__form" method="post" action={href(path)}>
      <Notice>{children}</Notice>
      {Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <p class="row">
        <Button type="submit" name="sure" value="yes" tone="seal">{submit}</Button>
        {cancel === undefined
          ? <Button type="submit" name="sure" value="no" tone="quiet">{t("admin:confirmation.cancel")}</Button>
          : <ButtonLink href={href(cancel)} tone="quiet">{t("admin:confirmation.cancel")}</ButtonLink>}
      </p>
    </form>
  );
}

/** Why something could not be done; stands above the form that asked for it. */
export function ConfirmationProblem({ message }: { message: string | null }) {
  return message === null ? null : <Notice tone="bad" role="alert">{message}</Notice>;
}
