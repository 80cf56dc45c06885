/**
 * The demo as a process of its own: how much memory it has, and whether it serves. It runs without the larger heap of
 * `deno task start`: with that, V8 leaves 256 MB of garbage lying, and what peers hold would not be seen.
 */
import { demoPassword } from "../../demo/people.ts";
import { until } from "../patience.ts";

export interface HostileSite extends AsyncDisposable {
  port: number;
  /** Resident memory, in MB. */
  residentMb: () => number;
  /** Signs in a person of the demo; returns the session's token. */
  signIn: (name: string) => Promise<string>;
}

export async function startSite(): Promise<HostileSite> {
  const folder = await Deno.makeTempDir();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tools/demo.ts"],
    env: { PORT: "0", DATA_DIR: folder },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let said = "";
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) said += text;
  })();
  const port = await until(() => Number(/Listening on http:\/\/[^:]+:(\d+)/.exec(said)?.[1] ?? 0) || null, "the demo");
  return {
    port,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${child.pid}/status`))![1]) / 1024,
    async signIn(name) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/authorization`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: `${name}@demo.test`, password: demoPassword }),
      });
      return (await answer.json()).access_token;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await reading;
      await Deno.remove(folder, { recursive: true });
    },
  };
}
