/** `deno task bench`: every measurement as a row of one table, in one run on this machine; or only those that are named. */
import { measureCalls } from "./calls.ts";
import { measureCharged } from "./charged.ts";
import { measureChat } from "./chat/measure_chat.ts";
import { measureTranslated } from "./chat/measure_translated.ts";
import { measureTyping } from "./chat/measure_typing.ts";
import { measureColdStarts } from "./cold_start.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMails } from "./mails.ts";
import { measureMany } from "./many/measure_many.ts";
import type { Row } from "./measure.ts";
import { measurePages } from "./pages.ts";
import { measurePromises } from "./promises.ts";
import { measureSearch } from "./search.ts";
import { measureStreams } from "./streams.ts";

const measurements: Record<string, () => Row | Row[] | Promise<Row | Row[]>> = {
  pages: measurePages,
  streams: measureStreams,
  search: measureSearch,
  charged: measureCharged,
  promises: measurePromises,
  mails: measureMails,
  start: measureColdStarts,
  lighthouse: measureLighthouse,
  chat: measureChat,
  translated: measureTranslated,
  typing: measureTyping,
  calls: measureCalls,
  many: measureMany,
};

const unknown = Deno.args.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(", ")}, only ${Object.keys(measurements).join(", ")}.`);
  Deno.exit(1);
}
const rows: Row[] = [];
for (const [name, measure] of Object.entries(measurements)) {
  if (Deno.args.length === 0 || Deno.args.includes(name)) rows.push(...[await measure()].flat());
}

console.log("| Work | Measured | Goal | | |\n|---|---|---|---|---|");
for (const row of rows) {
  const verdict = row.reached === null ? "" : row.reached ? "reached" : "missed";
  console.log(`| ${row.work} | ${row.measured} | ${row.goal} | ${verdict} | ${row.note} |`);
}
Deno.exit(0);
