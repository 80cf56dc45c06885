/** The pictures in letters: to the two who write with each other, once the letter is open, and to nobody else. */
import type { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { type Attachment, attachmentFile, attachmentFor, type PictureSize } from "../kv/attachments.ts";
import { refuse } from "../kv/refusals.ts";
import type { AppContext, AppEnv } from "./env.ts";
import { byteRangeOf } from "./byte_range.ts";
import { answerRefusal } from "./refusal_answer.tsx";

/** Below the root and without a language: the same picture in all of them. */
export const letterFilePath = (id: string, size: PictureSize): string => `/letter-files/${id}/${size}`;

/** A picture never changes, and only its reader's own browser may keep it. */
const immutable = "private, max-age=31536000, immutable";
const isSize = (text: string): text is PictureSize => text === "full" || text === "thumb";

/** Around everything else, so that no other policy takes the place of this one. */
const asMereFile: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if ((c.res.headers.get("content-type") ?? "").startsWith("text/html")) return;
  c.res.headers.set("content-security-policy", "default-src 'none'; sandbox");
};

/** Must be mounted before the headers of every answer. */
export const guardLetterFiles = (app: Hono<AppEnv>): void => void app.use("/letter-files/*", asMereFile);

export function mountLetterFiles(app: Hono<AppEnv>): void {
  app.get("/letter-files/:id/:size", async (c) => {
    const user = c.var.signedIn?.user;
    const size = c.req.param("size");
    const attachment = user && isSize(size) ? await attachmentFor(c.var.house.store, user.id, c.req.param("id")) : null;
    return attachment ? await answerPicture(c, attachment, size as PictureSize) : await notThere(c);
  });
}

/** Neither kept by anybody nor told apart from a picture that never was. */
async function notThere(c: AppContext): Promise<Response> {
  const answer = await answerRefusal(c, refuse("not_found"));
  answer.headers.set("cache-control", "no-store");
  return answer;
}

async function answerPicture(c: AppContext, attachment: Attachment, size: PictureSize): Promise<Response> {
  const { id, type } = attachment;
  const sizeBytes = attachment[size].bytes;
  const etag = `"${id}-${size}"`;
  const common = { "cache-control": immutable, etag, "accept-ranges": "bytes", "x-content-type-options": "nosniff" };
  if (namesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, common);

  const asked = c.req.header("if-range") ?? etag;
  const range = asked === etag ? byteRangeOf(c.req.header("range"), sizeBytes) : null;
  if (range === "outside") return c.body(null, 416, { ...common, "content-range": `bytes */${sizeBytes}` });
  const headers = {
    ...common,
    "content-type": type,
    "content-disposition": `inline; filename="picture-${size}.webp"`,
    "content-length": String(range ? range.end - range.start + 1 : sizeBytes),
    ...(range && { "content-range": `bytes ${range.start}-${range.end}/${sizeBytes}` }),
  };
  const status = range ? 206 : 200;
  // A body that nobody reads would hold its file open.
  if (c.req.method === "HEAD") return c.body(null, status, headers);
  const file = await c.var.house.storage.get(attachmentFile(id, size), range ?? undefined);
  if (!file) return await notThere(c);
  return c.body(file.body, status, headers);
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
