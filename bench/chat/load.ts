/**
 * The load of the chat's measurements: keeps all connections open, lets the pairs talk, and looks at every message that
 * arrives. Arguments: kind of server, its port, folder.
 */
import { percentile } from "../measure.ts";
import { answerCommands, breakOff } from "./commands.ts";
import { dialects, type Kind, type Said } from "./dialects.ts";
import { partnerOf, readSeats } from "./seats.ts";

export interface Talked {
  p50: number;
  p99: number;
  longest: number;
  sent: number;
  perSecond: number;
  lost: number;
  /** Messages that came twice, out of order, or with other words. */
  wrong: number;
  unanswered: number;
  /** Translations that came, of this talk or of one before it. */
  translated: number;
}

interface Connection {
  seat: number;
  socket: WebSocket;
  /** How many messages were sent, and when each was, in ms. */
  sent: number;
  sentAt: number[];
  heard: number;
  answered: number;
}

const [kind = "", port = "0", folder = ""] = Deno.args;
const dialect = dialects[kind as Kind];
const seats = readSeats(folder);
const connections: Connection[] = [];
/**
 * How many connections are opened, or chats begun, at once. With many more, a busy machine takes longer than connections
 * wait.
 */
const openingAtOnce = 16;
const perSecond = 1000;
/** How long a message may take before it counts as lost. */
const patienceMs = 20_000;

let latencies: number[] = [];
let wrong = 0;
let translated = 0;
let seed = 1;
const listeners = new Set<(seat: number, frame: string) => void>();

await answerCommands({ open, start, talk });

/** Opens connections until there are `count`. */
async function open(count: number): Promise<void> {
  let next = connections.length;
  await Promise.all(Array.from({ length: openingAtOnce }, async () => {
    for (let seat = next++; seat < count; seat = next++) await openConnection(seat);
  }));
}

function openConnection(seat: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(dialect.address(Number(port), seat, seats[seat]!));
    const connection: Connection = { seat, socket, sent: 0, sentAt: [], heard: 0, answered: 0 };
    connections[seat] = connection;
    if (!dialect.isWelcome) socket.onopen = () => resolve();
    socket.onmessage = ({ data }) => {
      hear(connection, data);
      if (dialect.isWelcome?.(data)) resolve();
    };
    socket.onerror = (event) => reject(new Error(`a connection broke: ${(event as ErrorEvent).message}`));
    socket.onclose = ({ code, reason }) => breakOff(`connection ${seat} was closed: ${code} ${reason}`);
  });
}

function hear(connection: Connection, frame: string): void {
  const reply = dialect.reply?.(frame);
  if (reply) return connection.socket.send(reply);
  const heard = dialect.hear(frame, seats[connection.seat]!);
  if (!heard) {
    if (frame.startsWith('{"event":"message-translated"')) translated++;
    return listeners.forEach((listen) => listen(connection.seat, frame));
  }
  const { said: { n, body }, isAnswer } = heard;
  if (isAnswer) {
    if (n !== connection.answered++) wrong++;
    return;
  }
  const author = connections[partnerOf(connection.seat)]!;
  latencies.push(performance.now() - author.sentAt[n]!);
  if (n !== connection.heard++ || body !== words(author.seat, n)) wrong++;
}

function words(seat: number, n: number): string {
  return seats[seat]!.isUkrainian
    ? `Це мій лист номер ${n} з місця ${seat}: вже цвітуть липи, і я думаю про тебе.`
    : `The ${n}th from seat ${seat}: the linden trees are out, and I thought of you.`;
}

/** Every man begins the chat that was agreed on, and pays its first minute. */
async function start(): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: openingAtOnce }, async () => {
    for (let pair = next++; 2 * pair < connections.length; pair = next++) {
      const man = 2 * pair;
      const created = await ask(man, "do-start-chat-session", { targetID: seats[man + 1]!.id });
      await ask(man, "do-reserve-chat-time", { chatID: created.id, minutes: 1 });
    }
  }));
}

// deno-lint-ignore no-explicit-any
function ask(seat: number, event: string, data: object): Promise<any> {
  return new Promise((resolve, reject) => {
    const listen = (of: number, frame: string) => {
      if (of !== seat || !frame.endsWith(',"id":"q"}')) return;
      listeners.delete(listen);
      const { data } = JSON.parse(frame);
      if (data.error || data.code) reject(new Error(`${event}: ${frame}`));
      else resolve(data);
    };
    listeners.add(listen);
    connections[seat]!.socket.send(JSON.stringify({ event, data, id: "q" }));
  });
}

/** For `ms` ms, lets somebody say something at random moments, a thousand times a second. */
async function talk(ms: number): Promise<Talked> {
  latencies = [];
  wrong = 0;
  translated = 0;
  let sent = 0;
  const startedAt = performance.now();
  const due = moments();
  let dueAt = due();
  while (dueAt < ms) {
    await pause(1);
    const elapsed = performance.now() - startedAt;
    for (; dueAt < Math.min(elapsed, ms); dueAt = due(), sent++) {
      say(connections[Math.floor(random() * connections.length)]!);
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const endsAt = performance.now() + patienceMs;
  const missing = () => sent - latencies.length;
  const unanswered = () =>
    dialect.answers ? connections.reduce((sum, { sent, answered }) => sum + sent - answered, 0) : 0;
  while ((missing() > 0 || unanswered() > 0) && performance.now() < endsAt) await pause(20);
  return {
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    longest: percentile(latencies, 1),
    sent,
    perSecond: sent / seconds,
    lost: missing(),
    wrong,
    unanswered: unanswered(),
    translated,
  };
}

function say(connection: Connection): void {
  const said: Said = { n: connection.sent++, body: "" };
  said.body = words(connection.seat, said.n);
  connection.sentAt.push(performance.now());
  connection.socket.send(dialect.say(said, seats[partnerOf(connection.seat)]!));
}

/** Moments in ms, at random, a thousand a second on average. */
function moments(): () => number {
  let at = 0;
  return () => at += -Math.log(1 - random()) * 1000 / perSecond;
}

/** Random numbers, the same for every server: mulberry32. */
function random(): number {
  let mixed = seed = seed + 0x6D2B79F5 | 0;
  mixed = Math.imul(mixed ^ mixed >>> 15, mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
  return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
