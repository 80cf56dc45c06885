/** How the site works and what it costs, to be read before signing up; men also have it beside their balance. */
import { usePage } from "../../../components/page_context.ts";
import { Tariff } from "../../../components/tariff.tsx";
import { formatCents, formatNumber } from "../../../i18n/format.ts";
import { man } from "../../../kv/accounts/users.ts";
import { centsPerCredit, type Rate } from "../../../kv/credits/prices/prices.ts";
import { ratesAt } from "../../../kv/credits/prices/rates.ts";
import { type Tariff as PlannedTariff, tariffsAfter } from "../../../kv/credits/prices/tariffs.ts";
import { type CreditPrices, creditPricesOf, howSiteWorksPath } from "../../credits/credit_price.ts";
import { rateName } from "../../credits/rate_names.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { balancePaths } from "../man/balance_frame.tsx";
import { Promises, WhatThingsCost, Works } from "../man/how_site_works_view.tsx";

export const publicHowSiteWorksPage: PageDefinition = {
  paths: [howSiteWorksPath],
  access: "everyone",
  async get(c: AppContext) {
    const { facts: { t, prefix }, deps: { store } } = c.var;
    const title = t("balance:works.title");
    const now = store.now();
    const [inMoney, rates, planned] = await Promise.all([
      creditPricesOf(c),
      ratesAt(store, now),
      tariffsAfter(store, now),
    ]);
    return await answerPage(c, {
      title,
      description: t("balance:works.lead"),
      crumbs: [{ label: t("balance:home"), href: localHref(prefix, "/") }, { label: title }],
      view: <HowSiteWorksView inMoney={inMoney} planned={planned} rates={rates} />,
    });
  },
};

interface HowSiteWorksProps {
  inMoney: CreditPrices;
  planned: readonly PlannedTariff[];
  rates: readonly Rate[];
}

function HowSiteWorksView({ inMoney, planned, rates }: HowSiteWorksProps) {
  const { t, href, viewer } = usePage();
  const way = !viewer
    ? { href: href("/auth/sign-up"), label: t("balance:works.join") }
    : viewer.groupId === man
    ? { href: href(balancePaths.purchase), label: t("balance:works.choose") }
    : null;
  return (
    <div class="wrap till">
      <header>
        <h1>{t("balance:works.title")}</h1>
        <p class="lead">{t("balance:works.lead")}</p>
      </header>
      <WhatThingsCost inMoney={inMoney} planned={planned} way={way} />
      <section class="works" aria-labelledby="packages">
        <h2 id="packages">{t("balance:works.packages.title")}</h2>
        <p class="soft">{t("balance:works.packages.lead")}</p>
        <Packages rates={rates} />
      </section>
      <Works acts={inMoney.acts} />
      <Promises />
    </div>
  );
}

function Packages({ rates }: { rates: readonly Rate[] }) {
  const { t, locale } = usePage();
  const lines = rates.map((rate) => {
    const total = rate.credits + rate.bonusCredits;
    const credits = `${formatNumber(locale, total)}\u00a0${
      rate.bonusCredits > 0
        ? t("balance:purchase.creditsWithBonus", { count: total, n: formatNumber(locale, rate.bonusCredits) })
        : t("common:creditUnit", { count: total })
    }`;
    const each = formatCents(locale, centsPerCredit(rate), rate.currency);
    return {
      label: t("balance:quote.package", { rate: rateName({ t, locale }, rate.name, rate.words), credits }),
      price: formatCents(locale, rate.priceCents, rate.currency),
      note: t("balance:purchase.each", { price: each }),
    };
  });
  return <Tariff lines={lines} />;
}
