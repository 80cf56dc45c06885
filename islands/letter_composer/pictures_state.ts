/** What the composer knows of its pictures without a browser: which may come in, how each is doing, what to keep. */
import { type FileFacts, type FileLimits, fittingFiles, type Unfit as UnfitFile } from "../uploads/fitting_files.ts";

/** Specification, section 9; the server counts anew. */
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
  /** What its owner called it, where that is known. */
  name?: string;
}

export interface Picture {
  /** Of this page, from 1. */
  key: number;
  name: string;
  state: "waiting" | "sending" | "kept" | "failed";
  /** From 0 to 1. */
  progress: number;
  kept?: KeptPicture;
  /** The server's own sentence, or null where the connection was lost. */
  error?: string | null;
  /** Whether the same file may arrive at another time. */
  mayRetry?: boolean;
}

/** Why a picture is not among the letter's; "gone": the server has it no longer. */
export type Unfit = UnfitFile | "gone";

/** Which of some files may come in beside those that are there already, and why the others may not. */
export const sorted = <F extends FileFacts>(files: readonly F[], thereCount: number) =>
  fittingFiles(files, thereCount, pictureLimits);

export const changed = (pictures: readonly Picture[], key: number, change: Partial<Picture>): Picture[] =>
  pictures.map((picture) => picture.key === key ? { ...picture, ...change } : picture);

export const keptOf = (pictures: readonly Picture[]): KeptPicture[] => pictures.flatMap(({ kept }) => kept ?? []);

export const areOnTheirWay = (pictures: readonly Picture[]): boolean =>
  pictures.some(({ state }) => state === "waiting" || state === "sending");

export const hasFailed = (pictures: readonly Picture[]): boolean => pictures.some(({ state }) => state === "failed");

/** Kept pictures in the place of those that were, beside what is not kept yet: no photograph is lost on its way. */
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
