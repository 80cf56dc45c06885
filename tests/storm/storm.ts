/**
 * A storm over the whole site: people do everything at once over HTTP and sockets, while the server is killed again and
 * again. What it acknowledges is entered in a book (book.ts), and at the end the site has to agree with the book. Nothing
 * here knows the site's code.
 */
import { patience } from "../patience.ts";
import { seededRandom } from "../seeded_random.ts";
import { type Backup, takeBackups } from "./backups.ts";
import { Book } from "./book.ts";
import { Client } from "./client.ts";
import { inhabit, seedLadies } from "./inhabitants.ts";
import { events, live } from "./lives.ts";
import { newAdmin } from "./people.ts";
import { PostOffice } from "./post_office.ts";
import { Providers } from "./providers.ts";
import { countsOf, type StormReport } from "./report.ts";
import { Site } from "./site.ts";
import { judgeEverything } from "./verdict/everything.ts";
import type { StormOptions, World } from "./world.ts";

/** What has not come after nothing has happened for so long will never come. */
const patienceMs = patience(120);

/** A killed job is taken up in the server's next life, or, if that is short, in the one after it. */
const livesAtMost = 2;

/** Runs a storm to its end and judges it. Its folder is kept if something disagrees. */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  const folder = await Deno.makeTempDir({ prefix: "storm-" });
  const giveUp = Promise.withResolvers<void>();
  const world = makeWorld(options, folder, giveUp.promise);
  const watching = watch(world, giveUp.resolve);
  try {
    const backups = await weather(world, folder);
    const faults = await judgeEverything(world, folder, backups);
    faults.push(...world.providers.stripe.problems, ...world.providers.paypal.problems);
    const report = { counts: countsOf(world, backups.length), faults };
    if (faults.length > 0) {
      options.say(`what is left lies in ${folder}`);
      await Deno.writeTextFile(`${folder}/report.json`, JSON.stringify(report, null, 2));
    } else await Deno.remove(folder, { recursive: true });
    return report;
  } finally {
    clearInterval(watching);
    await world.site.stop();
    await world.post.close();
    await world.providers.stop();
  }
}

function makeWorld(options: StormOptions, folder: string, givesUp: Promise<void>): World {
  const { length, clockRate } = options;
  const dataDir = `${folder}/data`;
  const providers = new Providers();
  const book = new Book();
  const site = new Site({ dataDir, clockRate, env: providers.env, logFile: `${folder}/site.log` });
  const world: World = {
    options,
    site,
    book,
    client: new Client(site, book),
    post: new PostOffice(`${dataDir}/outbox`),
    providers,
    men: [],
    ladies: [],
    admin: newAdmin(),
    rates: [],
    countries: { GB: 0, UA: 0 },
    videos: [],
    begunAt: Infinity,
    acts: {},
    slowestMs: {},
    progress: () => "acts" in length ? actsIn(world) : Math.max(0, Date.now() - world.begunAt) / 1000,
    isOver: () => world.progress() >= ("acts" in length ? length.acts : length.seconds),
    acted(what) {
      if (world.begunAt !== Infinity) world.acts[what] = (world.acts[what] ?? 0) + 1;
    },
    slowest(what, ms) {
      world.slowestMs[what] = Math.max(world.slowestMs[what] ?? 0, Math.round(ms));
    },
    cameWithin(kills, what) {
      const lives = site.kills - kills;
      if (lives > livesAtMost) book.fault(`${what} came after ${lives} kills`);
    },
    givesUp,
  };
  return world;
}

const actsIn = ({ acts }: World): number => Object.values(acts).reduce((sum, count) => sum + count, 0);

function watch(world: World, giveUp: () => void): ReturnType<typeof setInterval> {
  let [seen, stillSeconds] = [-1, 0];
  return setInterval(() => {
    const moved = world.book.now + actsIn(world) + world.post.mailCount;
    stillSeconds = moved === seen ? stillSeconds + 1 : 0;
    seen = moved;
    if (stillSeconds * 1000 >= patienceMs) giveUp();
  }, 1000);
}

/** Runs the storm itself; returns the backups that were taken amid it. */
async function weather(world: World, folder: string): Promise<Backup[]> {
  const { options, site, book } = world;
  await seedLadies(world);
  await site.start();
  await inhabit(world);
  options.say(`${world.men.length} men and ${world.ladies.length} ladies are here`);
  world.begunAt = Date.now();
  const randomOf = (number: number) => seededRandom(options.seed * 100_003 + number);
  const [backups] = await Promise.all([
    takeBackups(world, folder),
    ...[...world.men, ...world.ladies].map((person, at) => live(world, person, randomOf(10_000 + at))),
    ...events(world, randomOf),
  ]);
  options.say(`the storm is over, ${book.now} places in the book`);
  return backups;
}
