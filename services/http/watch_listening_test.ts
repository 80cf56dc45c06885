import { expect } from "expect";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { until } from "../../tests/patience.ts";
import { watchListening } from "./watch_listening.ts";

Deno.test("a server that tells of nobody who comes, as that of an older Deno, is left as it is", async () => {
  const server = createServer();
  let [knocks, closings] = [0, 0];
  const emit = server.emit.bind(server);
  server.emit = (name: string, ...told: unknown[]) => {
    if (name !== "connection") return emit(name, ...told);
    knocks++;
    (told[0] as Socket).destroy();
    return true;
  };
  server.on("close", () => closings++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = watchListening(server, { transport: "tcp", hostname: "127.0.0.1", port }, 40);
  await until(() => knocks >= 4, "that it is knocked");
  expect([server.listening, closings]).toEqual([true, 0]);
  await stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

Deno.test("who stops watching leaves no knock behind, whenever it is", async () => {
  for (let ms = 0; ms < 60; ms += 4) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const stop = watchListening(server, { transport: "tcp", hostname: "127.0.0.1", port }, 20);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await stop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});
