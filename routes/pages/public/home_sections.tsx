/** The parts of the home page below its head: who is online, what things cost, who is new, what people ask. */
import { dateOf } from "../../../kv/store/days.ts";
import { PricedLink } from "../../../components/buttons.tsx";
import { Cards, LadyCard, type LadyCardView, VerifiedSeal } from "../../../components/lady_card.tsx";
import { usePage } from "../../../components/page_context.ts";
import { SectionHead } from "../../../components/section_head.tsx";
import { Tariff } from "../../../components/tariff.tsx";
import { formatCents, formatDate, formatNumber } from "../../../i18n/format.ts";
import type { ActPrices } from "../../../kv/credits/prices/prices.ts";
import { gapOf } from "../../../i18n/locales.ts";
import { publishedLangOf } from "../../ladies/word_languages.ts";
import { HerSeal, LedgerLines, SmallBifolium } from "./home_proofs.tsx";

/** One new lady in large, with her quote. */
export interface Feature {
  card: LadyCardView;
  /** Null for a viewer who does not write. */
  writeHref: string | null;
  /** What a letter to her costs, in credits. */
  writeCredits: number;
}

interface OnlineNowProps {
  ladies: LadyCardView[];
  count: number;
  allGirlsPath: string;
}

export function OnlineNow({ ladies, count, allGirlsPath }: OnlineNowProps) {
  const { t, href, locale } = usePage();
  const isAnybody = ladies.length > 0;
  const more = isAnybody
    ? { href: href("/girls/Online_Ladies"), label: t("home:online.all", { count, n: formatNumber(locale, count) }) }
    : { href: href(allGirlsPath), label: t("home:online.everyone") };
  return (
    <section class="wrap section" aria-labelledby="online">
      <SectionHead id="online" title={t("home:online.heading")} more={more} />
      {isAnybody
        ? (
          <Cards six strip>
            {ladies.map((lady) => <LadyCard key={lady.id} lady={lady} sizes={sixSizes} />)}
          </Cards>
        )
        : <p class="soft">{t("home:online.none")}</p>}
    </section>
  );
}

const sixSizes = "(width >= 64rem) 14vw, (width >= 40rem) 30vw, 43vw";
const fourSizes = "(width >= 60rem) 13vw, (width >= 40rem) 30vw, 43vw";
const largeSizes = "(width >= 60rem) 38vw, 92vw";

interface PricesProps {
  acts: ActPrices;
  creditCents: { from: number; to: number; currency: string };
}

export function Prices({ acts: prices, creditCents: { from, to, currency } }: PricesProps) {
  const { t, locale, href } = usePage();
  const credits = (count: number) => t("common:credits", { count });
  const aMinute = (count: number) => (
    <>
      {credits(count)}
      {gapOf(locale)}
      <small class="unit">{t("common:aMinute")}</small>
    </>
  );
  const range = { from: formatCents(locale, from, currency), to: formatCents(locale, to, currency) };
  return (
    <section class="wrap section" aria-labelledby="prices">
      <div class="split">
        <div>
          <h2 id="prices">{t("home:prices.heading")}</h2>
          <p>{t("home:prices.text", range)}</p>
          <p>
            <a class="roomy" href={href("/how-site-works")}>{t("home:prices.all")}</a>
          </p>
        </div>
        <Tariff
          lines={[
            { label: t("home:prices.first"), price: t("common:free") },
            { label: t("home:prices.open"), price: credits(prices.openLetter) },
            { label: t("home:prices.send"), price: credits(prices.sendLetter) },
            { label: t("home:prices.textChat"), price: aMinute(prices.textMinute) },
            { label: t("home:prices.videoChat"), price: aMinute(prices.videoMinute) },
            { label: t("home:prices.watch"), price: credits(prices.watchVideo) },
          ]}
        />
      </div>
    </section>
  );
}

interface NewestProps {
  ladies: LadyCardView[];
  count: number;
  feature: Feature | null;
}

export function Newest({ ladies, count, feature }: NewestProps) {
  const { t, href, locale } = usePage();
  if (ladies.length === 0 && !feature) return null;
  const more = {
    href: href("/girls/New_Ladies"),
    label: t("home:newest.all", { count, n: formatNumber(locale, count) }),
  };
  return (
    <section class="wrap section" aria-labelledby="new">
      <SectionHead id="new" title={t("home:newest.heading")} more={more} />
      {feature ? <Featured feature={feature} others={ladies} /> : (
        <Cards six strip>
          {ladies.map((lady) => <LadyCard key={lady.id} lady={lady} sizes={sixSizes} />)}
        </Cards>
      )}
    </section>
  );
}

function Featured(
  { feature: { card, writeHref, writeCredits }, others }: { feature: Feature; others: LadyCardView[] },
) {
  const { t } = usePage();
  return (
    <div class="feature">
      <div class="portrait">
        <img
          src={card.portrait.src}
          srcset={`${card.portrait.src320} 320w, ${card.portrait.src} 640w`}
          sizes={largeSizes}
          alt={t("home:newest.portraitAlt", { name: card.name })}
          width={640}
          height={800}
          loading="lazy"
          decoding="async"
        />
      </div>
      <div class="said">
        <blockquote lang={card.quoteLang}>{card.quote}</blockquote>
        <div class="by">
          <h3>
            <a href={card.href}>{card.name}</a>
          </h3>
          <span>
            {t("home:newest.by", { age: card.age, place: card.place })} {card.isVerified && <VerifiedSeal />}
          </span>
        </div>
        {writeHref && (
          <p class="feature__act">
            <PricedLink
              href={writeHref}
              icon="pen"
              label={t("home:newest.write", { name: card.name })}
              price={t("common:credits", { count: writeCredits })}
            />
          </p>
        )}
        <Cards>
          {others.map((lady) => <LadyCard key={lady.id} lady={lady} sizes={fourSizes} />)}
        </Cards>
      </div>
    </div>
  );
}

interface AskedProps {
  acts: ActPrices;
  portrait: { src320: string };
  nowMs: number;
}

/** What everybody asks first, and beside each answer a picture of the thing itself. */
export function Asked({ acts, portrait, nowMs }: AskedProps) {
  const { t } = usePage();
  const proofs = {
    her: <HerSeal portrait={portrait} />,
    wrote: <SmallBifolium />,
    paying: <LedgerLines acts={acts} nowMs={nowMs} />,
  };
  return (
    <section class="wrap section" aria-labelledby="asked">
      <SectionHead id="asked" title={t("home:asked.heading")} />
      <dl class="asked">
        {Object.entries(proofs).map(([question, proof]) => (
          <div key={question}>
            <dt>{t(`home:asked.${question}`)}</dt>
            <dd>{t(`home:asked.${question}Answer`)}</dd>
            <dd class="proof" aria-hidden="true">{proof}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** One of the latest posts and stories. */
export interface JournalLine {
  href: string;
  title: string;
  type: "blog" | "story";
  publishedAt: number;
}

export function Journal({ lines }: { lines: readonly JournalLine[] }) {
  const { t, href, locale } = usePage();
  if (lines.length === 0) return null;
  return (
    <section class="wrap section" aria-labelledby="journal">
      <SectionHead
        id="journal"
        title={t("writings:journal.heading")}
        more={{ href: href("/blog"), label: t("writings:journal.all") }}
      />
      <ol class="index">
        {lines.map((line) => (
          <li key={line.href}>
            <time datetime={dateOf(line.publishedAt)}>
              {formatDate(locale, line.publishedAt, "short")}
            </time>
            <a href={line.href} lang={publishedLangOf(locale)}>{line.title}</a>
            <span>{t(`writings:journal.${line.type}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
