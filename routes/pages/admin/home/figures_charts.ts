/** The charts, and how each is computed from the figures of the days: sums as they are, rates divided here. */
import type { Locale } from "../../../../i18n/locales.ts";
import type { Translate } from "../../../../i18n/translate.ts";
import { type FigureSeries, figureText, type FigureUnit } from "../../../../islands/figure_chart/state.ts";
import { otherCurrencies, type OtherCurrency } from "../../../../kv/credits/prices/currencies.ts";
import { type DayFigures, type FigureName, type MoneyFigures, moneyOn } from "../../../../kv/records/figures.ts";

export interface Chart {
  key: string;
  title: string;
  /** What exactly is counted. */
  explanation: string;
  unit: FigureUnit;
  series: FigureSeries[];
  /** Further columns of the table: the numbers from which a rate was computed. */
  more: FigureSeries[];
}

type Days = readonly DayFigures[];

/** Charts in their order; words are "shop:figures.<key>" for each, and "shop:figure.<name>" for each series. */
export function chartsOf(t: Translate, days: Days): Chart[] {
  const named = (name: FigureName): FigureSeries => ({
    label: t(`shop:figure.${name}`),
    values: days.map((figures) => figures[name]),
  });
  const divided = (name: string, part: FigureName, whole: FigureName, factor: number): FigureSeries => ({
    label: t(`shop:figure.${name}`),
    values: days.map((figures) => ratioOf([figures], part, whole, factor)),
  });
  const chart = (key: string, unit: FigureUnit, series: FigureSeries[], more: FigureSeries[] = []): Chart => ({
    key,
    title: t(`shop:figures.${key}.title`),
    explanation: t(`shop:figures.${key}.note`),
    unit,
    series,
    more,
  });
  const revenueIn = (currency: OtherCurrency): Chart => {
    const series = (name: keyof MoneyFigures): FigureSeries => ({
      label: t(`shop:figure.${name}`),
      values: days.map((figures) => moneyOn(figures, currency)[name]),
    });
    const revenue = chart("revenue", `cents:${currency}`, [series("revenueCents"), series("refundedCents")]);
    return { ...revenue, key: `revenue-${currency}`, title: `${revenue.title} (${currency})` };
  };
  return [
    chart("registrations", "count", [named("men"), named("ladies")]),
    chart("letters", "count", [named("lettersOfMen"), named("lettersOfLadies"), named("introductions")]),
    chart("chats", "count", [named("textChats"), named("calls")]),
    chart("connectRate", "percent", [divided("connectRate", "callsConnected", "calls", 100)], [
      named("callsConnected"),
      named("calls"),
    ]),
    chart("refundRate", "percent", [divided("refundRate", "returnedCredits", "chargedCredits", 100)], [
      named("returnedCredits"),
      named("chargedCredits"),
    ]),
    chart("translationAge", "hours", [divided("translationAge", "translationMinutes", "translated", 1 / 60)], [
      named("translated"),
      named("untranslated"),
      named("returnedLetters"),
    ]),
    chart("revenue", "cents", [named("revenueCents"), named("refundedCents")]),
    ...otherCurrenciesOf(days).map(revenueIn),
    chart("liability", "count", [named("boughtCredits"), named("givenCredits")]),
  ];
}

/** The currencies other than euros in which money came or went. */
const otherCurrenciesOf = (days: Days): OtherCurrency[] =>
  otherCurrencies.filter((currency) => days.some(({ otherMoney }) => otherMoney?.[currency]));

/** Null where there is nothing to divide by. */
function ratioOf(days: Days, part: FigureName, whole: FigureName, factor: number): number | null {
  const sum = (name: FigureName) => days.reduce((total, figures) => total + figures[name], 0);
  return sum(whole) === 0 ? null : sum(part) * factor / sum(whole);
}

export interface Total {
  label: string;
  value: string;
}

/** The period in a few numbers; for credits, what stands now. `waitingMs`: how long the oldest letter waits, or null. */
export function totalsOf(t: Translate, locale: Locale, days: Days, waitingMs: number | null): Total[] {
  const sum = (...names: FigureName[]) =>
    days.reduce((total, figures) => total + names.reduce((of, name) => of + figures[name], 0), 0);
  const last = days.at(-1)!;
  const total = (key: string, unit: FigureUnit, value: number | null): Total => ({
    label: t(`shop:total.${key}`),
    value: figureText(locale, unit, value),
  });
  return [
    total("registrations", "count", sum("men", "ladies")),
    total("letters", "count", sum("lettersOfMen", "lettersOfLadies", "introductions")),
    total("chats", "count", sum("textChats", "calls")),
    total("connectRate", "percent", ratioOf(days, "callsConnected", "calls", 100)),
    total("refundRate", "percent", ratioOf(days, "returnedCredits", "chargedCredits", 100)),
    total("translationAge", "hours", ratioOf(days, "translationMinutes", "translated", 1 / 60)),
    total("waiting", "hours", waitingMs === null ? null : waitingMs / 3600_000),
    total("revenue", "cents", sum("revenueCents") - sum("refundedCents")),
    ...otherCurrenciesOf(days).map((currency) => {
      const cents = days.map((figures) => moneyOn(figures, currency))
        .reduce((rest, { revenueCents, refundedCents }) => rest + revenueCents - refundedCents, 0);
      const revenue = total("revenue", `cents:${currency}`, cents);
      return { ...revenue, label: `${revenue.label} (${currency})` };
    }),
    total("bought", "count", last.boughtCredits),
    total("given", "count", last.givenCredits),
  ];
}
