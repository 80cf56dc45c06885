/** What everybody does all through the storm. */
import { block, keepFavourite, watchVideo } from "./acts/bonds.ts";
import { chatOnAndOn } from "./acts/chats.ts";
import { adjust, giveBack, keepOut, promoRush } from "./acts/staff.ts";
import { leave } from "./acts/leaving.ts";
import { openLetter, putAway, writeLetter } from "./acts/letters.ts";
import { lookAtPage } from "./acts/pages.ts";
import { buyCredits } from "./acts/payments.ts";
import { signUp } from "./acts/sign_up.ts";
import { isHere, type Person } from "./people.ts";
import { type Act, pause, pickHere, type Random, until, type World } from "./world.ts";

const acts: Record<Person["kind"], [Act, number][]> = {
  man: [
    [writeLetter, 30],
    [openLetter, 22],
    [buyCredits, 8],
    [keepFavourite, 10],
    [block, 4],
    [watchVideo, 4],
    [putAway, 3],
    [lookAtPage, 19],
  ],
  lady: [[writeLetter, 50], [openLetter, 20], [block, 2], [putAway, 4], [lookAtPage, 24]],
};

/** Does one act after the other, until the storm is over or the person has left. */
export async function live(world: World, person: Person, random: Random): Promise<void> {
  while (!world.isOver() && !person.isGone) {
    if (isHere(person)) await choose(person, random)(world, person, random);
    await pause(random() * world.options.restMs);
  }
}

function choose(person: Person, random: Random): Act {
  if (person.kind === "man" && person.isPoor && random() < 0.7) {
    person.isPoor = false;
    return buyCredits;
  }
  const mine = acts[person.kind];
  let left = random() * mine.reduce((sum, [, weight]) => sum + weight, 0);
  return mine.find(([, weight]) => (left -= weight) < 0)?.[0] ?? lookAtPage;
}

/** Everything that happens beside the ordinary lives, each thing at moments of its own. */
export function events(world: World, randomOf: (number: number) => Random): Promise<void>[] {
  const { options, men, ladies } = world;
  return [
    ...Array.from({ length: options.pairs }, (_, at) => chatOnAndOn(world, men[at]!, ladies[at]!, randomOf(1000 + at))),
    newcomers(world, randomOf(1)),
    departures(world, randomOf(2)),
    frauds(world, randomOf(3)),
    bookkeeping(world, randomOf(4)),
    discipline(world, randomOf(5)),
    rushes(world, randomOf(6)),
    kills(world),
  ];
}

/** The least that each life of the server lasts, however slowly it starts; in the unit of the storm's length. */
const lifeAtLeast = 25;

async function kills(world: World): Promise<void> {
  const { options, site, book } = world;
  let servesSince = 0;
  for (const moment of options.kills) {
    if (!await until(world, Math.max(moment, servesSince + lifeAtLeast))) return;
    await site.kill();
    options.say(`kill ${site.kills}, ${book.now} places into the book`);
    await site.start();
    servesSince = world.progress();
  }
}

/** New people sign up; the men among them live on like everybody else. */
async function newcomers(world: World, random: Random): Promise<void> {
  const lives: Promise<void>[] = [];
  for (const [at, moment] of world.options.signUps.entries()) {
    if (!await until(world, moment)) break;
    lives.push(
      (async () => {
        const kind = at % 5 === 4 ? "lady" : "man";
        const person = await signUp(world, 1000 + at, kind);
        // A new lady is shown to nobody until she is approved.
        if (!person || person.kind === "lady") return;
        world.men.push(person);
        await live(world, person, random);
      })(),
    );
  }
  await Promise.all(lives);
}

/** Moments spread over the storm, as parts of its length. */
const spread = (count: number): number[] => Array.from({ length: count }, (_, at) => (at + 1) / (count + 1));

const lengthOf = ({ options: { length } }: World): number => "acts" in length ? length.acts : length.seconds;

async function departures(world: World, random: Random): Promise<void> {
  for (const part of spread(world.options.deletions)) {
    if (!await until(world, part * lengthOf(world))) return;
    const person = pickHere(random, random() < 0.7 ? world.men : world.ladies);
    if (person) await leave(world, person, random() < 0.5);
  }
}

async function frauds(world: World, random: Random): Promise<void> {
  for (const part of spread(world.options.frauds)) {
    if (!await until(world, part * lengthOf(world))) return;
    const paid = world.book.letters.filter(({ isHis, state }) => isHis && state === "acknowledged");
    const writtenTo = new Set(paid.map(({ recipientId }) => recipientId));
    const lady = pickHere(random, world.ladies.filter(({ id }) => writtenTo.has(id)));
    if (lady) await keepOut(world, lady, "fraud");
  }
}

async function bookkeeping(world: World, random: Random): Promise<void> {
  while (!world.isOver()) {
    await (random() < 0.6 ? giveBack : adjust)(world, random);
    await pause(random() * 3 * world.options.restMs);
  }
}

async function discipline(world: World, random: Random): Promise<void> {
  for (const part of spread(world.options.frauds * 3)) {
    if (!await until(world, part * lengthOf(world))) return;
    const person = pickHere(random, random() < 0.5 ? world.men : world.ladies);
    if (person) await keepOut(world, person, "conduct");
  }
}

async function rushes(world: World, random: Random): Promise<void> {
  for (const part of spread(world.options.frauds + 1)) {
    if (!await until(world, part * lengthOf(world))) return;
    await promoRush(world, random);
  }
}
