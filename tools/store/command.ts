/** What the commands on a store share: which store, which file, and how an error is told. */
import { isAbsolute, resolve } from "node:path";
import process from "node:process";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { type Claim, NotOurStore, signedBy } from "../../kv/store/format/belonging.ts";
import { FormatUnknown } from "../../kv/store/format/format.ts";
import { asDamage } from "../../kv/store/health/unusable.ts";
import { type Config, readConfig } from "../../services/config.ts";
import { DataDirUnavailable } from "../../services/data_dir.ts";
import { Fault } from "./fault.ts";

/** The configuration of the environment. Throws Fault if its settings of a remote store are wrong. */
export function configOfTask(): Config {
  const { config, problems } = readConfig("demo", (name) => Deno.env.get(name));
  const problem = problems.find((sentence) => /^(?:KV_URL|DENO_KV_ACCESS_TOKEN) /.test(sentence));
  if (problem) throw new Fault(problem);
  return config;
}

/**
 * The secret with which a task itself writes into a store, and what it claims of that store. Throws Fault if none is set:
 * nobody could ever check records that were signed with a made-up one.
 */
export function writingOfTask(): { secret: string; claim: Claim } {
  const { config, problems } = readConfig("demo", (name) => Deno.env.get(name));
  if (Deno.env.get("SECRET")?.trim() && !problems.some((sentence) => sentence.startsWith("SECRET "))) {
    return { secret: config.secret, claim: signedBy(config) };
  }
  throw new Fault("SECRET must be set as the server has it: what is written is signed with it");
}

/** The data folder of the environment. Throws Fault if the store is a remote one. */
export function dataDirOf(): { dataDir: string; bucket: string | null } {
  const config = configOfTask();
  if (config.kvUrl) throw new Fault("KV_URL is set: that store is kept and copied where it lies");
  return { dataDir: config.dataDir, bucket: config.s3?.bucket ?? null };
}

/** The options of a task. Throws Fault with its usage for arguments that it does not know. */
export function optionsOfTask<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ args: Deno.args, options }).values;
  } catch {
    throw new Fault(usage);
  }
}

/** A path as the caller of the task means it: tasks run in the project's folder, but people call them from others. */
export const pathAsked = (path: string): string =>
  isAbsolute(path) ? path : resolve(Deno.env.get("INIT_CWD") ?? process.cwd(), path);

/** Runs a command to its end: exit 0, or one sentence and exit 1. */
export async function run(name: string, work: () => Promise<void>): Promise<never> {
  await work().catch(tellAndExit(name));
  Deno.exit(0);
}

/** Tells an expected error by its message and any other with its stack, and exits with 1. */
export const tellAndExit = (name: string) => (error: unknown): never => {
  const named = [Fault, DataDirUnavailable, FormatUnknown, NotOurStore];
  const isExpected = named.some((kind) => error instanceof kind) || isOfTheDisk(error);
  const expected = isExpected ? error as Error : asDamage(error);
  console.error(`${name}: ${expected?.message ?? (error instanceof Error ? error.stack : error)}`);
  Deno.exit(1);
};

/** A full disk, a missing permission: the system's own words say enough. */
const isOfTheDisk = (error: unknown): boolean => error instanceof Error && /\(os error \d+\)/.test(error.message);

/** "240.1 MB", millions of bytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
