/** Which of the chosen files may be sent, before anything is sent. */

export interface FileLimits {
  /** Media types; one that the device does not know is left to the server, which looks inside. */
  types: readonly string[];
  bytesMax: number;
  /** Including those that are there already. */
  countMax: number;
}

/** Why a file may not be sent. */
export type Unfit = "type" | "size" | "count";

export type FileFacts = Pick<File, "name" | "type" | "size">;

/** A larger file is not even opened: the page could crash on a weak device. */
const openedBytesMax = 64 * 1024 * 1024;

/** Why a file may not be sent as it is; null if it may. */
export function unfitOf(file: FileFacts, { types, bytesMax }: FileLimits): "type" | "size" | null {
  if (file.type !== "" && !types.includes(file.type)) return "type";
  return file.size > bytesMax ? "size" : null;
}

/** Whether a browser may be able to make a smaller picture of a file. SVG drawings are left out: they are no photographs. */
export const mayBeMadeSmaller = ({ name, type, size }: FileFacts): boolean =>
  size <= openedBytesMax &&
  (type === "" ? /\.(hei[cf]|jpe?g|png|gif|webp|avif)$/i.test(name) : /^image\/(?!svg)/.test(type));

/** Sorts files that are added to `thereCount` others, in order. One that may be made smaller fits until that has failed. */
export function fittingFiles<F extends FileFacts>(
  files: readonly F[],
  thereCount: number,
  limits: FileLimits,
): { fit: F[]; unfit: { name: string; why: Unfit }[] } {
  const fit: F[] = [];
  const unfit: { name: string; why: Unfit }[] = [];
  for (const file of files) {
    const why = mayBeMadeSmaller(file) ? null : unfitOf(file, limits);
    if (why) unfit.push({ name: file.name, why });
    else if (thereCount + fit.length >= limits.countMax) unfit.push({ name: file.name, why: "count" });
    else fit.push(file);
  }
  return { fit, unfit };
}
