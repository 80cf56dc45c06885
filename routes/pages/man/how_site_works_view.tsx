/** What everything costs, how it works and what we promise: the parts of the pages that explain the site. */
import type { ComponentChildren } from "preact";
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Tariff } from "../../../components/tariff.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import { type ActPrices, signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import type { Tariff as PlannedTariff } from "../../../kv/credits/prices/tariffs.ts";
import type { CreditPrices } from "../../credits/credit_price.ts";

interface WhatThingsCostProps {
  inMoney: CreditPrices;
  /** The tariffs that are still to come, the next one first. */
  planned: readonly PlannedTariff[];
  /** The link to what the reader may do next. */
  way: { href: string; label: string } | null;
}

export function WhatThingsCost({ inMoney, planned, way }: WhatThingsCostProps) {
  const { t } = usePage();
  const date = useDate();
  return (
    <aside class="quote" aria-labelledby="prices">
      <h2 id="prices">{t("balance:works.prices.title")}</h2>
      <Prices inMoney={inMoney} acts={inMoney.acts} />
      {planned.map(({ id, validFrom, prices }) => (
        <section key={id} aria-labelledby={`prices-${id}`}>
          <h3 id={`prices-${id}`}>{t("balance:works.prices.planned", { moment: date(validFrom!, "moment") })}</h3>
          <Prices inMoney={inMoney} acts={prices} />
        </section>
      ))}
      {planned.length > 0 && <p class="fine">{t("balance:works.prices.plannedFine")}</p>}
      <p class="fine">{inMoney.note}</p>
      <p class="fine">
        {t("balance:works.prices.fine", { bonus: t("common:credits", { count: signUpBonusCredits }) })}
      </p>
      {way && <ButtonLink href={way.href} wide>{way.label}</ButtonLink>}
    </aside>
  );
}

const parts = ["letters", "translation", "minutes", "back", "payments", "limit"] as const;

/** `children` stand above the parts: a title, if the page has none. */
export function Works({ acts, children }: { acts: ActPrices; children?: ComponentChildren }) {
  const { t } = usePage();
  return (
    <section class="works" aria-label={t("balance:works.title")}>
      {children}
      {parts.map((part) => <Part key={part} name={part} paragraphs={paragraphsOf[part]} acts={acts} />)}
    </section>
  );
}

export function Promises() {
  const { t } = usePage();
  return (
    <section class="works" aria-labelledby="promises">
      <h2 id="promises">{t("balance:works.promises.title")}</h2>
      <ol class="promises">
        {promises.map((name) => (
          <li key={name}>
            <h3>{t(`balance:works.promises.${name}.title`)}</h3>
            <p>{t(`balance:works.promises.${name}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How many paragraphs each part has in every catalogue. */
const paragraphsOf: Record<typeof parts[number], number> = {
  letters: 2,
  translation: 2,
  minutes: 3,
  back: 3,
  payments: 2,
  limit: 1,
};

const promises = ["explained", "nothingLost", "herself", "safe"] as const;

function Part({ name, paragraphs, acts }: { name: string; paragraphs: number; acts: ActPrices }) {
  const { t } = usePage();
  const costs = Object.fromEntries(
    Object.entries(acts).map(([act, count]) => [act, t("common:credits", { count })]),
  );
  return (
    <>
      <h3>{t(`balance:works.${name}.title`)}</h3>
      {Array.from({ length: paragraphs }, (_, n) => <p key={n}>{t(`balance:works.${name}.p${n + 1}`, costs)}</p>)}
    </>
  );
}

function Prices({ inMoney, acts }: { inMoney: CreditPrices; acts: ActPrices }) {
  const { t, locale } = usePage();
  const line = (name: string, credits: number, note?: string) => ({
    label: t(`balance:works.prices.${name}`),
    price: (
      <>
        {t("common:credits", { count: credits })}
        {note && <small class="unit">{gapOf(locale) + note}</small>}
        <small class="money">{inMoney.money(credits)}</small>
      </>
    ),
  });
  const lines = [
    { label: t("balance:works.prices.introduction"), price: t("common:free") },
    line("open", acts.openLetter),
    line("send", acts.sendLetter),
    line("text", acts.textMinute, t("common:aMinute")),
    line("video", acts.videoMinute, t("common:aMinute")),
    line("watch", acts.watchVideo),
  ];
  return <Tariff lines={lines} small />;
}
