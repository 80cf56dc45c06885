/** The pictures of the composer, no browser needed: which may be added, the state of each, and which are kept. */
import { type FileFacts, type FileLimits, fittingFiles, type Unfit as UnfitFile } from "../uploads/fitting_files.ts";

/** Specification, section 9; the server checks again. */
export const picturesMax = 3;
export const pictureBytesMax = 4096 * 1024;
export const pictureLimits: FileLimits = {
  types: ["image/jpeg", "image/png", "image/gif"],
  bytesMax: pictureBytesMax,
  countMax: picturesMax,
};

/** A picture that the server has: its id, and where its small version lies. */
export interface KeptPicture {
  id: string;
  thumb: string;
  /** The file's name, if it is known. */
  name?: string;
}

export interface Picture {
  /** Counts from 1 on this page. */
  key: number;
  name: string;
  state: "waiting" | "sending" | "kept" | "failed";
  /** From 0 to 1. */
  progress: number;
  kept?: KeptPicture;
  /** The server's own sentence, or null if the connection was lost. */
  error?: string | null;
  /** Whether sending the same file again may succeed. */
  mayRetry?: boolean;
}

/** Why a picture is not part of the letter; "gone": the server no longer has it. */
export type Unfit = UnfitFile | "gone";

/** Sorts files into those that may be added to the `thereCount` pictures and those that may not, with the reason. */
export const sorted = <F extends FileFacts>(files: readonly F[], thereCount: number) =>
  fittingFiles(files, thereCount, pictureLimits);

export const changed = (pictures: readonly Picture[], key: number, change: Partial<Picture>): Picture[] =>
  pictures.map((picture) => picture.key === key ? { ...picture, ...change } : picture);

export const keptOf = (pictures: readonly Picture[]): KeptPicture[] => pictures.flatMap(({ kept }) => kept ?? []);

export const areOnTheirWay = (pictures: readonly Picture[]): boolean =>
  pictures.some(({ state }) => state === "waiting" || state === "sending");

export const hasFailed = (pictures: readonly Picture[]): boolean => pictures.some(({ state }) => state === "failed");

/** Replaces the kept pictures by `kept`. Those not kept yet stay: no picture is lost on its way. */
export const withKept = (pictures: readonly Picture[], kept: readonly KeptPicture[], firstKey: number): Picture[] =>
  [
    ...kept.map((each, at): Picture => ({
      key: firstKey + at,
      name: each.name ?? "",
      state: "kept",
      progress: 1,
      kept: each,
    })),
    ...pictures.filter(({ kept }) => !kept),
  ].slice(0, picturesMax);
