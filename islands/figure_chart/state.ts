/** The days, the scale and the texts of a chart of figures; no browser needed. */
import { formatCents, formatDate, formatNumber } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";

/**
 * The unit of the numbers: money is integer cents, of euros or of the named currency; hours and per cent are shown with one
 * decimal.
 */
export type FigureUnit = "count" | Cents | "percent" | "hours";
type Cents = "cents" | `cents:${string}`;

const isMoney = (unit: FigureUnit): unit is Cents => unit === "cents" || unit.startsWith("cents:");

export interface FigureSeries {
  label: string;
  /** One for each day; null if there is nothing to divide by. */
  values: (number | null)[];
}

const dayMs = 24 * 3600_000;
const daySeconds = dayMs / 1000;
/** The share of a day that its bars take; the rest keeps the days apart. */
const barsShare = 0.8;

/** The days of a chart as seconds since the epoch, which is what its axis counts in. */
export const secondsOfDays = (firstDay: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => (firstDay + at) * daySeconds);

/** The bar of series `at` of `seriesCount`: where it begins, counted from the point of its day, and its width; seconds. */
export function barOf(seriesCount: number, at: number): { from: number; width: number } {
  const width = daySeconds * barsShare / seriesCount;
  return { from: (at - seriesCount / 2) * width, width };
}

/** The first and the last second of the axis: half a day before the first point and behind the last. */
export const axisOf = (firstDay: number, count: number): [number, number] => [
  (firstDay - 0.5) * daySeconds,
  (firstDay + count - 0.5) * daySeconds,
];

const hours: Partial<Record<Locale, string>> = { "zh-Hant": "小時", "zh-Hans": "小时" };

/** A number as text, for the axis and for tables. */
export function figureText(locale: Locale, unit: FigureUnit, value: number | null): string {
  if (value === null) return "–";
  if (isMoney(unit)) return formatCents(locale, value, unit.slice("cents:".length) || "EUR");
  switch (unit) {
    case "percent":
      return `${formatNumber(locale, Math.round(value * 10) / 10)}%`;
    case "hours":
      return `${formatNumber(locale, Math.round(value * 10) / 10)} ${hours[locale] ?? "h"}`;
    default:
      return formatNumber(locale, value);
  }
}

/** The upper end of the scale: a little above the highest number, and never zero. */
export function scaleEnd(unit: FigureUnit, series: readonly FigureSeries[]): number {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  // On some days more goes back than was charged.
  if (unit === "percent") return Math.max(100, highest);
  return highest === 0 ? (isMoney(unit) ? 10_000 : 5) : highest * 1.08;
}

/** The lower end of the scale: zero, or a little below the lowest number if more money went back than came. */
export const scaleBegin = (series: readonly FigureSeries[]): number =>
  Math.min(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))) * 1.08;

/** The text of one day: "3 March · Men 4 · Ladies 2". */
export const dayText = (
  locale: Locale,
  unit: FigureUnit,
  day: number,
  series: readonly FigureSeries[],
  at: number,
): string =>
  [
    formatDate(locale, day * dayMs, "short"),
    ...series.map(({ label, values }) => `${label} ${figureText(locale, unit, values[at] ?? null)}`),
  ].join(" · ");
