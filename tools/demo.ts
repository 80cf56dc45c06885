/** `deno task demo`: the site with a demo world in an embedded store; nothing else to set up. */
import { addDemoLiveCheck } from "../demo/verified.ts";
import { addDemoVideos } from "../demo/videos/add.ts";
import { seedDemoWorld } from "../demo/world.ts";
import { sealAuditLog } from "../kv/records/audit_seals.ts";
import { configurationOrExit, createSite, serve } from "../main.ts";
import { configureLogging } from "../services/logging.ts";

await configureLogging("warning", true);
const config = configurationOrExit("demo");
await serve(config, async () => {
  const site = await createSite(config);
  await seedDemoWorld(site.house.store);
  await addDemoVideos(site.house.store, site.house.storage);
  await addDemoLiveCheck(site.house.store, site.house.storage);
  // What the demo says was done months ago does not wait any longer.
  await sealAuditLog(site.house.store);
  return site;
});
Deno.exit(0);
