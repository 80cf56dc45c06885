/** `deno task demo`: the site with a demo world in an embedded store; nothing else to set up. */
import { configurationOrExit, createSite, serve } from "../main.ts";
import { seedDemoWorld } from "../demo/world.ts";
import { configureLogging } from "../services/logging.ts";

await configureLogging("warning", true);
const config = configurationOrExit("demo");
await serve(config, async () => {
  const site = await createSite(config);
  await seedDemoWorld(site.house.store);
  return site;
});
Deno.exit(0);
