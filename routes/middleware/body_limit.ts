/** Bodies end at a limit: at once where their length is said beforehand, else while they arrive. */
import { HTTPException } from "hono/http-exception";
import type { MiddlewareHandler } from "hono";
import { refuse } from "../../kv/refusals.ts";
import type { AppEnv } from "../env.ts";
import { answerRefusal } from "../refusal_answer.tsx";

export const bodyLimit = (bytesMax: number): MiddlewareHandler<AppEnv> => async (c, next) => {
  const { raw } = c.req;
  if (!raw.body) return await next();
  const said = raw.headers.has("transfer-encoding") ? null : raw.headers.get("content-length");
  if (said !== null) return Number(said) > bytesMax ? answerRefusal(c, refuse("too_large")) : await next();

  // Unlike hono's own limit, the pipe lets go of the line when the limit is passed or nobody reads the rest.
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
