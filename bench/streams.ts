/** What open event streams, with their presence and invitations, add to the cost of other people's pages. */
import { demoLadies } from "../demo/ladies/ladies.ts";
import { emailOf } from "../demo/people.ts";
import { streamsPerPerson } from "../routes/live/event_streams.ts";
import { withDemo } from "./demo_site.ts";
import { median, type Row } from "./measure.ts";
import { load, type Target } from "./pages.ts";

const rounds = 7;
const peopleCount = 16;

/** Rounds with and without the streams alternate, and which of them comes first does too. */
export function measureStreams(): Promise<Row[]> {
  return withDemo(async ({ origin, pid, signIn }) => {
    const listeners: string[] = [];
    for (const { key } of demoLadies.slice(0, peopleCount)) listeners.push(await signIn(emailOf(key)));
    const works: [work: string, path: string, cookie: string][] = [
      ["Guest page", "/en/search?limit=30", ""],
      ["His inbox", "/en/man/mail/inbox", await signIn(emailOf("james"))],
    ];
    const rows: Row[] = [];
    for (const [work, path, cookie] of works) {
      const target = (): Target => ({ url: origin + path, cookie, pid, results: [] });
      rows.push(await compare(work, target(), target(), () => openStreams(origin, listeners)));
    }
    return rows;
  });
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

/** Opens as many streams for each person as one may have, waits for the first frame of each, and returns how to end all. */
async function openStreams(origin: string, cookies: string[]): Promise<() => void> {
  const stop = new AbortController();
  const each = cookies.flatMap((cookie) => Array<string>(streamsPerPerson).fill(cookie));
  await Promise.all(each.map(async (cookie) => {
    const { body, ok } = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: stop.signal });
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
