/**
 * How much several processes on one denokv do, and what each piece of work costs, against one process on a file. All of
 * them run beside each other and take turns, so that a slow moment of the machine hits all; the others are idle meanwhile.
 */
import { findDenokv } from "../../tests/rehearsal/denokv.ts";
import { median, percentile, type Row } from "../measure.ts";
import { type Sites, startSites } from "./sites.ts";
import { type Done, readPages, sendLetters, Talks } from "./works.ts";

const counts = [null, 1, 2, 4];
const pairs = 12;
const rounds = 3;
const turnMs = 2000;

/** One turn of a work. */
interface Turn {
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of a piece of work, in ms. */
  siteMs: number;
  storeMs: number;
}

export async function measureMany(): Promise<Row[]> {
  const denokv = await findDenokv();
  if (!denokv) {
    console.error("There is no denokv (cargo install denokv --locked, or its path in DENOKV): many is left out.");
    return [];
  }
  const folder = await Deno.makeTempDir();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const all: { sites: Sites; talks: Talks }[] = [];
  for (const count of counts) {
    const sites = await startSites(count, { folder: `${folder}/${count ?? "file"}`, pairs, denokv });
    stack.defer(sites.end);
    const talks = new Talks(sites);
    stack.defer(() => talks.end());
    await talks.begin();
    all.push({ sites, talks });
  }
  const works: [work: string, each: string, does: (of: typeof all[number]) => Promise<Done>][] = [
    ["A letter sent and charged", "letter", ({ sites }) => sendLetters(sites, turnMs)],
    ["A lady's inbox", "page", ({ sites }) => readPages(sites, turnMs)],
    ["A chat message between pairs who are spread over all", "message", ({ talks }) => talks.talk(turnMs)],
  ];
  const rows: Row[] = [];
  for (const [work, each, does] of works) {
    const turns: Turn[][] = all.map(() => []);
    // The first round is not counted: until then a process has paid what it pays only once.
    for (let round = 0; round <= rounds; round++) {
      for (const [at, one] of all.entries()) turns[at]!.push(await turnOf(one.sites, () => does(one)));
    }
    for (const of of turns) of.shift();
    const [file, ...others] = turns;
    others.forEach((many, at) => rows.push(rowOf(work, each, counts[at + 1]!, many, file!)));
  }
  return rows;
}

async function turnOf(sites: Sites, work: () => Promise<Done>): Promise<Turn> {
  const before = await sites.used();
  const { times, seconds } = await work();
  const after = await sites.used();
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    siteMs: (after.siteMs - before.siteMs) / times.length,
    storeMs: (after.storeMs - before.storeMs) / times.length,
  };
}

function rowOf(work: string, each: string, count: number, many: Turn[], file: Turn[]): Row {
  const middle = (turns: Turn[], of: (turn: Turn) => number) => median(turns.map(of));
  const ratio = (of: (turn: Turn) => number) =>
    median(many.map((turn, round) => of(turn) / of(file[round]!))).toFixed(2);
  const ms = (turns: Turn[], of: (turn: Turn) => number) => middle(turns, of).toFixed(1);
  const waits = (turns: Turn[]) => `${ms(turns, ({ p50 }) => p50)} and ${ms(turns, ({ p99 }) => p99)} ms`;
  const rate = (turns: Turn[]) => Math.round(middle(turns, ({ perSecond }) => perSecond));
  return {
    work: `${work}, ${count} ${count === 1 ? "process" : "processes"} on denokv ÷ one on a file, a second`,
    measured: ratio(({ perSecond }) => perSecond),
    goal: "none set",
    reached: null,
    note: `${rate(many)} ÷ ${rate(file)} a second; p99 ${ratio(({ p99 }) => p99)} times as long: median and p99 ` +
      `${waits(many)} against ${waits(file)}; processor of a ${each} ${
        ms(many, ({ siteMs }) => siteMs)
      } of the site and ` +
      `${ms(many, ({ storeMs }) => storeMs)} of the store against ${ms(file, ({ siteMs }) => siteMs)} ms`,
  };
}
