/** How the site works: what everything costs, what a paid minute is, what comes back, and what we promise. */
import { usePage } from "../../../components/page_context.ts";
import { type Tariff, tariffsAfter } from "../../../kv/credits/prices/tariffs.ts";
import { type CreditPrices, creditPricesOf } from "../../credits/credit_price.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { safeNext } from "../../http/next_path.ts";
import { answerPage } from "../../http/page.tsx";
import { balanceCrumbs, BalanceFrame, balancePaths, creditsOf } from "./balance_frame.tsx";
import { Promises, WhatThingsCost, Works } from "./how_site_works_view.tsx";

export const howSiteWorksPage: PageDefinition = { paths: [balancePaths.howItWorks], access: "men", get: show };

async function show(c: MemberContext): Promise<Response> {
  const { t } = c.var.facts;
  const { store } = c.var.deps;
  const [credits, inMoney, planned] = await Promise.all([
    creditsOf(c),
    creditPricesOf(c),
    tariffsAfter(store, store.now()),
  ]);
  const next = safeNext(c.req.query("next"));
  return await answerPage(c, {
    title: t("balance:works.title"),
    description: t("balance:works.lead"),
    robots: "noindex",
    crumbs: balanceCrumbs(c, "howItWorks"),
    view: (
      <BalanceFrame tab="howItWorks" next={next} {...credits}>
        <HowSiteWorksView inMoney={inMoney} planned={planned} next={next} />
      </BalanceFrame>
    ),
  });
}

interface HowSiteWorksProps {
  inMoney: CreditPrices;
  planned: readonly Tariff[];
  next: string | null;
}

function HowSiteWorksView({ inMoney, planned, next }: HowSiteWorksProps) {
  const { t, href } = usePage();
  const purchase = href(balancePaths.purchase) + (next ? `?next=${encodeURIComponent(next)}` : "");
  return (
    <>
      <WhatThingsCost inMoney={inMoney} planned={planned} way={{ href: purchase, label: t("balance:works.choose") }} />
      <Works acts={inMoney.acts}>
        <h2>{t("balance:works.title")}</h2>
        <p class="soft">{t("balance:works.lead")}</p>
      </Works>
      <Promises />
    </>
  );
}
