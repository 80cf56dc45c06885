/** What everybody in the storm shares. */
import type { Book } from "./book.ts";
import type { Client } from "./client.ts";
import { isHere, type Person } from "./people.ts";
import type { PostOffice } from "./post_office.ts";
import type { Providers } from "./providers.ts";
import type { Site } from "./site.ts";

export interface StormOptions {
  seed: number;
  men: number;
  ladies: number;
  /** How many pairs chat. */
  pairs: number;
  /** How long it lasts: so many seconds, or so many acts whatever time they take. */
  length: { seconds: number } | { acts: number };
  /** When the server is killed, when a backup begins, when somebody signs up; all in the unit of `length`. */
  kills: number[];
  backups: number[];
  signUps: number[];
  /** How many delete their accounts, and how many ladies are suspended for fraud. */
  deletions: number;
  frauds: number;
  clockRate: number;
  /** How long each person rests at most between two acts, ms. */
  restMs: number;
  /** Told what happens, for those who watch. */
  say: (sentence: string) => void;
}

export interface Rate {
  id: number;
  credits: number;
  bonusCredits: number;
  priceCents: number;
}

export interface World {
  options: StormOptions;
  site: Site;
  book: Book;
  client: Client;
  post: PostOffice;
  providers: Providers;
  men: Person[];
  ladies: Person[];
  admin: Person;
  rates: Rate[];
  /** The ids of the two countries, by their codes. */
  countries: Record<"GB" | "UA", number>;
  /** All videos, each with its lady. */
  videos: { ladyId: number; videoId: number }[];
  /** When the storm began, ms of real time; Infinity before. */
  begunAt: number;
  /** How often each act was done. */
  acts: Record<string, number>;
  /** The longest that each thing took, ms of real time. */
  slowestMs: Record<string, number>;
  /** How far the storm is, in the unit of its length. */
  progress: () => number;
  isOver: () => boolean;
  acted: (what: string) => void;
  slowest: (what: string, ms: number) => void;
  /** Something came that was asked for after `kills` kills: a fault if the site was killed too often before it came. */
  cameWithin: (kills: number, what: string) => void;
  /** Resolves when nobody waits any longer for what has not come. */
  givesUp: Promise<void>;
}

export type Random = () => number;
export type Act = (world: World, person: Person, random: Random) => Promise<void>;

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** One of the people who can do something now, or null. */
export function pickHere(random: Random, people: Person[]): Person | null {
  const here = people.filter(isHere);
  return here.length === 0 ? null : pick(random, here);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Works on all items, `lanes` at a time. */
export async function atOnce<Item>(
  items: Item[],
  lanes: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = [...items];
  await Promise.all(Array.from({ length: lanes }, async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  }));
}

/** Waits until the storm has come to `moment`; false if it is over before. */
export async function until(world: World, moment: number): Promise<boolean> {
  while (world.progress() < moment) {
    if (world.isOver()) return false;
    await pause(50);
  }
  return true;
}
