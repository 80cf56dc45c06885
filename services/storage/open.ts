/** The storage of a configuration: a bucket where one is named, else the folder of uploads. */
import { fileStorage } from "./files.ts";
import { type S3Config, s3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

/** Throws where the folder cannot be made; whether a bucket can be reached shows with the first file. */
export async function openStorage(config: { dataDir: string; s3: S3Config | null }): Promise<Storage> {
  return config.s3 ? s3Storage(config.s3) : await fileStorage(`${config.dataDir}/uploads`);
}
