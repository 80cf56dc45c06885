/** Pages ÷ a bare server that sends the same bytes: as a guest (whole-page cache), as a signed-in man, and his letters. */
import { demoPassword } from "../demo/people.ts";
import { freePort } from "../tools/free_port.ts";
import { cpuMs, median, pinnedDeno, type Row, waitForLine } from "./measure.ts";

const rounds = 5;
const seconds = "3";

interface Load {
  perSecond: number;
  total: number;
  failed: number;
}

interface Target {
  url: string;
  cookie: string;
  pid: number;
  results: { perSecond: number; cpuMsPerRequest: number }[];
}

async function load(target: Target): Promise<void> {
  const before = await cpuMs(target.pid);
  const child = pinnedDeno(1, ["run", "-A", "bench/load.ts", target.url, seconds, target.cookie]);
  const { stdout } = await child.output();
  const { perSecond, total, failed } = JSON.parse(new TextDecoder().decode(stdout)) as Load;
  if (failed > 0 || total === 0) throw new Error(`${failed} of ${total} requests to ${target.url} failed`);
  target.results.push({ perSecond, cpuMsPerRequest: (await cpuMs(target.pid) - before) / total });
}

/** Each pair runs alternately, so that a slow moment of the machine hits both. */
export async function measurePages(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const demo = pinnedDeno(0, ["run", "-A", "tools/demo.ts"], { PORT: String(port), DATA_DIR: folder });
  try {
    await waitForLine(demo, "Listening");
    const site = `http://127.0.0.1:${port}`;
    const cookie = `slsid=${await signIn(site)}`;
    const works: [work: string, goal: number | null, path: string, cookie: string][] = [
      ["Guest page (30 cards)", 0.8, "/en/search?limit=30", ""],
      ["The same page, signed in", 0.3, "/en/search?limit=30", cookie],
      ["His inbox", null, "/en/man/mail/inbox", cookie],
      ["A conversation", null, await conversationPath(site, cookie), cookie],
    ];
    const rows: Row[] = [];
    for (const [work, goal, path, as] of works) {
      rows.push(await compare(work, goal, { url: site + path, cookie: as, pid: demo.pid, results: [] }, folder));
    }
    return rows;
  } finally {
    demo.kill();
    await demo.status;
    await Deno.remove(folder, { recursive: true });
  }
}

async function signIn(site: string): Promise<string> {
  const response = await fetch(`${site}/api/authorization`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "james@demo.test", password: demoPassword }),
  });
  return (await response.json()).access_token;
}

/** Where James reads what Olena wrote last. */
async function conversationPath(site: string, cookie: string): Promise<string> {
  const response = await fetch(`${site}/api/dialogues`, { headers: { cookie } });
  const [{ partner, lastLetter }] = (await response.json()).dialogues;
  return `/en/man/mail/inbox/conversation/${partner.id}/${lastLetter.id}`;
}

async function compare(work: string, goal: number | null, site: Target, folder: string): Promise<Row> {
  const page = await fetch(site.url, { headers: site.cookie ? { cookie: site.cookie } : {} });
  const bytes = new Uint8Array(await page.arrayBuffer());
  await Deno.writeFile(`${folder}/page.html`, bytes);
  const port = freePort();
  const bareServer = pinnedDeno(0, ["run", "-A", "bench/bare_server.ts", `${folder}/page.html`, String(port)]);
  try {
    await waitForLine(bareServer, "Listening");
    const bare: Target = { url: `http://127.0.0.1:${port}/`, cookie: "", pid: bareServer.pid, results: [] };
    for (let round = 0; round < rounds; round++) for (const target of [bare, site]) await load(target);
    const ratio = median(site.results.map((result, round) => result.perSecond / bare.results[round]!.perSecond));
    const perSecond = (target: Target) => Math.round(median(target.results.map((result) => result.perSecond)));
    const cpu = (target: Target) => median(target.results.map((result) => result.cpuMsPerRequest)).toFixed(3);
    return {
      work: `${work} ÷ bare server, same bytes`,
      measured: ratio.toFixed(2),
      goal: goal === null ? "none set" : `≥ ${goal.toFixed(2)}`,
      reached: goal === null ? null : ratio >= goal,
      note: `${perSecond(site)} ÷ ${perSecond(bare)} pages/s; ${cpu(site)} and ${cpu(bare)} ms of processor each; ` +
        `${bytes.length} bytes`,
    };
  } finally {
    bareServer.kill();
    await bareServer.status;
  }
}
