/** Pages ÷ a bare server that sends the same bytes: as a guest (whole-page cache), as a signed-in man, and his letters. */
import { emailOf } from "../demo/people.ts";
import { freePort } from "../tools/free_port.ts";
import { withDemo } from "./demo_site.ts";
import { cpuMs, median, pinnedDeno, type Row, waitForWord } from "./measure.ts";

const rounds = 5;
const seconds = "3";

interface Load {
  perSecond: number;
  total: number;
  failed: number;
}

/** The goal of a page: pages a second, or processor time, as a ratio to the bare server's. */
type Goal = { perSecondMin: number } | { processorMax: number };

/** A page of a server, and the result of each load. */
export interface Target {
  url: string;
  cookie: string;
  pid: number;
  results: { perSecond: number; cpuMsPerRequest: number }[];
}

/** Loads a page from the other core for some seconds and notes the result; throws if a request failed. */
export async function load(target: Target): Promise<void> {
  const before = await cpuMs(target.pid);
  const child = pinnedDeno(1, ["run", "-A", "bench/load.ts", target.url, seconds, target.cookie]);
  const { stdout } = await child.output();
  const { perSecond, total, failed } = JSON.parse(new TextDecoder().decode(stdout)) as Load;
  if (failed > 0 || total === 0) throw new Error(`${failed} of ${total} requests to ${target.url} failed`);
  target.results.push({ perSecond, cpuMsPerRequest: (await cpuMs(target.pid) - before) / total });
}

/** Each pair runs alternately, so that a slow moment of the machine hits both. */
export function measurePages(): Promise<Row[]> {
  return withDemo(async ({ origin, pid, folder, signIn }) => {
    const cookie = await signIn(emailOf("james"));
    const works: [work: string, goal: Goal, path: string, cookie: string][] = [
      ["Guest page (30 cards)", { perSecondMin: 0.9 }, "/en/search?limit=30", ""],
      ["The same page, signed in", { perSecondMin: 0.5 }, "/en/search?limit=30", cookie],
      // 0.75 and 1.5 ms where a bare page takes 0.04.
      ["His inbox", { processorMax: 19 }, "/en/man/mail/inbox", cookie],
      ["A conversation", { processorMax: 37 }, await conversationPath(origin, cookie), cookie],
    ];
    const rows: Row[] = [];
    for (const [work, goal, path, as] of works) {
      rows.push(await compare(work, goal, { url: origin + path, cookie: as, pid, results: [] }, folder));
    }
    return rows;
  });
}

/** Where James reads what Olena wrote last. */
async function conversationPath(site: string, cookie: string): Promise<string> {
  const response = await fetch(`${site}/api/dialogues`, { headers: { cookie } });
  const [{ partner, lastLetter }] = (await response.json()).dialogues;
  return `/en/man/mail/inbox/conversation/${partner.id}/${lastLetter.id}`;
}

async function compare(work: string, goal: Goal, site: Target, folder: string): Promise<Row> {
  const page = await fetch(site.url, { headers: site.cookie ? { cookie: site.cookie } : {} });
  const bytes = new Uint8Array(await page.arrayBuffer());
  await Deno.writeFile(`${folder}/page.html`, bytes);
  const port = freePort();
  const bareServer = pinnedDeno(0, ["run", "-A", "bench/bare_server.ts", `${folder}/page.html`, String(port)]);
  try {
    await waitForWord(bareServer, "Listening");
    const bare: Target = { url: `http://127.0.0.1:${port}/`, cookie: "", pid: bareServer.pid, results: [] };
    for (let round = 0; round < rounds; round++) for (const target of [bare, site]) await load(target);
    const ratioOf = (figure: "perSecond" | "cpuMsPerRequest") =>
      median(site.results.map((result, round) => result[figure] / bare.results[round]![figure]));
    const perSecond = (target: Target) => Math.round(median(target.results.map((result) => result.perSecond)));
    const cpu = (target: Target) => median(target.results.map((result) => result.cpuMsPerRequest)).toFixed(3);
    const note =
      `${perSecond(site)} ÷ ${perSecond(bare)} pages/s; ${cpu(site)} and ${cpu(bare)} ms of processor each; ` +
      `${bytes.length} bytes`;
    if ("perSecondMin" in goal) {
      const ratio = ratioOf("perSecond");
      return {
        work: `${work} ÷ bare server, same bytes`,
        measured: ratio.toFixed(2),
        goal: `≥ ${goal.perSecondMin.toFixed(2)}`,
        reached: ratio >= goal.perSecondMin,
        note,
      };
    }
    const ratio = ratioOf("cpuMsPerRequest");
    return {
      work: `${work} ÷ bare server, same bytes, processor of a page`,
      measured: ratio.toFixed(1),
      goal: `≤ ${goal.processorMax}`,
      reached: ratio <= goal.processorMax,
      note,
    };
  } finally {
    bareServer.kill();
    await bareServer.status;
  }
}
