/** On a lady's page: since when she is verified and what that means and, if she is away, when she is back. */
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";

export interface Assurance {
  /** The date of her verification, in words; null without one. */
  verifiedOn: string | null;
  /** The day on which she is back, in words; null while she is there. */
  backOn: string | null;
}

export function VerifiedMark({ verifiedOn, backOn }: Assurance) {
  const { t } = usePage();
  return (
    <>
      {verifiedOn && (
        <details class="verified">
          <summary>
            <Icon name="check" />
            {t("verification:mark.on", { date: verifiedOn })}
            <Icon name="down" />
          </summary>
          <p>{t("verification:mark.text")}</p>
        </details>
      )}
      {backOn && (
        <p class="fine away">
          <Icon name="calendar" />
          {t("verification:backOn", { date: backOn })}
        </p>
      )}
    </>
  );
}
