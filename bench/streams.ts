/** What open event streams, with the presence and the invitations that come with them, add to the pages of others. */
import { demoLadies } from "../demo/ladies/ladies.ts";
import { emailOf } from "../demo/people.ts";
import { streamsPerPerson } from "../routes/live/event_streams.ts";
import { freePort } from "../tools/free_port.ts";
import { median, pinnedDeno, type Row, waitForLine } from "./measure.ts";
import { load, signIn, type Target } from "./pages.ts";

const rounds = 7;
const peopleCount = 16;

/** Rounds with and without the streams alternate, and which of them comes first does too. */
export async function measureStreams(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const demo = pinnedDeno(0, ["run", "-A", "tools/demo.ts"], { PORT: String(port), DATA_DIR: folder });
  try {
    await waitForLine(demo, "Listening");
    const site = `http://127.0.0.1:${port}`;
    const listeners: string[] = [];
    for (const { key } of demoLadies.slice(0, peopleCount)) listeners.push(await signIn(site, emailOf(key)));
    const works: [work: string, path: string, cookie: string][] = [
      ["Guest page", "/en/search?limit=30", ""],
      ["His inbox", "/en/man/mail/inbox", `slsid=${await signIn(site, emailOf("james"))}`],
    ];
    const rows: Row[] = [];
    for (const [work, path, cookie] of works) {
      const target = (): Target => ({ url: site + path, cookie, pid: demo.pid, results: [] });
      rows.push(await compare(work, target(), target(), () => openStreams(site, listeners)));
    }
    return rows;
  } finally {
    demo.kill();
    await demo.status;
    await Deno.remove(folder, { recursive: true });
  }
}

async function compare(work: string, alone: Target, beside: Target, open: () => Promise<() => void>): Promise<Row> {
  await load(alone);
  alone.results.length = 0;
  const loadBeside = async () => {
    const close = await open();
    await load(beside);
    close();
  };
  for (let round = 0; round < rounds; round++) {
    const both = [() => load(alone), loadBeside];
    for (const measure of round % 2 === 0 ? both : both.reverse()) await measure();
  }
  const cpu = ({ results }: Target) => median(results.map((result) => result.cpuMsPerRequest));
  const ratio = cpu(beside) / cpu(alone);
  return {
    work: `${work} beside ${peopleCount * streamsPerPerson} open event streams ÷ without them, processor of a page`,
    measured: ratio.toFixed(2),
    goal: "≤ 1.05",
    reached: ratio <= 1.05,
    note: `${cpu(beside).toFixed(3)} and ${cpu(alone).toFixed(3)} ms`,
  };
}

/** Opens as many streams of each as a person may have, waits until each has said what is true, and answers what ends all. */
async function openStreams(site: string, tokens: string[]): Promise<() => void> {
  const stop = new AbortController();
  const each = tokens.flatMap((token) => Array<string>(streamsPerPerson).fill(token));
  await Promise.all(each.map(async (token) => {
    const { body, ok } = await fetch(`${site}/api/events`, {
      headers: { cookie: `slsid=${token}` },
      signal: stop.signal,
    });
    if (!ok) throw new Error("a stream was refused");
    const reader = body!.getReader();
    await reader.read();
    // Read on, as a browser does, until all are ended.
    void (async () => {
      while (!(await reader.read()).done);
    })().catch(() => {});
  }));
  return () => stop.abort();
}
