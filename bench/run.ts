/** `deno task bench`: every measurement as a row of one table, in one run on this machine. */
import { measureCharged } from "./charged.ts";
import { measureColdStart } from "./cold_start.ts";
import type { Row } from "./measure.ts";
import { measurePages } from "./pages.ts";
import { measureSearch } from "./search.ts";

const rows: Row[] = [];
for (const measure of [measurePages, measureSearch, measureCharged, measureColdStart]) {
  rows.push(...[await measure()].flat());
}

console.log("| Work | Measured | Goal | | |\n|---|---|---|---|---|");
for (const row of rows) {
  const verdict = row.reached === null ? "" : row.reached ? "reached" : "missed";
  console.log(`| ${row.work} | ${row.measured} | ${row.goal} | ${verdict} | ${row.note} |`);
}
Deno.exit(0);
