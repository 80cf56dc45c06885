/**
 * The standard rates of value added tax of the Union's members and of the United Kingdom, each with the day from which it
 * holds: the rates of 1 January 2024 and every change since. Sources: European Commission, "Taxes in Europe Database";
 * HM Revenue & Customs, "VAT rates". A change is a further line, never another number in an old one.
 */
import { dateOf } from "../../store/days.ts";

interface RateFrom {
  /** YYYY-MM-DD, the first day. */
  from: string;
  ratePermille: number;
}

const since2024 = (ratePermille: number, ...changes: RateFrom[]): readonly RateFrom[] => [
  { from: "2024-01-01", ratePermille },
  ...changes,
];

/** By ISO 3166-1 alpha-2. */
export const unionRates: Readonly<Record<string, readonly RateFrom[]>> = {
  AT: since2024(200),
  BE: since2024(210),
  BG: since2024(200),
  CY: since2024(190),
  CZ: since2024(210),
  DE: since2024(190),
  DK: since2024(250),
  EE: since2024(220, { from: "2025-07-01", ratePermille: 240 }),
  ES: since2024(210),
  FI: since2024(240, { from: "2024-09-01", ratePermille: 255 }),
  FR: since2024(200),
  GR: since2024(240),
  HR: since2024(250),
  HU: since2024(270),
  IE: since2024(230),
  IT: since2024(220),
  LT: since2024(210),
  LU: since2024(170),
  LV: since2024(210),
  MT: since2024(180),
  NL: since2024(210),
  PL: since2024(230),
  PT: since2024(230),
  RO: since2024(190, { from: "2025-08-01", ratePermille: 210 }),
  SE: since2024(250),
  SI: since2024(220),
  SK: since2024(200, { from: "2025-01-01", ratePermille: 230 }),
};

export const unitedKingdomRates: Readonly<Record<string, readonly RateFrom[]>> = { GB: since2024(200) };

/** The rate that holds at a moment (ms since the epoch), by UTC; before the table begins, its first. */
export function rateAtMoment(rates: readonly RateFrom[], atMs: number): number {
  const day = dateOf(atMs);
  return (rates.findLast(({ from }) => from <= day) ?? rates[0]!).ratePermille;
}
