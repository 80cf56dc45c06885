import { expect } from "expect";
import { counter, gauge, histogram, metricsText } from "./metrics_text.ts";

Deno.test("measurements are written as Prometheus reads them", () => {
  const text = metricsText([
    counter("letters_total", "Letters sent.", 3),
    gauge("lines", "Open lines.", 0),
    { name: "calls_total", help: "Calls.", type: "counter", samples: [{ labels: { path: 'a"\\\n' }, value: 1 }] },
    histogram("took_seconds", "How long it took.", { bounds: [0.01, 0.1], counts: [2, 1, 4], sumSeconds: 9.5 }),
  ]);
  expect(text).toBe(`# HELP letters_total Letters sent.
# TYPE letters_total counter
letters_total 3
# HELP lines Open lines.
# TYPE lines gauge
lines 0
# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{path="a\\"\\\\\\n"} 1
# HELP took_seconds How long it took.
# TYPE took_seconds histogram
took_seconds_bucket{le="0.01"} 2
took_seconds_bucket{le="0.1"} 3
took_seconds_bucket{le="+Inf"} 7
took_seconds_sum 9.5
took_seconds_count 7
`);
});
