/** `deno task demo`: the site with a demo world in an embedded store; nothing else to set up. */
import { addDemoLiveCheck } from "../demo/verified.ts";
import { addDemoVideos } from "../demo/videos/add.ts";
import { seedDemoWorld } from "../demo/world.ts";
import { addAuditCheckpoint } from "../kv/records/audit_checkpoints.ts";
import { configurationOrExit, createSite, serve } from "../main.ts";
import { configureLogging } from "../services/logging.ts";

await configureLogging("warning", true);
const config = configurationOrExit("demo");
await serve(config, async () => {
  const site = await createSite(config);
  await seedDemoWorld(site.deps.store);
  await addDemoVideos(site.deps.store, site.deps.storage);
  await addDemoLiveCheck(site.deps.store, site.deps.storage);
  // What the demo says was done months ago does not wait any longer.
  await addAuditCheckpoint(site.deps.store);
  return site;
});
Deno.exit(0);
