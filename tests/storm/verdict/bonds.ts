/** Whether favourites, blocks and videos are as last acknowledged; judged only if nothing was asked for after that. */
import { type Bond, type Book, isSureAt } from "../book.ts";
import type { Truth } from "../truth.ts";
import type { Gone } from "./gone.ts";

export function judgeBonds(book: Book, truth: Truth, mark: number, gone: Gone): string[] {
  const last = new Map<string, Bond[]>();
  for (const bond of book.bonds) {
    const name = `${bond.kind} ${bond.userId} ${bond.otherId}`;
    last.set(name, [...last.get(name) ?? [], bond]);
  }
  const faults: string[] = [];
  for (const [name, bonds] of last) {
    const wishes = bonds.filter(({ state }) => state !== "refused");
    const sure = wishes.findLast((bond) => isSureAt(bond, mark));
    // What was asked for later, or at the same time, may have come about as well.
    const isOpen = !sure || wishes.slice(wishes.indexOf(sure) + 1).length > 0;
    const told = sure && truth.get(sure.userId);
    if (!told || isOpen || gone.has(sure.otherId)) continue;
    const is = (sure.kind === "favorite" ? told.favorites : told.blocks).has(sure.otherId);
    if (is !== sure.isOn) faults.push(`${name} should be ${sure.isOn ? "there" : "gone"}`);
  }
  for (const video of book.videos) {
    const told = truth.get(video.manId);
    if (!told || !isSureAt(video, mark) || gone.has(video.ladyId)) continue;
    if (!told.videos.has(video.videoId)) faults.push(`video ${video.videoId} that ${video.manId} paid is not his`);
  }
  return faults;
}
