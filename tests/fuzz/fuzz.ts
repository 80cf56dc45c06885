/**
 * Every call tried from outside against the description of the API, by schemathesis (Python, https://schemathesis.io), as
 * guest, man, lady and admin: no answer may be a failure of the site, contradict its schema, or have a status that is not
 * described. Schemathesis sends values that fit and values that do not, and all of it follows from the seed.
 */
import { openFront } from "./front.ts";
import type { FuzzPeople } from "./site_process.ts";

export interface FuzzPlan {
  /** How many calls at least, of all roles together. */
  calls: number;
  seed: number;
  /** Tries this role alone. */
  as?: string;
  say: (sentence: string) => void;
}

/** The command of schemathesis: SCHEMATHESIS, or one of its usual names; null if it is not installed. */
async function findSchemathesis(): Promise<string | null> {
  for (const name of [Deno.env.get("SCHEMATHESIS"), "schemathesis", "st"]) {
    if (name && await isSchemathesis(name)) return name;
  }
  return null;
}

async function isSchemathesis(name: string): Promise<boolean> {
  try {
    const { success, stdout } = await new Deno.Command(name, { args: ["--version"], stderr: "null" }).output();
    // "st" may be something else.
    return success && /\d+\.\d+/.test(new TextDecoder().decode(stdout));
  } catch {
    return false;
  }
}

const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "unsupported_method",
  "allow_header_conformance",
];

/** Calls that never end, and calls that would sign people out. */
const leftOut = "^/api/(?:events|auth/logout|users/me/sessions.*)$";

/** Runs the fuzz if schemathesis is installed; if not, says so and returns no fault. */
export async function fuzzIfPossible(plan: FuzzPlan): Promise<string[]> {
  const program = await findSchemathesis();
  if (program !== null) return await runFuzz(program, plan);
  plan.say(
    "the calls are not tried: schemathesis is not installed (pip install schemathesis, or SCHEMATHESIS=its path)",
  );
  return [];
}

/** Runs the fuzz and returns every fault as a sentence. */
async function runFuzz(program: string, plan: FuzzPlan): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "fuzz-" });
  const site = await startSite(folder);
  const faults: string[] = [];
  try {
    const all: [string, string[]][] = [["guest", []], ...Object.entries(site.people)];
    const roles = all.filter(([role]) => plan.as === undefined || plan.as === role);
    for (const [role, tokens] of roles) {
      faults.push(
        ...await runRole(program, { ...plan, calls: Math.ceil(plan.calls / roles.length) }, {
          role,
          tokens,
          site: site.origin,
          folder,
        }),
      );
    }
  } finally {
    await site.stop();
    await Deno.remove(folder, { recursive: true });
  }
  if (faults.length === 0) plan.say("no answer differs from its description");
  return faults;
}

interface Role {
  role: string;
  tokens: string[];
  site: string;
  folder: string;
}

async function runRole(program: string, { calls, seed, say }: FuzzPlan, role: Role): Promise<string[]> {
  await using front = openFront(role.site, role.tokens);
  const faults: string[] = [];
  for (let round = 0; round < ways.length || front.calls() < calls; round++) {
    const before = front.calls();
    const args = [...ways[round % ways.length]!, `--seed=${seed + round}`];
    const { success, said } = await runOnce(program, front.origin, args, role.folder);
    if (!success) faults.push(`as ${role.role}, ${args.join(" ")}:\n${said}`);
    if (!success || front.calls() === before) break;
  }
  faults.push(...front.failures.map((failure) => `as ${role.role}: ${failure}`));
  const statuses = [...front.statuses].sort().map(([status, count]) => `${count} × ${status}`);
  say(`${role.role}: ${front.calls()} calls; ${statuses.join(", ")}`);
  const strangers = front.statuses.get("401") ?? 0;
  if (role.tokens.length > 0 && strangers > front.calls() / 10) {
    faults.push(`as ${role.role}: ${strangers} answers to nobody, so that its sessions must have ended`);
  }
  return faults;
}

/** First the edges of each field and values that do not fit; then values that fit, and calls that use others' answers. */
const ways = [
  ["--phases=examples,coverage,fuzzing", "--max-examples=10"],
  ["--phases=fuzzing,stateful", "--mode=positive", "--max-examples=25"],
];

async function runOnce(program: string, origin: string, how: string[], folder: string) {
  const args = [
    "run",
    `${origin}/api/openapi.json`,
    ...how,
    `--checks=${checks.join(",")}`,
    `--exclude-path-regex=${leftOut}`,
    "--continue-on-failure",
    "--warnings=off",
    "--generation-database=none",
  ];
  const command = new Deno.Command(program, { args, cwd: folder, env: { NO_COLOR: "1" }, stdin: "null" });
  const { success, stdout, stderr } = await command.output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  return { success, said };
}

async function startSite(dataDir: string) {
  const kept = Object.fromEntries(["PATH", "HOME", "DENO_DIR"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", new URL("./site_process.ts", import.meta.url).href],
    cwd: new URL("../../", import.meta.url),
    // Without the caller's environment, which may configure a real site.
    clearEnv: true,
    env: { ...kept, DATA_DIR: `${dataDir}/data`, PORT: "0", HOST: "127.0.0.1", COMPANIONS: "off", NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let [people, origin]: [FuzzPeople | null, string | null] = [null, null];
  let text = "";
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!people || !origin) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the site of the fuzz did not start: ${text}`);
    text += value;
    const line = /^\{.*\}$/m.exec(text)?.[0];
    if (line) people = JSON.parse(line);
    origin = /Listening on (http:\/\/[^/\s]+)/.exec(text)?.[1] ?? null;
  }
  // What else it prints is thrown away, so that it never waits for a reader.
  const rest = (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    people,
    origin,
    async stop() {
      child.kill("SIGTERM");
      await Promise.all([child.status, rest]);
      await child.stdin.close().catch(() => {});
    },
  };
}
