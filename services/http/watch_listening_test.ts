import { expect } from "expect";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { until } from "../../tests/patience.ts";
import { watchListening } from "./watch_listening.ts";

/** A server that reports no connections; `seen` counts those that came, and how often the server closed. */
async function silentServer() {
  const server = createServer();
  const seen = { knocks: 0, closings: 0 };
  const emit = server.emit.bind(server);
  server.emit = (name: string, ...told: unknown[]) => {
    if (name !== "connection") return emit(name, ...told);
    seen.knocks++;
    (told[0] as Socket).destroy();
    return true;
  };
  server.on("close", () => seen.closings++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const watch = (everyMs: number) => watchListening(server, { transport: "tcp", hostname: "127.0.0.1", port }, everyMs);
  return { server, seen, watch, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

Deno.test("a server that tells of nobody who comes, as that of an older Deno, is left as it is", async () => {
  const { server, seen, watch, close } = await silentServer();
  const stop = watch(40);
  await until(() => seen.knocks >= 4, "that it is knocked");
  expect([server.listening, seen.closings]).toEqual([true, 0]);
  await stop();
  await close();
});

Deno.test("who stops watching leaves no knock behind", async () => {
  const { seen, watch, close } = await silentServer();
  const stop = watch(1000);
  await until(() => seen.knocks === 1, "a knock");
  await stop();
  await close();
});
