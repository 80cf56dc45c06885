/** What a storm was like: how much of everything, how slow at worst, and what was wrong. */
import { tally } from "./book.ts";
import type { World } from "./world.ts";

export interface StormReport {
  counts: Record<string, number | string>;
  /** Everything that is wrong; empty if all is well. */
  faults: string[];
}

export function countsOf(
  { book, men, ladies, site, post, acts, slowestMs }: World,
  backups: number,
): StormReport["counts"] {
  return {
    men: men.length,
    ladies: ladies.length,
    kills: site.kills,
    backups,
    mails: post.mailCount,
    "slowest start, ms": site.slowestStartMs,
    ...Object.fromEntries(Object.entries(slowestMs).map(([what, ms]) => [`slowest ${what}, ms`, ms])),
    "letters in the book": tally(book.letters),
    "openings in the book": tally(book.openings),
    "payments in the book": tally(book.payments),
    "minutes in the book": tally(book.minutes),
    "messages in the book": tally(book.messages),
    "messages heard": book.heard.length,
    "videos in the book": tally(book.videos),
    "given back and adjusted in the book": tally(book.staffActions),
    "favourites and blocks in the book": tally(book.bonds),
    "suspensions in the book": tally(book.suspensions),
    "deletions in the book": tally(book.deletions),
    "sign-ups in the book": tally(book.signUps),
    ...acts,
    ...book.counts,
  };
}
