/**
 * The entry on Deno Deploy: the site as main.ts serves it, and the platform's own clock. There an instance lives only
 * while somebody visits. Every minute the clock starts one if there is none, and it lives until nothing is due any more.
 */
import { type Site, start } from "./main.ts";

const site = Promise.withResolvers<Site>();

// At the top level and unconditional: when the code is deployed, the platform reads here what it must call and when.
Deno.cron("due jobs", "* * * * *", async () => await (await site.promise).runDueJobs())
  .catch((error) => console.error(`The platform's clock is lost: ${error}. Jobs are done while somebody visits.`));

await start(site.resolve);
