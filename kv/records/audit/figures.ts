/** The audit of figures: every kept day has the figures that its records make when they are counted anew. */
import { otherCurrencies } from "../../credits/prices/currencies.ts";
import { dateOf, dayMs } from "../../store/days.ts";
import { prefixes } from "../../store/prefixes.ts";
import { lateDayOf } from "../figures_late.ts";
import { recountDays } from "../figures_recount.ts";
import { type DayFigures, erasable, type FigureName, moneyOn, noFigures } from "../figures_tally.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditFigures(reader: Reader, report: Report): Promise<void> {
  const kept: DayFigures[] = [];
  await reader.walk<DayFigures>(prefixes.figuresOfDays(), (figures, key) => {
    if (figures.day !== key[1]) report(`the figures of day ${String(key[1])} call themselves those of ${figures.day}`);
    kept.push(figures);
  });
  const last = kept.at(-1);
  if (!last) return;
  if (last.day - kept[0]!.day + 1 !== kept.length) {
    report(`of ${last.day - kept[0]!.day + 1} days ${kept.length} are kept`);
  }
  let deletions = 0;
  await reader.walk(prefixes.deletions(), () => void deletions++);
  const counted = await recountDays(reader, last.day + 1);
  // The days from `lateDay` on are counted anew before anybody sees them (figures_late.ts).
  const lateDay = await lateDayOf(reader, last.day);
  for (const figures of kept.filter(({ day }) => lateDay === null || day < lateDay)) {
    const again = counted.get(figures.day) ?? noFigures(figures.day);
    auditMoney(figures, again, report);
    for (const name of Object.keys(noFigures(0)).filter((each): each is FigureName => each !== "day")) {
      if (figures[name] === again[name]) continue;
      if (deletions > 0 && erasable.has(name) && figures[name] > again[name]) continue;
      const date = dateOf(figures.day * dayMs);
      report(`${name} of ${date} is kept as ${figures[name]}, but its records make ${again[name]}`);
    }
  }
  const missing = [...counted.keys()].filter((day) => day < kept[0]!.day && lateDay === null);
  if (missing.length > 0) report(`something happened on day ${missing[0]}, before the first day that is kept`);
}

/** The money of a day in other currencies than euros; it never goes with a deleted account. */
function auditMoney(kept: DayFigures, again: DayFigures, report: Report): void {
  for (const currency of otherCurrencies) {
    for (const name of ["revenueCents", "refundedCents"] as const) {
      const [one, other] = [moneyOn(kept, currency)[name], moneyOn(again, currency)[name]];
      const date = dateOf(kept.day * dayMs);
      if (one !== other) report(`${name} in ${currency} of ${date} is kept as ${one}, but its records make ${other}`);
    }
  }
}
