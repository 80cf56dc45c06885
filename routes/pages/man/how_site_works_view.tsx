/** What everything costs, how it works and what we promise: the parts of the pages that explain the site. */
import type { ComponentChildren } from "preact";
import { ButtonLink } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Tariff } from "../../../components/tariff.tsx";
import { prices, signUpBonusCredits } from "../../../kv/credits/prices.ts";
import type { CreditPrices } from "../../credits/credit_price.ts";

/** `way` is what its reader may do next. */
export function WhatThingsCost(
  { inMoney, way }: { inMoney: CreditPrices; way: { href: string; label: string } | null },
) {
  const { t } = usePage();
  return (
    <aside class="quote" aria-labelledby="prices">
      <h2 id="prices">{t("balance:works.prices.title")}</h2>
      <Prices inMoney={inMoney} />
      <p class="fine">{inMoney.note}</p>
      <p class="fine">
        {t("balance:works.prices.fine", { bonus: t("common:credits", { count: signUpBonusCredits }) })}
      </p>
      {way && <ButtonLink href={way.href} wide>{way.label}</ButtonLink>}
    </aside>
  );
}

const parts = ["letters", "translation", "minutes", "back", "payments", "limit"] as const;

/** `children` stand above the parts: a title, where the page has none. */
export function Works({ children }: { children?: ComponentChildren }) {
  const { t } = usePage();
  return (
    <section class="works" aria-label={t("balance:works.title")}>
      {children}
      {parts.map((part) => <Part key={part} name={part} paragraphs={paragraphsOf[part]} />)}
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

function Part({ name, paragraphs }: { name: string; paragraphs: number }) {
  const { t } = usePage();
  return (
    <>
      <h3>{t(`balance:works.${name}.title`)}</h3>
      {Array.from({ length: paragraphs }, (_, n) => <p key={n}>{t(`balance:works.${name}.p${n + 1}`)}</p>)}
    </>
  );
}

function Prices({ inMoney }: { inMoney: CreditPrices }) {
  const { t } = usePage();
  const line = (name: string, credits: number, note?: string) => ({
    label: t(`balance:works.prices.${name}`),
    price: (
      <>
        {t("common:credits", { count: credits })}
        {note && <small>{` ${note}`}</small>}
        <small class="money">{inMoney.money(credits)}</small>
      </>
    ),
  });
  const lines = [
    { label: t("balance:works.prices.introduction"), price: t("common:free") },
    line("open", prices.openLetter),
    line("send", prices.sendLetter),
    line("text", prices.textMinute, t("common:aMinute")),
    line("video", prices.videoMinute, t("common:aMinute")),
    line("watch", prices.watchVideo),
  ];
  return <Tariff lines={lines} small />;
}
