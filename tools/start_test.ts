/** The permissions of `deno task start`: all that the server needs, as it shows by serving, and nothing else. */
import { expect } from "expect";
import { configVariables } from "../services/config_variables.ts";
import { permissionsOf } from "./start.ts";

const root = new URL("../", import.meta.url);

/** Runs a script with exactly the permissions of the server, and returns the JSON that it prints. */
async function asServer(dataDir: string, script: string, env: Record<string, string> = {}): Promise<unknown> {
  const file = `${dataDir}/script.ts`;
  await Deno.writeTextFile(file, script);
  const args = ["run", "--no-check", "--config", "deno.json", ...permissionsOf(dataDir), file];
  const child = new Deno.Command(Deno.execPath(), { args, cwd: root, env, stdout: "piped", stderr: "piped" });
  const { stdout, stderr } = await child.output();
  const [text, problem] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  try {
    return JSON.parse(text!);
  } catch {
    throw new Error(`no answer: ${text} ${problem}`);
  }
}

/** A folder of its own for each test, outside the tree. */
async function withFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "start-" });
  try {
    await work(dataDir);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

const tried = (name: string, work: string) => `
  try { tries[${JSON.stringify(name)}] = String((await (async () => ${work})()) ?? "nothing").slice(0, 20); }
  catch (error) { tries[${JSON.stringify(name)}] = error.name; }`;

Deno.test("the server reads its own folders and its data, writes its data alone, and runs nothing", async () => {
  await withFolder(async (dataDir) => {
    const elsewhere = await Deno.makeTempFile();
    const script = `const tries = {};` +
      tried("catalogue", `(await Deno.readTextFile("i18n/catalogues/en/refusals.json")).slice(0, 1)`) +
      tried("own data", `Deno.writeTextFile(${JSON.stringify(`${dataDir}/x`)}, "x")`) +
      tried("the repository", `Deno.readTextFile(".git/HEAD")`) +
      tried("the README", `Deno.readTextFile("README.md")`) +
      tried("passwords", `Deno.readTextFile("/etc/passwd")`) +
      tried("somebody else's file", `Deno.readTextFile(${JSON.stringify(elsewhere)})`) +
      tried("own tree", `Deno.writeTextFile("static/x", "x")`) +
      tried("packages", `Deno.writeTextFile("node_modules/x", "x")`) +
      tried("programs", `new Deno.Command("ls").output()`) +
      tried("who runs it", `Deno.env.get("LOGNAME")`) +
      tried("a secret of another service", `Deno.env.get("AWS_SECRET_ACCESS_KEY")`) +
      tried("the same by a package", `process.env.AWS_SECRET_ACCESS_KEY`) +
      tried("own secret", `Deno.env.get("SECRET")`) +
      tried("home", `(await import("node:os")).homedir()`) +
      ` console.log(JSON.stringify(tries));`;
    const tries = await asServer(dataDir, `import process from "node:process"; ${script}`, {
      AWS_SECRET_ACCESS_KEY: "not ours",
      LOGNAME: "operator",
      SECRET: "ours",
    });
    await Deno.remove(elsewhere);
    expect(tries).toEqual({
      "catalogue": "{",
      "own data": "nothing",
      "the repository": "NotCapable",
      "the README": "NotCapable",
      "passwords": "NotCapable",
      "somebody else's file": "NotCapable",
      "own tree": "NotCapable",
      "packages": "NotCapable",
      "programs": "NotCapable",
      "who runs it": "nothing",
      "a secret of another service": "nothing",
      "the same by a package": "nothing",
      "own secret": "ours",
      "home": "NotCapable",
    });
  });
});

Deno.test("packages with native parts work within these permissions: passwords and pictures", async () => {
  await withFolder(async (dataDir) => {
    const at = (path: string) => JSON.stringify(new URL(path, root).href);
    const script = `
      import { hashPassword } from ${at("kv/accounts/signing_in/passwords.ts")};
      const { default: sharp } = await import("sharp");
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } }).webp().toBuffer();
      console.log(JSON.stringify([(await hashPassword("Spring-2026!")).slice(0, 9), picture.length > 20]));`;
    expect(await asServer(dataDir, script)).toEqual(["$argon2id", true]);
  });
});

Deno.test("every variable that the server's code names may be read", async () => {
  const known = new Set(configVariables());
  const unknown: string[] = [];
  for (const folder of ["main.ts", "services", "routes", "kv", "chat"]) {
    for await (const file of sourcesIn(folder)) {
      const text = await Deno.readTextFile(new URL(file, root));
      for (const [, name] of text.matchAll(/\b(?:read\w*|env|Deno\.env\.get)\("([A-Z][A-Z\d]*_?[A-Z\d_]*)"/g)) {
        if (name!.length > 3 && !known.has(name!) && !isPart(name!)) unknown.push(`${file}: ${name}`);
      }
    }
  }
  expect(unknown).toEqual([]);
  expect(known.size).toBeGreaterThan(40);
});

/** Whether a name is only the beginning of names, as in `readVariant("ENGLISH")`. */
const isPart = (name: string): boolean => ["ENGLISH", "CHINESE"].includes(name);

async function* sourcesIn(path: string): AsyncGenerator<string> {
  if (path.endsWith(".ts")) return yield path;
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${path}/`, root))) {
    if (isDirectory) yield* sourcesIn(`${path}/${name}`);
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) yield `${path}/${name}`;
  }
}
