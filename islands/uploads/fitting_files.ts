/** Which of the files that somebody chose may be sent, before anything of them is. */

export interface FileLimits {
  /** Media types; one that the device does not know is left to the server, which looks inside. */
  types: readonly string[];
  bytesMax: number;
  /** Those that are there already included. */
  countMax: number;
}

/** Why a file may not be sent. */
export type Unfit = "type" | "size" | "count";

/** Sorts files that come to `thereCount` others, in their order. */
export function fittingFiles<F extends { name: string; type: string; size: number }>(
  files: readonly F[],
  thereCount: number,
  { types, bytesMax, countMax }: FileLimits,
): { fit: F[]; unfit: { name: string; why: Unfit }[] } {
  const fit: F[] = [];
  const unfit: { name: string; why: Unfit }[] = [];
  for (const file of files) {
    if (file.type !== "" && !types.includes(file.type)) unfit.push({ name: file.name, why: "type" });
    else if (file.size > bytesMax) unfit.push({ name: file.name, why: "size" });
    else if (thereCount + fit.length >= countMax) unfit.push({ name: file.name, why: "count" });
    else fit.push(file);
  }
  return { fit, unfit };
}
