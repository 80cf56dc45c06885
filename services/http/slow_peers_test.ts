/** Peers that stall in a request, or take nothing of an answer, are disconnected; those that go on slowly are not. */
import { expect } from "expect";
import { until } from "../../tests/patience.ts";
import { SlowBody } from "./limits.ts";
import type { Handle } from "./server.ts";
import { serveForTest } from "./testing/server.ts";

const encode = (text: string) => new TextEncoder().encode(text);

async function connect(port: number, text: string): Promise<Deno.TcpConn> {
  const line = await Deno.connect({ port, hostname: "127.0.0.1" });
  if (text) await line.write(encode(text));
  return line;
}

const read = async (line: Deno.TcpConn): Promise<string> => {
  const text = await new Response(line.readable).text().catch(() => "");
  return text.slice(0, text.indexOf("\r\n"));
};

const readsBody: Handle = async (request) => {
  try {
    return new Response(String((await request.text()).length));
  } catch (error) {
    return new Response(null, { status: error instanceof SlowBody ? 408 : 500 });
  }
};

Deno.test("who says nothing, leaves a head unfinished or rests after an answer is let go", async () => {
  const server = await serveForTest(() => new Response("here"), 0, { headSeconds: 1, idleSeconds: 1 });
  const peers = [
    "",
    "GET / HTT",
    "GET / HTTP/1.1\r\nHost: vesna.test\r\nX-Slow: ",
    "GET / HTTP/1.1\r\nHost: v\r\n\r\n",
  ];
  const ends = await Promise.all(peers.map(async (text) => await read(await connect(server.addr.port, text))));
  expect(ends.map((line) => line.slice(0, 12))).toEqual([
    "HTTP/1.1 408",
    "HTTP/1.1 408",
    "HTTP/1.1 408",
    "HTTP/1.1 200",
  ]);
  await server.shutdown();
});

Deno.test("a head that trickles is not given more time for it", async () => {
  const server = await serveForTest(() => new Response("here"), 0, { headSeconds: 1 });
  const line = await connect(server.addr.port, "GET / HTTP/1.1\r\nHost: vesna.test\r\n");
  const trickling = setInterval(() => line.write(encode("X-More: x\r\n")).catch(() => {}), 50);
  expect(await read(line)).toMatch(/^HTTP\/1.1 408/);
  clearInterval(trickling);
  await server.shutdown();
});

const post = (length: number) =>
  `POST / HTTP/1.1\r\nHost: vesna.test\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

Deno.test("a body that stops coming is given up, and whoever reads it says so", async () => {
  const server = await serveForTest(readsBody, 0, { bodySeconds: 1 });
  const line = await connect(server.addr.port, `${post(100)}half`);
  expect(await read(line)).toMatch(/^HTTP\/1.1 408/);
  await server.shutdown();
});

Deno.test("a body that goes on coming has time for what it brings", async () => {
  // Each byte buys two seconds, so this body may take longer than the one second that every body has.
  const server = await serveForTest(readsBody, 0, { bodySeconds: 1, bodyBytesPerSecond: 0.5 });
  const line = await connect(server.addr.port, post(30));
  const reading = read(line);
  for (let sent = 0; sent < 30; sent++) {
    await line.write(encode("x"));
    await new Promise((resolve) => setTimeout(resolve, 70));
  }
  expect(await reading).toMatch(/^HTTP\/1.1 200/);
  await server.shutdown();
});

Deno.test("a body that nobody reads keeps no connection, and the answer is read before the end", async () => {
  const server = await serveForTest(() => new Response("no", { status: 413 }));
  const line = await connect(server.addr.port, `${post(50_000_000)}${"x".repeat(100_000)}`);
  expect(await read(line)).toMatch(/^HTTP\/1.1 413/);
  await server.shutdown();
});

Deno.test("whoever takes nothing of an answer is let go, and the body is told to end", async () => {
  let isCancelled = false;
  const endless = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: () => void (isCancelled = true),
      }),
    );
  const server = await serveForTest(endless, 0, { untakenSeconds: 1 });
  const line = await connect(server.addr.port, "GET / HTTP/1.1\r\nHost: vesna.test\r\n\r\n");
  await until(() => isCancelled, "the end of the body");
  line.close();
  await server.shutdown();
});

Deno.test("beyond the most connections new ones are let go at once, and those that stand go on", async () => {
  const server = await serveForTest(() => new Response("here"), 0, { connectionsMax: 2 });
  const { port } = server.addr;
  const two = await Promise.all([connect(port, ""), connect(port, "")]);
  expect(await read(await connect(port, "GET / HTTP/1.1\r\nHost: v\r\n\r\n"))).toBe("");
  await two[0]!.write(encode("GET / HTTP/1.1\r\nHost: v\r\nConnection: close\r\n\r\n"));
  expect(await read(two[0]!)).toMatch(/^HTTP\/1.1 200/);
  two[1]!.close();
  await server.shutdown();
});
