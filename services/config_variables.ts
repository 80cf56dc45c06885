/** The variables of the environment that a serving process reads: all others are nothing to it (tools/start.ts). */
import { readConfig } from "./config.ts";

/** Read outside the configuration, or only where another variable is set: by whoever opens the store or counts files. */
const further = ["DENO_KV_ACCESS_TOKEN", "OPEN_FILES_MAX"];

/** The names, found by reading the configuration of an empty environment, which asks for every one of them. */
export function configVariables(): string[] {
  const names = new Set(further);
  readConfig("start", (name) => {
    names.add(name);
    return undefined;
  });
  return [...names].sort();
}
