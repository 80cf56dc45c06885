/** The demo as the site that is measured: on the first core, with a store of its own. */
import { demoPassword } from "../demo/people.ts";
import { freePort } from "../tools/free_port.ts";
import { pinnedDeno, waitForWord } from "./measure.ts";

export interface DemoSite {
  origin: string;
  pid: number;
  /** Where the store lies; removed afterwards. */
  folder: string;
  /** Signs in somebody of the demo world; returns the cookie. */
  signIn: (email: string) => Promise<string>;
}

/** Starts the demo, does the work and stops it. */
export async function withDemo<Result>(work: (site: DemoSite) => Promise<Result>): Promise<Result> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const demo = pinnedDeno(0, ["run", "-A", "tools/demo.ts"], { PORT: String(port), DATA_DIR: folder });
  try {
    await waitForWord(demo, "Listening");
    const origin = `http://127.0.0.1:${port}`;
    return await work({ origin, pid: demo.pid, folder, signIn: (email) => signIn(origin, email) });
  } finally {
    demo.kill();
    await demo.status;
    await Deno.remove(folder, { recursive: true });
  }
}

async function signIn(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/authorization`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  await response.body?.cancel();
  return response.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}
