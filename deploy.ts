/**
 * The entry on Deno Deploy: the site as main.ts serves it, and the platform's own clock. There an instance lives only while
 * somebody visits; each minute the clock begins one where there is none, and it lives until nothing is due any more.
 */
import { type Site, start } from "./main.ts";

const site = Promise.withResolvers<Site>();

// At the top and without a condition: the platform reads here, when the code is deployed, what it must call and when.
Deno.cron("due jobs", "* * * * *", async () => await (await site.promise).runDueJobs())
  .catch((error) => console.error(`The platform's clock is lost: ${error}. Jobs are done while somebody visits.`));

await start(site.resolve);
