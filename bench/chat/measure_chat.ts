/**
 * The chat under load: 5,000 connections, and a thousand messages a second between their pairs, each server in a
 * process of its own on one core and its load on the other. The servers take turns, and every message is looked at.
 */
import { median, pinned, type Row } from "../measure.ts";
import { begin, type Contender, pause, prepare, type Talk, talk, untilAllAreTold } from "./contenders.ts";
import type { Kind } from "./dialects.ts";
import type { Talked } from "./load.ts";

const pairs = 2_500;
const rounds = 5;
/** After so many connections a server has paid what it pays only once. */
const warmUpConnections = 500;
/** An idle server gives memory back after about ten seconds: memory is measured only then. */
const idleMs = 12_000;
/** Files that a process opens beside its connections. */
const otherFiles = 200;

const names: Record<Kind, string> = {
  site: "the site",
  bare: "bare Deno.serve",
  ws: "ws",
  socket_io: "Socket.IO",
};
interface Measured extends Contender {
  kind: Kind;
  bytesBefore: number;
  bytesPerConnection: number;
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
  const contenders: Measured[] = [];
  try {
    await prepare(folder, pairs);
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
    kind in names
  ) as Kind[];

/** Starts a server and opens all connections to it. */
async function enter(kind: Kind, folder: string): Promise<Measured> {
  const contender = await begin(kind, folder);
  const { server, load } = contender;
  await load.ask("open", warmUpConnections);
  if (kind === "site") await untilAllAreTold(server);
  await pause(idleMs);
  const bytesBefore = await server.ask<number>("resident");
  await load.ask("open", 2 * pairs);
  return { ...contender, kind, bytesBefore, bytesPerConnection: NaN };
}

/** Waits until everybody knows who is online, measures the memory again, and lets the chats begin. */
async function settle(contender: Measured): Promise<void> {
  const { kind, server, load, bytesBefore } = contender;
  if (kind === "site") await untilAllAreTold(server);
  await pause(idleMs);
  contender.bytesPerConnection = (await server.ask<number>("resident") - bytesBefore) / (2 * pairs - warmUpConnections);
  if (kind !== "site") return;
  await server.ask("agree");
  await load.ask("start");
  await untilAllAreTold(server);
}

const ms = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${Math.round(100 * share)} %`;

function latencyRows(contenders: Measured[]): Row[] {
  const { talks: bare } = contenders.find(({ kind }) => kind === "bare")!;
  return contenders.filter(({ kind }) => kind !== "bare").map(({ kind, talks }) => {
    const ratio = median(talks.map(({ p99 }, round) => p99 / bare[round]!.p99));
    const of = (rounds: Talked[]) =>
      `${ms(median(rounds.map(({ p50 }) => p50)))} and ${ms(median(rounds.map(({ p99 }) => p99)))} ms`;
    const share = (rounds: Talk[]) =>
      `${percent(median(rounds.map(({ serverShare }) => serverShare)))} and ` +
      percent(median(rounds.map(({ loadShare }) => loadShare)));
    const sum = (of: (talked: Talked) => number) => talks.reduce((total, talked) => total + of(talked), 0);
    const faults = sum(({ lost, wrong, unanswered }) => lost + wrong + unanswered);
    const fate = faults === 0
      ? "all there, in order"
      : `${sum(({ lost }) => lost)} lost, ${sum(({ wrong }) => wrong)} out of order, ` +
        `${sum(({ unanswered }) => unanswered)} unanswered`;
    return {
      work: `Chat message, socket to socket, ${2 * pairs} connections, 1,000 a second, ${
        names[kind]
      } ÷ bare relay, p99`,
      measured: ratio.toFixed(2),
      goal: kind === "site" ? "≤ 1.25" : "for comparison",
      reached: kind === "site" ? ratio <= 1.25 && faults === 0 : null,
      note: `median and p99 ${of(talks)} against ${of(bare)}; processor of server and load ${share(talks)} against ` +
        `${share(bare)}; ${sum(({ sent }) => sent)} messages, ${fate}`,
    };
  });
}

function memoryRows(contenders: Measured[]): Row[] {
  const bare = contenders.find(({ kind }) => kind === "bare")!.bytesPerConnection;
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return contenders.filter(({ kind }) => kind !== "bare").map(({ kind, bytesPerConnection }) => ({
    work: `Memory of an idle connection, ${names[kind]} ÷ bare Deno.serve`,
    measured: (bytesPerConnection / bare).toFixed(2),
    goal: kind === "site" ? "≤ 1.25" : "for comparison",
    reached: kind === "site" ? bytesPerConnection <= 1.25 * bare : null,
    note: `${kB(bytesPerConnection)} against ${kB(bare)}`,
  }));
}

/** What to say if a process may not open as many files as there are connections; null if it may. */
async function missingFiles(): Promise<string | null> {
  const probe = pinned(0, ["eval", "console.log(Deno.readTextFileSync('/proc/self/limits'))"]);
  const { stdout } = await probe.output();
  const found = /Max open files\s+(\d+)/.exec(new TextDecoder().decode(stdout))?.[1];
  const needed = 2 * pairs + otherFiles;
  return found && Number(found) < needed ? `a process may open ${found} files here, and ${needed} are needed` : null;
}
