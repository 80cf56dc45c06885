/** Limits the length of bodies: one that is declared beforehand is refused at once, any other while it arrives. */
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { refuse } from "../../kv/store/refusals.ts";
import { pictureBytesMax } from "../../services/pictures/images.ts";
import { liveVideoBytesMax } from "../../services/live_videos.ts";
import { photoBytesMax } from "../../services/pictures/photo_images.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerRefusal } from "../http/refusal_answer.tsx";

/** No form of the site comes near this, except those that bring pictures or videos. */
const usualBytes = 1024 * 1024;
/** Three pictures, the letter, and the boundaries between them. */
const threePictureBytes = 3 * pictureBytesMax + usualBytes;
/** A call brings one photo; a page without scripts brings a few, or one as large as the telephone took it. */
const onePhotoBytes = photoBytesMax + usualBytes;
export const photosInOneForm = 4;
const fewPhotoBytes = photosInOneForm * photoBytesMax + usualBytes;

const withPictures =
  /^\/(?:api\/mail(?:\/attachments)?|(?:man|lady)\/mail\/(?:\w+\/)?(?:new-)?conversation\/[\d/]+)\/?$/;

const liveVideoBytes = liveVideoBytesMax + usualBytes;

const bytesByPath: [RegExp, number][] = [
  [withPictures, threePictureBytes],
  [/^\/(?:api\/photos|admin\/stories\/\d+\/pictures|agency\/mail\/about-you)\/?$/, onePhotoBytes],
  [/^\/(?:(?:man\/men-account|lady\/profile)\/photos|man\/welcome|agency\/ladies\/\d+)\/?$/, fewPhotoBytes],
  [/^\/(?:api\/verification\/live-check|lady\/verification)\/?$/, liveVideoBytes],
];

/** The most bytes of a request's body: more than `usualBytes` only in multipart forms with a token, where files are sent. */
export function bodyBytesMaxOf(c: AppContext): number {
  const isForm = /^\s*multipart\/form-data\b/i.test(c.req.header("content-type") ?? "");
  if (!isForm || c.req.method !== "POST" || !hasToken(c)) return usualBytes;
  return bytesByPath.find(([path]) => path.test(c.var.facts.path))?.[1] ?? usualBytes;
}

/** Whether the request carries a token; whose it is, if anybody's, is found out later. */
const hasToken = (c: AppContext): boolean =>
  c.req.header("authorization") !== undefined || c.req.query("access_token") !== undefined ||
  /(?:^|;\s*)slsid=/.test(c.req.header("cookie") ?? "");

export const bodyLimit = (bytesMaxOf: (c: AppContext) => number): MiddlewareHandler<AppEnv> => async (c, next) => {
  const { raw } = c.req;
  const bytesMax = bytesMaxOf(c);
  if (!raw.body) return await next();
  const said = raw.headers.has("transfer-encoding") ? null : raw.headers.get("content-length");
  if (said !== null) return Number(said) > bytesMax ? answerRefusal(c, refuse("too_large")) : await next();

  // Unlike hono's own limit, the pipe lets go of the connection when the limit is passed or nobody reads the rest.
  const { method, headers, url } = raw;
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    body: raw.body.pipeThrough(counter(bytesMax)),
    duplex: "half",
  };
  c.req.raw = new Request(url, init);
  await next();
  if (!c.req.raw.bodyUsed) await c.req.raw.body?.cancel();
};

function counter(bytesMax: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new HTTPException(413));
      else controller.enqueue(chunk);
    },
  });
}
