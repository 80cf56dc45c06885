/** Answers with a stored file as requested: whole, a part of it (206, 416), headers only, or "not modified" (304). */
import type { AppContext } from "../http/env.ts";
import { byteRangeOf } from "./byte_range.ts";

export interface FileToSend {
  /** Where it is stored. */
  name: string;
  type: string;
  bytes: number;
  /** The ETag, without quotes; it stands for exactly these bytes. */
  tag: string;
  cacheControl: string;
  /** What a browser calls it when it is saved. */
  saveAs: string;
}

/** Answers with the file; null if it is not stored after all. */
export async function answerStored(c: AppContext, wanted: FileToSend): Promise<Response | null> {
  const { name, type, bytes, cacheControl, saveAs } = wanted;
  const etag = `"${wanted.tag}"`;
  const common = { "cache-control": cacheControl, etag, "accept-ranges": "bytes", "x-content-type-options": "nosniff" };
  if (namesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, common);

  const asked = c.req.header("if-range") ?? etag;
  const range = asked === etag ? byteRangeOf(c.req.header("range"), bytes) : null;
  if (range === "outside") return c.body(null, 416, { ...common, "content-range": `bytes */${bytes}` });
  const headers = {
    ...common,
    "content-type": type,
    "content-disposition": `inline; filename="${saveAs}"`,
    "content-length": String(range ? range.end - range.start + 1 : bytes),
    ...(range && { "content-range": `bytes ${range.start}-${range.end}/${bytes}` }),
  };
  const status = range ? 206 : 200;
  // A body that nobody reads would hold its file open.
  if (c.req.method === "HEAD") return c.body(null, status, headers);
  const file = await c.var.deps.storage.get(name, range ?? undefined);
  return file && c.body(file.body, status, headers);
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
