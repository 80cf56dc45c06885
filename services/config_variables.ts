/** The variables of the environment that a serving process reads: all others are nothing to it (tools/start.ts). */
import { readConfig } from "./config.ts";

/** Read outside the configuration: by whoever opens the store, counts files, or asks where it runs. */
const further = ["DENO_DEPLOYMENT_ID", "DENO_KV_ACCESS_TOKEN", "OPEN_FILES_MAX"];

/** The names, found by reading the configuration of an empty environment, which asks for every one of them. */
export function configVariables(): string[] {
  const names = new Set(further);
  readConfig("start", (name) => {
    names.add(name);
    return undefined;
  });
  return [...names].sort();
}
