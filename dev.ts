/** Development: builds, runs the demo, and on every change builds again, restarts it and lets the browser reload. */
import { buildAssets } from "./islands/runtime/build.ts";

const root = new URL("./", import.meta.url);
const watched = [
  "main.ts",
  "routes",
  "islands",
  "components",
  "chat",
  "kv",
  "static",
  "i18n",
  "services",
  "demo",
  "tools",
];
/** Editors write a file in several steps; one build is enough for all of them. */
const pauseMs = 80;
/** How long the server may take to end its connections; the open reload channel never ends by itself. */
const patienceMs = 1500;

let server: Deno.ChildProcess | undefined;

async function restart(): Promise<void> {
  const startedAtMs = performance.now();
  try {
    await buildAssets({ minify: false, dev: true });
  } catch (error) {
    console.error(`\nThe build failed; the former one keeps running.\n${(error as Error).message}`);
    return;
  }
  console.log(`built in ${Math.round(performance.now() - startedAtMs)} ms`);
  await stop();
  server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/demo.ts", ...Deno.args],
    cwd: root,
    env: { DEV_RELOAD: "1" },
    stdin: "null",
  }).spawn();
}

async function stop(): Promise<void> {
  if (!server) return;
  const ending = server;
  server = undefined;
  signal(ending, "SIGTERM");
  const patience = setTimeout(() => signal(ending, "SIGKILL"), patienceMs);
  await ending.status;
  clearTimeout(patience);
}

function signal(child: Deno.ChildProcess, name: Deno.Signal): void {
  try {
    child.kill(name);
  } catch {
    // It has ended by itself, as after an error at start.
  }
}

/** Yields once after each burst of changes that concern the running site. */
async function* changes(): AsyncGenerator<void> {
  const paths = watched.map((name) => new URL(name, root)).filter(exists).map((url) => Deno.realPathSync(url));
  let isDue = false;
  let wake = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  (async () => {
    for await (const event of Deno.watchFs(paths)) {
      if (event.kind === "access" || event.paths.every((path) => /_test\.tsx?$|~$|\.sw.$/.test(path))) continue;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isDue = true;
        wake();
      }, pauseMs);
    }
  })();
  while (true) {
    if (!isDue) await new Promise<void>((resolve) => wake = resolve);
    isDue = false;
    yield;
  }
}

function exists(url: URL): boolean {
  try {
    Deno.statSync(url);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(name, async () => {
      await stop();
      Deno.exit(0);
    });
  }
  await restart();
  for await (const _ of changes()) await restart();
}
