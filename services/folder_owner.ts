/**
 * Whose the files in DATA_DIR are: the folder's owner's, as whom the server runs. If root runs a task there, it gives away
 * what it makes, because the server could not open it.
 */
import { lchownSync } from "node:fs";

export interface Owner {
  uid: number;
  gid: number;
}

/** To whom this process must give what it makes in a folder; null unless it is root, in a folder of somebody else. */
export function ownerToGiveTo(folder: string): Owner | null {
  if (Deno.build.os === "windows" || Deno.uid() !== 0) return null;
  const { uid, gid } = Deno.statSync(folder);
  return uid ? { uid, gid: gid ?? uid } : null;
}

/** Gives what root has, a file or a folder without its content. The target of a link is never given: it may be anybody's. */
export function give(path: string, { uid, gid }: Owner): void {
  if (Deno.lstatSync(path).uid === 0) lchownSync(path, uid, gid);
}

/** Gives what this process has made in a folder to the folder's owner, if it is to be given. */
export function giveToOwner(folder: string, ...names: string[]): void {
  const owner = ownerToGiveTo(folder);
  if (owner) { for (const name of names) give(`${folder}/${name}`, owner); }
}
