/** The audit of favourites: each is a lady whom a man keeps, and she is told of it. */
import { favouritesAtMost } from "../../ladies/favourites.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { areManAndLady } from "./letters/introductions.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditFavourites(reader: Reader, report: Report): Promise<void> {
  let counted = { manId: 0, count: 0 };
  await reader.walk<number>(prefixes.allFavourites(), async (at, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    // Before the first await, because counting needs the order of the keys.
    counted = { manId, count: counted.manId === manId ? counted.count + 1 : 1 };
    if (counted.count === favouritesAtMost + 1) report(`user ${manId} keeps more than ${favouritesAtMost} favourites`);
    const fault: Report = (sentence) => report(`the favourite ${ladyId} of user ${manId} ${sentence}`);
    if (!await areManAndLady(reader, manId, ladyId)) fault("is not a man's of a lady");
    if (!await reader.isThere(keys.admirer(ladyId, at, manId))) fault("does not know of it");
  });
  await reader.walk<null>(prefixes.allAdmirers(), async (_, key) => {
    const [ladyId, at, manId] = key.slice(1).map(Number) as [number, number, number];
    if (await reader.valueAt<number>(keys.favourite(manId, ladyId)) === at) return;
    report(`lady ${ladyId} is told that user ${manId} kept her at ${at}, which he did not`);
  });
}
