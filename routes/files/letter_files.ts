/**
 * The pictures in letters. They are shown to the two who write to each other, once the letter is open; for some minutes to
 * an admin who named a reason to read the letter; and to nobody else.
 */
import type { Hono, MiddlewareHandler } from "hono";
import { admin } from "../../kv/accounts/users.ts";
import {
  type Attachment,
  attachmentById,
  attachmentFile,
  attachmentFor,
  type PictureSize,
} from "../../kv/letters/attachments.ts";
import { isPictureGrant } from "../../kv/letters/admin_reading.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerNotThere } from "../http/refusal_answer.tsx";
import { answerStored } from "./stored_file.ts";

/** The address of a picture, without language prefix: the picture is the same in all languages. */
export const letterFilePath = (id: string, size: PictureSize): string => `/letter-files/${id}/${size}`;

/** A picture never changes, and only its reader's own browser may keep it. */
const immutable = "private, max-age=31536000, immutable";
const isSize = (text: string): text is PictureSize => text === "full" || text === "thumb";

/** Mounted around everything else, so that no other policy replaces this one. */
const asMereFile: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if ((c.res.headers.get("content-type") ?? "").startsWith("text/html")) return;
  c.res.headers.set("content-security-policy", "default-src 'none'; sandbox");
};

const fileRoots = ["letter-files", "photo-files", "video-files", "verification-files", "story-files"];

/** Must be mounted before the middleware that sets the headers of every answer. */
export function guardMemberFiles(app: Hono<AppEnv>): void {
  for (const path of fileRoots.map((root) => `/${root}/*`)) {
    app.use(path, asMereFile);
  }
}

export function mountLetterFiles(app: Hono<AppEnv>): void {
  app.get("/letter-files/:id/:size", async (c) => {
    const user = c.var.signedIn?.user;
    const [id, size] = [c.req.param("id"), c.req.param("size")];
    const { store } = c.var.deps;
    const reading = c.req.query("look");
    const isAdminReading = reading !== undefined && user?.groupId === admin &&
      isPictureGrant(store, { actorId: user.id, attachmentId: id }, reading);
    const find = () => isAdminReading ? attachmentById(store, id) : attachmentFor(store, user!.id, id);
    const attachment = user && isSize(size) ? await find() : null;
    if (!attachment) return await answerNotThere(c);
    return await answerPicture(c, attachment, size as PictureSize, isAdminReading ? "no-store" : immutable);
  });
}

async function answerPicture(
  c: AppContext,
  attachment: Attachment,
  size: PictureSize,
  cacheControl: string,
): Promise<Response> {
  const { id, type } = attachment;
  const answer = await answerStored(c, {
    name: attachmentFile(id, size),
    type,
    bytes: attachment[size].bytes,
    tag: `${id}-${size}`,
    cacheControl,
    saveAs: `picture-${size}.webp`,
  });
  return answer ?? await answerNotThere(c);
}
