/** How the site works: what everything costs, what a paid minute is, what comes back, and what we promise. */
import { usePage } from "../../../components/page_context.ts";
import { ButtonLink } from "../../../components/buttons.tsx";
import { Tariff } from "../../../components/tariff.tsx";
import { prices, signUpBonusCredits } from "../../../kv/prices.ts";
import { type CreditPrices, creditPricesOf } from "../../credit_price.ts";
import type { PageDefinition } from "../../define_page.ts";
import type { AppContext } from "../../env.ts";
import { safeNext } from "../../next_path.ts";
import { answerPage } from "../../page.tsx";
import { balanceCrumbs, BalanceFrame, balancePaths, creditsOf } from "./balance_frame.tsx";

export const howSiteWorksPage: PageDefinition = { paths: [balancePaths.howItWorks], access: "men", get: show };

async function show(c: AppContext): Promise<Response> {
  const { t } = c.var.facts;
  const [credits, inMoney] = await Promise.all([creditsOf(c), creditPricesOf(c)]);
  const next = safeNext(c.req.query("next"));
  return await answerPage(c, {
    title: t("balance:works.title"),
    description: t("balance:works.lead"),
    robots: "noindex",
    crumbs: balanceCrumbs(c, "howItWorks"),
    view: (
      <BalanceFrame tab="howItWorks" next={next} {...credits}>
        <HowSiteWorksView inMoney={inMoney} next={next} />
      </BalanceFrame>
    ),
  });
}

const parts = ["letters", "translation", "minutes", "back", "payments", "limit"] as const;

function HowSiteWorksView({ inMoney, next }: { inMoney: CreditPrices; next: string | null }) {
  const { t, href } = usePage();
  const purchase = href(balancePaths.purchase) + (next ? `?next=${encodeURIComponent(next)}` : "");
  return (
    <>
      <aside class="quote" aria-labelledby="prices">
        <h2 id="prices">{t("balance:works.prices.title")}</h2>
        <Prices inMoney={inMoney} />
        <p class="fine">{inMoney.note}</p>
        <p class="fine">
          {t("balance:works.prices.fine", { bonus: t("common:credits", { count: signUpBonusCredits }) })}
        </p>
        <ButtonLink href={purchase} wide>{t("balance:works.choose")}</ButtonLink>
      </aside>
      <section class="works" aria-labelledby="works">
        <h2 id="works">{t("balance:works.title")}</h2>
        <p class="soft">{t("balance:works.lead")}</p>
        {parts.map((part) => <Part key={part} name={part} paragraphs={paragraphsOf[part]} />)}
      </section>
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
    </>
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
        <small class="money">{inMoney.euros(credits)}</small>
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
