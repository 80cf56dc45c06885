/** The variables of the environment that a serving process reads; it needs no others (tools/start.ts). */
import { readConfig } from "./config.ts";

/**
 * Variables read outside the configuration (by what opens the store or counts files), or only if another one is set.
 */
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
