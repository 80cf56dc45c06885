/** Help for a search that finds nobody: which filter to leave out, and who matches all but one, with what differs. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Cards, LadyCard, type LadyCardView } from "../../../components/lady_card.tsx";
import { type Translate, usePage } from "../../../components/page_context.ts";
import { Empty } from "../../../components/states.tsx";
import { formatDate, formatNumber } from "../../../i18n/format.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { ageYears } from "../../../kv/ladies/age.ts";
import { nearMisses } from "../../../kv/ladies/index/near_misses.ts";
import { facetValues, type LadyQuery } from "../../../kv/ladies/index/query.ts";
import { ladiesByIds } from "../../../kv/ladies/ladies.ts";
import { type LadyRecord, wordsOf } from "../../../kv/ladies/record.ts";
import { countryName } from "../../account/country_names.ts";
import type { AppContext } from "../../http/env.ts";
import { boundsOf, type ChoiceName, labelOf, rangeNames, ranges } from "../../ladies/filter_fields.ts";
import { cardsOf } from "../../ladies/lady_cards.ts";
import type { Chosen } from "../../ladies/search_state.ts";

/** Three rows beside the filters. */
const shownAtMost = 12;

export interface NearWishes {
  /** Filters without which somebody would be found: first the one without which most would be. */
  drops: { chosen: Chosen; count: number }[];
  /** Each with a note of what differs; none if only one filter is chosen, because then they would match nothing. */
  ladies: LadyCardView[];
}

/** Returns what may help if nobody matches the query. */
export async function nearWishesOf(c: AppContext, query: LadyQuery, chosen: readonly Chosen[]): Promise<NearWishes> {
  const { facts, deps: { store } } = c.var;
  const nowMs = store.now();
  const near = nearMisses(store.ladies, query, chosen.map(({ parameters }) => parameters), nowMs, shownAtMost);
  const drops = chosen.map((each, place) => ({ chosen: each, count: near.counts[place]! }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  if (chosen.length < 2) return { drops, ladies: [] };
  const ids = near.ladies.map(({ id }) => id);
  const [cards, records] = await Promise.all([cardsOf(c, store, ids), ladiesByIds(store, ids)]);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  const filterOf = new Map(near.ladies.map(({ id, filter }) => [id, chosen[filter]!]));
  const ladies = cards.map((card) => ({
    ...card,
    note: differenceOf(facts, filterOf.get(card.id)!.parameters[0]!, recordOf.get(card.id)!, nowMs),
  }));
  return { drops, ladies };
}

/** What she has instead of what the filter of this parameter asks for, e.g. "Country: Romania". */
function differenceOf(
  { locale, t }: { locale: Locale; t: Translate },
  parameter: string,
  lady: LadyRecord,
  nowMs: number,
): string {
  if (parameter === "online") return t("search:near.offline");
  const value = valueOf() || t("account:unsaid");
  return t("search:colon", { what: labelOf(t, parameter), value });

  function valueOf(): string | null {
    const unit = ranges[rangeNames.find((name) => boundsOf(name).includes(parameter)) ?? "age"].unit;
    const withUnit = (count: number | null) => count === null ? null : t(unit, { count });
    switch (parameter) {
      case "firstname":
        return wordsOf(lady, locale).firstname;
      case "ageFrom":
        return withUnit(ageYears(lady.birthdate, nowMs));
      case "heightFrom":
        return withUnit(lady.heightCm);
      case "weightFrom":
        return withUnit(lady.weightKg);
      case "childrenNumberFrom":
        return withUnit(lady.childrenNumber);
      case "countryId":
        return countryName(locale, lady.countryId);
      case "birthdateFrom":
        return lady.birthdate.slice(0, 4);
      case "firstTimeActivatedAtFrom":
        return lady.firstTimeActivatedAt === null ? null : formatDate(locale, lady.firstTimeActivatedAt);
      default:
        return choicesOfHers(parameter as ChoiceName);
    }
  }

  function choicesOfHers(name: ChoiceName): string {
    const values = facetValues[name](lady).filter((value) => value !== null);
    return values.map((value) => t(`attributes:${name}.${value}`)).join(t("search:comma"));
  }
}

interface NobodyProps {
  near: NearWishes;
  /** Localised address of the search without some parameters. */
  hrefWithout: (parameters: string[]) => string;
  clearHref: string;
  /** How wide the pictures are shown. */
  sizes: string;
}

export function Nobody({ near: { drops, ladies }, hrefWithout, clearHref, sizes }: NobodyProps) {
  const { t } = usePage();
  const clear = <ButtonLink href={clearHref} tone="quiet">{t("search:empty.clear")}</ButtonLink>;
  const action = <>{drops.length > 0 && <Drops drops={drops} hrefWithout={hrefWithout} />}{clear}</>;
  return (
    <>
      <Empty title={t("search:empty.title")} drawing="open" heading="h3" action={action}>
        {drops.length > 0 ? t("search:near.drop") : t("search:empty.text")}
      </Empty>
      {ladies.length > 0 && (
        <section class="flow" aria-labelledby="near">
          <h3 id="near">{t("search:near.title")}</h3>
          <p class="soft">{t("search:near.lead")}</p>
          <Cards>
            {ladies.map((lady) => <LadyCard key={lady.id} lady={lady} heading="h4" sizes={sizes} />)}
          </Cards>
        </section>
      )}
    </>
  );
}

function Drops({ drops, hrefWithout }: Pick<NearWishes, "drops"> & Pick<NobodyProps, "hrefWithout">) {
  const { t, locale } = usePage();
  return (
    <ul class="tags">
      {drops.map(({ chosen: { parameters, label, value }, count }) => (
        <li key={parameters[0]}>
          <a class="tag" href={hrefWithout(parameters)}>
            {t("search:near.without", {
              filter: t("search:colon", { what: label, value }),
              n: formatNumber(locale, count),
            })}
          </a>
        </li>
      ))}
    </ul>
  );
}
