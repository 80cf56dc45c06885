/**
 * What translation costs those who talk: the site's chat between people who share no language, with translation switched
 * off by everybody, with a provider that takes 300 ms, and with one that says nothing for a minute, in turns.
 */
import { median, type Row } from "../measure.ts";
import { begin, type Contender, pause, prepare, type Talk, talk, untilAllAreTold } from "./contenders.ts";
import type { Talked } from "./load.ts";

const pairs = 500;
const rounds = 7;
const answerMs = 300;
const hangingMs = 60_000;
/** After this time no translation of the last talk is awaited any more: so the next talk is measured alone. */
const quietMs = 11_000;

export async function measureTranslated(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const providers = { on: provider(answerMs), hanging: provider(hangingMs) };
  const contenders: Contender[] = [];
  try {
    await prepare(folder, pairs, "foreign");
    for (const [name, server] of [["off", providers.on], ...Object.entries(providers)] as const) {
      contenders.push(await enter(name, folder, server.addr.port));
    }
    // The first round is not counted: in it a server does what it does only once.
    for (let round = 0; round <= rounds; round++) {
      for (const contender of contenders) {
        await talk(contender);
        if (contender !== contenders[0]) await pause(quietMs);
      }
    }
    for (const { talks } of contenders) talks.shift();
    const [off, on, hanging] = contenders.map(({ talks }) => talks);
    return [
      row(`a provider that answers after ${answerMs} ms`, on!, off!),
      row(`a provider that says nothing for ${hangingMs / 1000} s`, hanging!, off!),
    ];
  } finally {
    await Promise.all(contenders.flatMap(({ server, load }) => [load.end(), server.end()]));
    await Promise.all(Object.values(providers).map((server) => server.end()));
    await Deno.remove(folder, { recursive: true });
  }
}

/** A provider that answers as LibreTranslate does, after `ms` ms. */
function provider(ms: number) {
  const ended = new AbortController();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: ended.signal, onListen: () => {}, onError: () => new Response() },
    async (request) => {
      const { q } = await request.json();
      await pause(ms);
      return Response.json({ translatedText: `${q} 🌳` });
    },
  );
  return { addr: server.addr, end: () => Promise.resolve(ended.abort()) };
}

/** The same site each time, with the same people, who have agreed to talk. */
async function enter(name: string, folder: string, providerPort: number): Promise<Contender> {
  const env = {
    TRANSLATOR: "libretranslate",
    LIBRETRANSLATE_URL: `http://127.0.0.1:${providerPort}`,
    TRANSLATE_DAILY_CHARACTERS: "1000000000",
    TRANSLATE_DAILY_CHARACTERS_SITE: "1000000000",
  };
  const contender = await begin("site", folder, { name, env });
  const { server, load } = contender;
  if (name === "off") await server.ask("switchTranslationsOff");
  await load.ask("open", 2 * pairs);
  await untilAllAreTold(server);
  await server.ask("agree");
  await load.ask("start");
  await untilAllAreTold(server);
  return contender;
}

const ms = (value: number): string => value.toFixed(1);

function row(what: string, with_: Talk[], without: Talk[]): Row {
  const ratios = with_.map(({ p99 }, round) => p99 / without[round]!.p99);
  const ratio = median(ratios);
  const sum = (of: (talked: Talked) => number) => with_.reduce((total, talked) => total + of(talked), 0);
  const faults = sum(({ lost, wrong, unanswered }) => lost + wrong + unanswered);
  const of = (talks: Talked[]) =>
    `${ms(median(talks.map(({ p50 }) => p50)))} and ${ms(median(talks.map(({ p99 }) => p99)))} ms`;
  const processor = (talks: Talk[]) => `${median(talks.map(({ serverMs, sent }) => serverMs / sent)).toFixed(2)} ms`;
  return {
    work: `Chat message, socket to socket, ${2 * pairs} connections, 1,000 a second, ${what} ÷ translation off, p99`,
    measured: ratio.toFixed(2),
    goal: "≤ 1.25",
    reached: ratio <= 1.25 && faults === 0,
    note: `rounds ${ratios.map((each) => each.toFixed(2)).join(", ")}; median and p99 ${of(with_)} against ` +
      `${of(without)}; processor of the server a message ${processor(with_)} against ${processor(without)}; ` +
      `${sum(({ sent }) => sent)} messages, ${faults === 0 ? "all there, in order" : `${faults} lost or wrong`}, ` +
      `${sum(({ translated }) => translated)} translated while they were counted`,
  };
}
