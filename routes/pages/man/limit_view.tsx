/** The daily limit beside the ledger: what was spent today, the limit that holds, the one to come, and how to change it. */
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice, Progress } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { type SpendingLimit, spendingLimitMax } from "../../../kv/credits/ledger/spending_limit.ts";

export const limitPath = "/man/balance/spending-limit";

/** What was entered, and why it cannot be the limit. */
export interface RefusedLimit {
  entered: string;
  error: string;
}

interface LimitViewProps {
  limit: SpendingLimit;
  spentCredits: number;
  /** "08:00": when the next day begins. */
  nextDay: string;
  refused: RefusedLimit | null;
}

export function LimitView({ limit, spentCredits, nextDay, refused }: LimitViewProps) {
  const { t, href, locale } = usePage();
  const { limitCredits } = limit;
  return (
    <section class="quote" id="limit" aria-labelledby="limit-title">
      <h2 id="limit-title">{t("balance:limit.title")}</h2>
      <Today limitCredits={limitCredits} spentCredits={spentCredits} />
      {limit.pending && <Pending {...limit.pending} shown={limitCredits} />}
      <form class="limit" method="post" action={href(limitPath)}>
        <Field
          id="limit-credits"
          name="limit"
          inputmode="numeric"
          autocomplete="off"
          maxlength={7}
          label={t("balance:limit.field")}
          hint={t("balance:limit.hint", { most: formatNumber(locale, spendingLimitMax) })}
          error={refused?.error}
          value={refused?.entered ?? limitCredits?.toString() ?? ""}
        />
        <Button type="submit" name="action" value="set" tone="quiet">{t("balance:limit.set")}</Button>
      </form>
      <p class="fine">{t("balance:limit.fine", { time: nextDay })}</p>
    </section>
  );
}

function Today({ limitCredits, spentCredits }: { limitCredits: number | null; spentCredits: number }) {
  const { t, locale } = usePage();
  const spent = formatNumber(locale, spentCredits);
  if (limitCredits === null) {
    return <p>{t("balance:limit.none", { spent: t("common:credits", { count: spentCredits }) })}</p>;
  }
  const said = t("balance:limit.today", { spent, count: limitCredits, most: formatNumber(locale, limitCredits) });
  const share = limitCredits === 0 ? 100 : Math.min(100, Math.round(spentCredits / limitCredits * 100));
  return (
    <div class="limit__today">
      <p class="figures">{said}</p>
      <Progress label={said} value={share} />
    </div>
  );
}

type PendingProps = NonNullable<SpendingLimit["pending"]> & { shown: number | null };

function Pending({ limitCredits, from, shown }: PendingProps) {
  const { t, href } = usePage();
  const date = useDate()(from, "moment");
  return (
    <Notice>
      <p>
        {limitCredits === null
          ? t("balance:limit.pendingNone", { date })
          : t("balance:limit.pending", { date, credits: t("common:credits", { count: limitCredits }) })}
      </p>
      <form class="actions" method="post" action={href(limitPath)}>
        <input type="hidden" name="shown" value={shown ?? ""} />
        <Button type="submit" name="action" value="keep" tone="quiet" small>{t("balance:limit.keep")}</Button>
      </form>
    </Notice>
  );
}
