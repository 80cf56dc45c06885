/**
 * How many files the system lets this process open, and how many connections of the chat fit into that. A process that
 * may read nothing but its own folders is told the limit by tools/start.ts, in OPEN_FILES_MAX.
 */

/** The limit in the text of /proc/<id>/limits; null where there is none in it. */
export function openFilesIn(limits: string): number | null {
  const [, soft] = /^Max open files\s+(\d+)\s/m.exec(limits) ?? [];
  return soft === undefined ? null : Number(soft);
}

/** The limit of this process; null where it cannot be known. */
export function openFilesMax(): number | null {
  const told = Deno.env.get("OPEN_FILES_MAX");
  if (told !== undefined && /^\d+$/.test(told)) return Number(told);
  try {
    return openFilesIn(Deno.readTextFileSync("/proc/self/limits"));
  } catch {
    return null;
  }
}

/** Connections of the chat if the limit is not known. */
const connectionsUnknown = 10_000;
/** More than this one process cannot serve well, whatever it may open. */
const connectionsAtMost = 50_000;
/** Files of the store, listeners, libraries: open whether anybody comes or not. */
const ownFiles = 100;
/** The share of the rest that is left to pages, calls and uploads. */
const othersShare = 0.2;

/** Connections at most, connections of the chat among them: beyond them the files would run out. */
export const connectionsMax = (openFiles: number | null): number =>
  openFiles === null ? Infinity : Math.max(1, openFiles - ownFiles);

/** Connections of the chat at most, so that pages are still served when all of them are taken. */
export function chatConnectionsMax(openFiles: number | null): number {
  if (openFiles === null) return connectionsUnknown;
  return Math.max(1, Math.min(connectionsAtMost, Math.floor((openFiles - ownFiles) * (1 - othersShare))));
}
