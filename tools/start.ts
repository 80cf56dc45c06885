/** `deno task start`: runs main.ts with the permissions it needs and no more. */
import { configVariables } from "../services/config_variables.ts";
import { makeDataDir } from "../services/data_dir.ts";
import { openFilesMax } from "../services/open_files.ts";
import { tellAndExit } from "./store/command.ts";
import { Fault } from "./store/fault.ts";
import { faultOfStore, storeFile } from "./store/sqlite.ts";

/** The folders that the server is made of: no repository, no configuration beside it, no other data. */
const ownFolders = [
  ".build",
  "chat",
  "components",
  "demo",
  "i18n",
  "islands",
  "kv",
  "node_modules",
  "routes",
  "services",
  "static",
];

/** Facts about the machine that packages and measurements ask for; nothing about its users. */
const systemFigures = ["cpus", "hostname", "networkInterfaces", "osRelease", "statfs", "systemMemoryInfo", "uid"];

/**
 * What the server may do: write in its data folder alone, read its own folders and that one, know its own variables,
 * load native packages.
 */
export function permissionsOf(dataDir: string): string[] {
  // A comma separates paths; a comma in a path is doubled.
  const folder = dataDir.replaceAll(",", ",,");
  return [
    "--no-prompt",
    "--unstable-kv",
    "--allow-net",
    `--allow-env=${configVariables().join(",")}`,
    // Packages ask for other variables as well, which then seem unset.
    "--ignore-env",
    `--allow-sys=${systemFigures.join(",")}`,
    "--allow-ffi=node_modules",
    `--allow-read=${[...ownFolders, folder].join(",")}`,
    `--allow-write=${folder}`,
  ];
}

/**
 * V8 looks through the whole heap each time it has grown by a tenth, and stops everything for a quarter of a second: every
 * ten seconds at a thousand messages a second. Below so many MB it now waits; an idle server gives back what it does not
 * need, as before (bench/README.md).
 */
export const heapFlag = "--initial-old-space-size=256";

/** Deno's client of a remote store logs seven lines a second for each answer that it waits for. */
const logWithoutRetries = "info,denokv_remote=off";

async function start(): Promise<number> {
  const dataDir = Deno.env.get("DATA_DIR")?.trim() || "./data";
  await makeDataDir(dataDir).catch(tellAndExit("start"));
  const args = ["run", `--v8-flags=${heapFlag}`, ...permissionsOf(dataDir), "main.ts"];
  // The server itself may not read how many files the system lets it open.
  const openFiles = Deno.env.get("OPEN_FILES_MAX") === undefined ? openFilesMax() : null;
  const env: Record<string, string> = {
    DENO_LOG: Deno.env.get("DENO_LOG") ?? logWithoutRetries,
    ...(openFiles !== null && { OPEN_FILES_MAX: String(openFiles) }),
  };
  const server = new Deno.Command(Deno.execPath(), { args, env }).spawn();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      try {
        server.kill(signal);
      } catch {
        // It has already ended.
      }
    });
  }
  const { code } = await server.status;
  if (code !== 0) await tellDamage(`${dataDir}/${storeFile}`);
  return code;
}

/** Tells of a damaged store: some damage ends Deno itself, before the server hears of it. */
async function tellDamage(file: string): Promise<void> {
  const isThere = await Deno.stat(file).then(() => true, () => false);
  try {
    const fault = isThere ? faultOfStore(file) : null;
    if (fault) console.error(`The store at ${file} is damaged: ${fault}. Restore a backup.`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(`start: ${error.message}`);
  }
}

if (import.meta.main) Deno.exit(await start());
