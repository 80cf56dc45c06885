/** Measurements in the text format of Prometheus (0.0.4), which others read as well. */

export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: Sample[];
}

interface Sample {
  /** Behind the name: "_sum", "_count", "_bucket". */
  suffix?: string;
  labels?: Record<string, string | number>;
  value: number;
}

/** As `Histogram` of the chat counts: how many in each bucket, with one bucket more than there are bounds. */
interface Buckets {
  bounds: readonly number[];
  counts: readonly number[];
  sumSeconds: number;
}

export const contentType = "text/plain; version=0.0.4; charset=utf-8";

export const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "counter",
  samples: [{ value }],
});

export const gauge = (name: string, help: string, value: number): Metric => ({
  ...counter(name, help, value),
  type: "gauge",
});

export function histogram(name: string, help: string, { bounds, counts, sumSeconds }: Buckets): Metric {
  const samples: Sample[] = [];
  let count = 0;
  for (const [at, each] of counts.entries()) {
    count += each;
    const le = bounds[at] ?? "+Inf";
    samples.push({ suffix: "_bucket", labels: { le }, value: count });
  }
  samples.push({ suffix: "_sum", value: sumSeconds }, { suffix: "_count", value: count });
  return { name, help, type: "histogram", samples };
}

export function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = "", labels, value }) => `${name}${suffix}${labels ? textOf(labels) : ""} ${value}`),
  ]);
  return lines.join("\n") + "\n";
}

const textOf = (labels: Record<string, string | number>): string =>
  `{${Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`).join(",")}}`;

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
