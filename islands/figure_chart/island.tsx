/** A bar chart of some series by days, drawn on a canvas if the browser can. The table beside it says the same in words. */
import { useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { usePage } from "../../components/page_context.ts";
import { formatDate } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import {
  axisOf,
  barOf,
  dayText,
  type FigureSeries,
  figureText,
  type FigureUnit,
  scaleBegin,
  scaleEnd,
  secondsOfDays,
} from "./state.ts";

export interface FigureChartProps {
  /** The UTC day of the first value. */
  firstDay: number;
  unit: FigureUnit;
  series: FigureSeries[];
}

const heightPx = 220;

export default function FigureChart(props: FigureChartProps) {
  const { locale } = usePage();
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const count = props.series[0]?.values.length ?? 0;
  useEffect(() => drawIn(place.current!, props, locale, setShown), []);
  const at = shown ?? count - 1;
  return (
    <div class="figure">
      <p class="figure__key">
        {props.series.map(({ label }) => (
          <span key={label}>
            <i aria-hidden="true" /> {label}
          </span>
        ))}
      </p>
      <div class="figure__place" ref={place} aria-hidden="true" />
      <p class="figure__day" aria-hidden="true">{dayText(locale, props.unit, props.firstDay + at, props.series, at)}</p>
    </div>
  );
}

/** Draws now and whenever the size or the colours change. Returns a function that stops it. */
function drawIn(
  place: HTMLElement,
  props: FigureChartProps,
  locale: Locale,
  show: (at: number | null) => void,
): () => void {
  let chart: uPlot | undefined;
  let isOver = false;
  const all = new AbortController();
  const draw = async () => {
    const { default: Plot } = await import("uplot");
    if (isOver) return;
    chart?.destroy();
    chart = new Plot(optionsOf(Plot, place, props, locale, show), dataOf(props), place);
  };
  const resized = new ResizeObserver(() => chart?.setSize({ width: place.clientWidth, height: heightPx }));
  resized.observe(place);
  // Day and night: by the system, or by the switch in the foot.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw, { signal: all.signal });
  document.addEventListener("change", ({ target }) => {
    if ((target as HTMLInputElement | null)?.name === "appearance") requestAnimationFrame(draw);
  }, { signal: all.signal });
  draw();
  return () => {
    isOver = true;
    all.abort();
    resized.disconnect();
    chart?.destroy();
  };
}

const dataOf = ({ firstDay, series }: FigureChartProps): uPlot.AlignedData => [
  secondsOfDays(firstDay, series[0]?.values.length ?? 0),
  ...series.map(({ values }) => values),
];

function optionsOf(
  { paths }: typeof uPlot,
  place: HTMLElement,
  { firstDay, unit, series }: FigureChartProps,
  locale: Locale,
  show: (at: number | null) => void,
): uPlot.Options {
  const { color: ink, borderBlockEndColor: rule, fontFamily } = getComputedStyle(place);
  const keys = [...place.parentElement!.querySelectorAll<HTMLElement>(".figure__key i")];
  const axis = { stroke: ink, font: `12px ${fontFamily}`, ticks: { show: false }, grid: { stroke: rule, width: 1 } };
  return {
    width: place.clientWidth,
    height: heightPx,
    tzDate: (seconds) => new Date(seconds * 1000),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => axisOf(firstDay, series[0]?.values.length ?? 0) },
      y: { range: () => [scaleBegin(series), scaleEnd(unit, series)] },
    },
    axes: [
      {
        ...axis,
        // Keeps the first day, which stands below the zero of the other axis, from touching it.
        gap: 10,
        grid: { show: false },
        space: 80,
        values: (_chart, seconds) => seconds.map((each) => formatDate(locale, each * 1000, "short")),
        incrs: [1, 2, 7, 14, 30, 60, 90].map((days) => days * 86_400),
      },
      {
        ...axis,
        size: 72,
        values: (_chart, numbers) => numbers.map((each) => figureText(locale, unit, each)),
        incrs: unit === "count"
          ? [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 1e6]
          : undefined,
      },
    ],
    series: [
      {},
      ...series.map(({ label }, at) => {
        const bar = barOf(series.length, at);
        return {
          label,
          fill: getComputedStyle(keys[at]!).color,
          width: 0,
          points: { show: false },
          paths: paths.bars!({
            disp: {
              x0: { unit: 1, values: ({ data: [days] }) => Array.from(days, (day) => day + bar.from) },
              size: { unit: 1, values: () => [bar.width] },
            },
          }),
        };
      }),
    ],
    hooks: {
      setCursor: [({ cursor }) => show(cursor.idx ?? null)],
    },
    padding: [8, 8, 0, 0],
  };
}
