/** `deno task demo`: the site with a demo world in an embedded store; nothing else to set up. */
import { markCompanions, startCompanions } from "../demo/companions/companions.ts";
import { addDemoLiveCheck } from "../demo/verified.ts";
import { addDemoVideos } from "../demo/videos/add.ts";
import { seedDemoWorld } from "../demo/world.ts";
import { addAuditCheckpoint } from "../kv/records/audit_checkpoints.ts";
import { configurationOrExit, createSite, serve } from "../main.ts";
import type { Config } from "../services/config.ts";
import { configureLogging } from "../services/logging.ts";

await configureLogging("warning", true);
const config = configurationOrExit("demo");
let endCompanions = () => {};
await serve(config, async () => {
  const site = await createSite(config);
  await seedDemoWorld(site.deps.store);
  await addDemoVideos(site.deps.store, site.deps.storage);
  await addDemoLiveCheck(site.deps.store, site.deps.storage);
  // Covers the records of what the demo says was done months ago, which must not wait any longer.
  await addAuditCheckpoint(site.deps.store);
  await markCompanions(site.deps.store, config.hasCompanions);
  return {
    ...site,
    shut() {
      endCompanions();
      site.shut();
    },
  };
}, ({ deps: { store } }) => {
  if (config.hasCompanions) endCompanions = startCompanions(store, ownOriginOf(config));
});
Deno.exit(0);

/** Where this machine itself reaches the site. */
function ownOriginOf({ host, port }: Config): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
