/** The body of a request, as it arrives: read no faster than it is taken, and given up when it comes too slowly. */
import type { IncomingMessage } from "node:http";
import { type HttpLimits, SlowBody } from "./limits.ts";

/** The bytes of a message. Their reader gets a SlowBody error if too little came in the time for it. */
export function bodyOf(message: IncomingMessage, limits: HttpLimits): ReadableStream<Uint8Array> {
  const { socket } = message;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let onBreak = () => {};
  const end = (tell: () => void) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    socket.off("close", onBreak);
    tell();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const beganAt = performance.now();
      let bytes = 0;
      // Bytes that wait for their reader came in time: meanwhile the clock stands still.
      let waitedMs = 0;
      let waitsSince: number | null = null;
      const look = () => {
        const waited = waitedMs + (waitsSince === null ? 0 : performance.now() - waitsSince);
        const mayTakeMs = limits.bodySeconds * 1000 + bytes / limits.bodyBytesPerSecond * 1000 + waited;
        const restMs = beganAt + mayTakeMs - performance.now();
        if (restMs <= 0 && waitsSince === null) {
          return end(() => controller.error(new SlowBody("the body is too slow")));
        }
        timer = setTimeout(look, Math.max(restMs, 1000));
      };
      timer = setTimeout(look, limits.bodySeconds * 1000);
      message.on("data", (chunk: Uint8Array) => {
        if (isOver) return;
        bytes += chunk.length;
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) {
          waitsSince = performance.now();
          message.pause();
        }
      });
      message.on("resume", () => {
        if (waitsSince === null) return;
        waitedMs += performance.now() - waitsSince;
        waitsSince = null;
      });
      message.on("end", () => end(() => controller.close()));
      message.on("error", (error) => end(() => controller.error(error)));
      onBreak = () => end(() => controller.error(new Error("the connection broke off")));
      socket.on("close", onBreak);
    },
    pull: () => void message.resume(),
    cancel: () => end(() => message.pause()),
  }, { highWaterMark: 256 * 1024, size: (chunk) => chunk.length });
}
