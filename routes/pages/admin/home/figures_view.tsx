/** The page of figures: the period in numbers, then each chart with what it counts and its table. */
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { formatDate } from "../../../../i18n/format.ts";
import FigureChart from "../../../../islands/figure_chart/island.tsx";
import { figureText, type FigureUnit } from "../../../../islands/figure_chart/state.ts";
import { dayMs } from "../../../../kv/store/days.ts";
import { AdminFrame } from "../frame.tsx";
import type { Chart, Total } from "./figures_charts.ts";

export const figuresPath = "/admin/figures";
/** How many days are looked at. */
export const spans = [30, 90, 365] as const;

interface FiguresViewProps {
  span: typeof spans[number];
  nowMs: number;
  /** Numbers of UTC days, oldest first. */
  days: number[];
  charts: Chart[];
  totals: Total[];
}

export function FiguresView({ span, nowMs, days, charts, totals }: FiguresViewProps) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <AdminFrame
      title={t("shop:figures.title")}
      lead={t("shop:figures.lead", { moment: date(nowMs, "moment") })}
    >
      <nav class="tags figures__spans" aria-label={t("shop:figures.spans")}>
        {spans.map((each) => (
          <a
            key={each}
            class="tag"
            href={`${href(figuresPath)}?days=${each}`}
            aria-current={each === span ? "page" : undefined}
          >
            {t("shop:figures.days", { count: each })}
          </a>
        ))}
      </nav>
      <dl class="admin__facts">
        {totals.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="figure__total">{value}</dd>
          </div>
        ))}
      </dl>
      <div class="figures__charts">
        {charts.map((chart) => (
          <section key={chart.key} aria-labelledby={`chart-${chart.key}`}>
            <h2 id={`chart-${chart.key}`}>{chart.title}</h2>
            <p class="small soft">{chart.explanation}</p>
            <FigureChart firstDay={days[0]!} unit={chart.unit} series={chart.series} />
            <details>
              <summary>{t("shop:figures.table")}</summary>
              <FigureTable chart={chart} days={days} />
            </details>
          </section>
        ))}
      </div>
    </AdminFrame>
  );
}

/** The newest day first. */
function FigureTable({ chart, days }: { chart: Chart; days: number[] }) {
  const { t, locale } = usePage();
  const columns: { label: string; unit: FigureUnit; values: (number | null)[] }[] = [
    ...chart.series.map((each) => ({ ...each, unit: chart.unit })),
    ...chart.more.map((each) => ({ ...each, unit: "count" as const })),
  ];
  const rows = days.map((day, at) => [day, at] as const).toReversed();
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={`${chart.title}: ${t("shop:figures.table")}`}>
      <table class="table">
        <caption class="visually-hidden">{chart.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("shop:figures.day")}</th>
            {columns.map(({ label }) => <th key={label} scope="col" class="num">{label}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(([day, at]) => (
            <tr key={day}>
              <th scope="row">{formatDate(locale, day * dayMs)}</th>
              {columns.map(({ label, unit, values }) => (
                <td key={label} class="num">{figureText(locale, unit, values[at] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
