/** Which bucket uploads lie in, as it is configured. */
import { isNear } from "../near_hosts.ts";
import type { S3Config } from "./s3.ts";

interface Reading {
  read: (name: string) => string | null;
  readOrigin: (name: string) => string | null;
  problems: string[];
}

/** All of it or nothing: half a configuration would quietly keep uploads on one machine. Null where no bucket is named. */
export function readS3Settings({ read, readOrigin, problems }: Reading): S3Config | null {
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
  const missing = names.filter((name) => read(name) === null);
  if (missing.length === names.length) {
    if (read("S3_REGION")) problems.push("S3_REGION needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY");
    return null;
  }
  for (const name of missing) problems.push(`${name} must be set where any S3_ variable is`);
  const endpoint = readOrigin("S3_ENDPOINT");
  // What is stored, faces and documents, goes there.
  const url = endpoint === null ? null : new URL(endpoint);
  if (url?.protocol === "http:" && !isNear(url.hostname)) problems.push("S3_ENDPOINT must be an https address");
  const bucket = read("S3_BUCKET") ?? "";
  if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) problems.push("S3_BUCKET is no name of a bucket");
  return {
    endpoint: endpoint ?? "",
    bucket,
    accessKey: read("S3_ACCESS_KEY") ?? "",
    secretKey: read("S3_SECRET_KEY") ?? "",
    region: read("S3_REGION") ?? "us-east-1",
  };
}
