import { expect } from "expect";
import { until } from "../../tests/patience.ts";
import { NotListening } from "./server.ts";
import { serveForTest } from "./testing/server.ts";

Deno.test("what is served once stops when it is told to", async () => {
  const server = await serveForTest(() => new Response("here"));
  expect(await (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text()).toBe("here");
  await server.shutdown();
  await expect(fetch(`http://127.0.0.1:${server.addr.port}/`)).rejects.toThrow();
});

Deno.test("what is asked before the stop is answered, and its connection ends with the answer", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const server = await serveForTest(async () => {
    ask();
    await answered;
    return new Response("here");
  });
  using peer = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  await peer.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"));
  await asked;
  const stopped = server.shutdown();
  answer();
  // The peer would keep the connection open: it ends because the server closes it.
  expect(await new Response(peer.readable).text()).toContain("here");
  await stopped;
});

Deno.test("who connected ahead of need, and asked for nothing, does not hold a stop", async () => {
  const server = await serveForTest(() => new Response("here"));
  const url = `http://127.0.0.1:${server.addr.port}/`;
  using peer = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  // This request comes after the silent connection: once it is answered, that one has arrived.
  expect(await (await fetch(url)).text()).toBe("here");
  await server.shutdown();
  expect(await peer.read(new Uint8Array(1))).toBe(null);
});

Deno.test("who cannot listen is told so", async () => {
  await using other = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => new Response("taken"));
  const trying = serveForTest(() => new Response("here"), other.addr.port);
  await expect(trying).rejects.toThrow(NotListening);
  await expect(trying).rejects.toThrow(/:\d+: another process does already$/);
});

// Only Linux lets the limit of a running process be lowered from outside.
const isElsewhere = Deno.build.os !== "linux";

Deno.test({
  name: "at the limit of open files nobody new is served, and everybody again when there is room",
  ignore: isElsewhere,
  fn: reachTheLimit,
});

async function reachTheLimit(): Promise<void> {
  const module = new URL("./testing/server.ts", import.meta.url).href;
  const script = `
    import { serveForTest } from ${JSON.stringify(module)};
    // As the site does: without a file left Deno cannot even prepare for a signal.
    Deno.addSignalListener("SIGTERM", () => Deno.exit(0));
    const { addr } = await serveForTest((_request, { openSocket }) => {
      openSocket?.({ frameBytesMax: 1000, pingEverySeconds: 60 });
      return new Response("here");
    }, 0, { knockSeconds: 0.5 });
    console.log(String(addr.port));`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, script);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", config, file],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  const port = Number(new TextDecoder().decode((await reader.read()).value));
  await allowFiles(child.pid, 60);
  const url = `127.0.0.1:${port}/`;
  const sockets = Array.from({ length: 200 }, () => new WebSocket(`ws://${url}`));
  let opened = 0;
  for (const socket of sockets) socket.onopen = () => opened++;
  const ends = sockets.map((socket) =>
    new Promise<void>((resolve) => {
      socket.onclose = () => resolve();
      socket.onerror = () => {};
    })
  );
  const isServed = async (): Promise<boolean> => {
    try {
      return await (await fetch(`http://${url}`, { signal: AbortSignal.timeout(500) })).text() === "here";
    } catch {
      return false;
    }
  };
  await until(async () => !await isServed());
  expect(opened).toBeGreaterThan(0);
  for (const socket of sockets) socket.close();
  await Promise.all(ends);
  await until(isServed);
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  await Deno.remove(file);
}

/** Lets a running process open only `more` files in addition to those it has open now. */
async function allowFiles(pid: number, more: number): Promise<void> {
  const open = new Set(await Array.fromAsync(Deno.readDir(`/proc/${pid}/fd`), ({ name }) => Number(name)));
  // The limit is for the numbers of descriptors: open files above it stay open and do not count.
  let most = 0;
  for (let free = 0; free < more; most++) if (!open.has(most)) free++;
  const { success } = await new Deno.Command("prlimit", { args: [`--pid=${pid}`, `--nofile=${most}:${most}`] })
    .output();
  if (!success) throw new Error("prlimit did not work");
}
