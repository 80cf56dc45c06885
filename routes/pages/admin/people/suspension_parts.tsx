/** What a suspension will do, as an admin reads it before: a suspension by itself, or as the answer to a report. */
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { formatNumber } from "../../../../i18n/format.ts";
import { lady, type Suspension, type User } from "../../../../kv/accounts/users.ts";
import type { Store } from "../../../../kv/open.ts";
import { fraudForecast } from "../../../../kv/safety/fraud_cases.ts";
import { userPath } from "../paths.ts";

export type Kind = Suspension["kind"];
export type Forecast = Awaited<ReturnType<typeof fraudForecast>>;

/** Whether this is a lady suspended for conduct: she may then be suspended for fraud as well. */
export const mayBecomeFraud = ({ groupId, suspension }: User): boolean =>
  groupId === lady && suspension?.kind === "conduct";

/** The suspension that stands: what for, since when, by whom and why. */
export function StandingSuspension({ suspension }: { suspension: Suspension }) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <Notice tone="bad">
      <p>
        {t("admin:suspension.stands", {
          kind: t(`admin:suspension.kind.${suspension.kind}`),
          date: date(suspension.at, "moment"),
        })} <a href={href(userPath(suspension.by))}>#{suspension.by}</a>
      </p>
      <p class="admin__words">{suspension.reason}</p>
    </Notice>
  );
}

/** How many men a suspension tells, and how many credits it gives back; null unless it is a lady's for fraud. */
export async function forecastOf(store: Store, user: User | null, kind: Kind): Promise<Forecast | null> {
  return kind === "fraud" && user?.groupId === lady ? await fraudForecast(store, user) : null;
}

export function WillSuspend({ kind, forecast }: { kind: Kind; forecast: Forecast | null }) {
  const { t, locale } = usePage();
  return (
    <>
      <p>{t(`admin:suspension.will.${kind}`)}</p>
      {forecast && (
        <p>
          <strong>
            {t("admin:suspension.forecast", {
              men: formatNumber(locale, forecast.men),
              credits: formatNumber(locale, forecast.credits),
            })}
          </strong>
        </p>
      )}
    </>
  );
}
