/** In development only: tells the browser which run of the server it talks to; a new run means a reload. */

const boot = crypto.randomUUID();

/** Whether `dev.ts` runs this server, so that the app may mount `devReload` at /dev/reload. */
export const isDevReload = (): boolean => Deno.env.get("DEV_RELOAD") === "1";

/** A server-sent-events answer that stays open: the browser reconnects after a restart and sees another number. */
export function devReload(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`retry: 250\ndata: ${boot}\n\n`)),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}
