/** The site on the store of DATA_DIR as it is, without a demo world: for tests that end it in any way they like. It
 * claims nothing: their stores are neither a demo's nor a site's. */
import { createSite, serve } from "../../main.ts";
import { readConfig } from "../../services/config.ts";
import { configureLogging } from "../../services/logging.ts";

await configureLogging("warning", true);
const { config } = readConfig("demo", (name) => Deno.env.get(name));
await serve(config, () => createSite(config, {}));
Deno.exit(0);
