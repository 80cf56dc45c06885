/**
 * The chat under load: 5,000 lines, and a thousand messages a second between their pairs, each server in a process of its
 * own on one core and its load on the other. The servers take turns, and every message is looked at.
 */
import { heapFlag } from "../../tools/start.ts";
import { cpuMs, freePort, median, pinned, type Row } from "../measure.ts";
import { Commanded } from "./commands.ts";
import type { Kind } from "./dialects.ts";
import type { Talked } from "./load.ts";

const pairs = 2_500;
const rounds = 5;
const talkMs = 4_000;
/** Until then a server has paid what it pays only once. */
const warmUpLines = 500;
/** How long it may take until everybody was told of all who came. */
const tellingMsMax = 150_000;
/** An idle server gives memory back after about ten seconds: only then it is taken. */
const idleMs = 12_000;
/** Files that a process opens beside its lines. */
const otherFiles = 200;

const names: Record<Kind, string> = {
  site: "the site",
  bare: "bare Deno.serve",
  ws: "ws",
  socket_io: "Socket.IO",
};
const scripts: Record<Kind, string> = {
  site: "site_server.ts",
  bare: "bare_server.ts",
  ws: "ws_server.ts",
  socket_io: "socket_io_server.ts",
};

interface Contender {
  kind: Kind;
  server: Commanded;
  load: Commanded;
  bytesBefore: number;
  bytesPerLine: number;
  talks: (Talked & { serverShare: number; loadShare: number })[];
}

export async function measureChat(): Promise<Row[]> {
  const missing = await missingFiles();
  if (missing) return [{ work: "The chat under load", measured: "", goal: "", reached: false, note: missing }];
  try {
    return await run();
  } catch (error) {
    console.error(`The chat's run broke off (${(error as Error).message}); once more.`);
  }
  try {
    return await run();
  } catch (error) {
    const note = `broke off twice: ${(error as Error).message}`;
    return [{ work: "The chat under load", measured: "", goal: "", reached: false, note }];
  }
}

async function run(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const contenders: Contender[] = [];
  try {
    await prepare(folder);
    for (const kind of kinds()) contenders.push(await enter(kind, folder));
    for (const contender of contenders) await settle(contender);
    for (const contender of contenders) await talk(contender);
    for (const contender of contenders) contender.talks.length = 0;
    for (let round = 0; round < rounds; round++) for (const contender of contenders) await talk(contender);
    return [...latencyRows(contenders), ...memoryRows(contenders)];
  } finally {
    await Promise.all(contenders.flatMap(({ server, load }) => [load.end(), server.end()]));
    await Deno.remove(folder, { recursive: true });
  }
}

/** BENCH_CHAT may name fewer, such as "site,bare". */
const kinds = (): Kind[] =>
  (Deno.env.get("BENCH_CHAT")?.split(",") ?? ["site", "bare", "ws", "socket_io"]).filter((kind) =>
    kind in scripts
  ) as Kind[];

/** In a process of its own: a server that wrote all these people would begin with the garbage of it. */
async function prepare(folder: string): Promise<void> {
  const args = ["run", "-A", "bench/chat/prepare.ts", folder, String(pairs)];
  const { success } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error("the store of the chat's measurements could not be written");
}

/** Starts a server and opens all lines to it. */
async function enter(kind: Kind, folder: string): Promise<Contender> {
  const port = freePort();
  const data = `${folder}/${kind}`;
  await Deno.mkdir(data);
  await Deno.copyFile(`${folder}/seats.json`, `${data}/seats.json`);
  if (kind === "site") await Deno.copyFile(`${folder}/kv.sqlite3`, `${data}/kv.sqlite3`);
  // A clock that stands almost still: the minutes that are paid meanwhile are another measurement.
  const env = { CLOCK_RATE: "0.001" };
  const script = `bench/chat/${scripts[kind]}`;
  // The site as `deno task start` runs it.
  const flags = kind === "site" ? `--expose-gc,${heapFlag}` : "--expose-gc";
  const run = ["run", "-A", "--no-check", `--v8-flags=${flags}`];
  const server = new Commanded(pinned(0, [...run, script, data, String(port)], { env, stdin: "piped" }));
  await server.answer("ready");
  const load = new Commanded(
    pinned(1, ["run", "-A", "--no-check", "bench/chat/load.ts", kind, String(port), data], { stdin: "piped" }),
  );
  await load.ask("open", warmUpLines);
  if (kind === "site") await untilAllAreTold(server);
  await pause(idleMs);
  const bytesBefore = await server.ask<number>("resident");
  await load.ask("open", 2 * pairs);
  return { kind, server, load, bytesBefore, bytesPerLine: NaN, talks: [] };
}

/** Waits until everybody knows who is there, takes the memory again, and lets the chats begin. */
async function settle(contender: Contender): Promise<void> {
  const { kind, server, load, bytesBefore } = contender;
  if (kind === "site") await untilAllAreTold(server);
  await pause(idleMs);
  contender.bytesPerLine = (await server.ask<number>("resident") - bytesBefore) / (2 * pairs - warmUpLines);
  if (kind !== "site") return;
  await server.ask("agree");
  await load.ask("start");
  await untilAllAreTold(server);
}

async function untilAllAreTold(server: Commanded): Promise<void> {
  const endsAt = performance.now() + tellingMsMax;
  while (await server.ask<number>("untold") > 0) {
    if (performance.now() > endsAt) throw new Error("not everybody was told in time who is there");
    await pause(500);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function talk({ server, load, talks }: Contender): Promise<void> {
  const pids = [server.pid, load.pid];
  const before = await Promise.all(pids.map(cpuMs));
  const startedAt = performance.now();
  const talked = await load.ask<Talked>("talk", talkMs);
  const after = await Promise.all(pids.map(cpuMs));
  const [serverShare = 0, loadShare = 0] = after.map((ms, at) => (ms - before[at]!) / (performance.now() - startedAt));
  talks.push({ ...talked, serverShare, loadShare });
}

const ms = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${Math.round(100 * share)} %`;

function latencyRows(contenders: Contender[]): Row[] {
  const { talks: bare } = contenders.find(({ kind }) => kind === "bare")!;
  return contenders.filter(({ kind }) => kind !== "bare").map(({ kind, talks }) => {
    const ratio = median(talks.map(({ p99 }, round) => p99 / bare[round]!.p99));
    const of = (rounds: Talked[]) =>
      `${ms(median(rounds.map(({ p50 }) => p50)))} and ${ms(median(rounds.map(({ p99 }) => p99)))} ms`;
    const share = (rounds: typeof talks) =>
      `${percent(median(rounds.map(({ serverShare }) => serverShare)))} and ` +
      percent(median(rounds.map(({ loadShare }) => loadShare)));
    const sum = (of: (talked: Talked) => number) => talks.reduce((total, talked) => total + of(talked), 0);
    const faults = sum(({ lost, wrong, unanswered }) => lost + wrong + unanswered);
    const fate = faults === 0
      ? "all there, in order"
      : `${sum(({ lost }) => lost)} lost, ${sum(({ wrong }) => wrong)} out of order, ` +
        `${sum(({ unanswered }) => unanswered)} unanswered`;
    return {
      work: `Chat message, socket to socket, ${2 * pairs} lines, 1,000 a second, ${names[kind]} ÷ bare relay, p99`,
      measured: ratio.toFixed(2),
      goal: kind === "site" ? "≤ 1.25" : "for comparison",
      reached: kind === "site" ? ratio <= 1.25 && faults === 0 : null,
      note: `median and p99 ${of(talks)} against ${of(bare)}; processor of server and load ${share(talks)} against ` +
        `${share(bare)}; ${sum(({ sent }) => sent)} messages, ${fate}`,
    };
  });
}

function memoryRows(contenders: Contender[]): Row[] {
  const bare = contenders.find(({ kind }) => kind === "bare")!.bytesPerLine;
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return contenders.filter(({ kind }) => kind !== "bare").map(({ kind, bytesPerLine }) => ({
    work: `Memory of an idle line, ${names[kind]} ÷ bare Deno.serve`,
    measured: (bytesPerLine / bare).toFixed(2),
    goal: kind === "site" ? "≤ 1.25" : "for comparison",
    reached: kind === "site" ? bytesPerLine <= 1.25 * bare : null,
    note: `${kB(bytesPerLine)} against ${kB(bare)}`,
  }));
}

/** What to say where a process may not open as many files as there are lines; null where it may. */
async function missingFiles(): Promise<string | null> {
  const probe = pinned(0, ["eval", "console.log(Deno.readTextFileSync('/proc/self/limits'))"]);
  const { stdout } = await probe.output();
  const found = /Max open files\s+(\d+)/.exec(new TextDecoder().decode(stdout))?.[1];
  const needed = 2 * pairs + otherFiles;
  return found && Number(found) < needed ? `a process may open ${found} files here, and ${needed} are needed` : null;
}
