import { expect } from "expect";
import { keepListening } from "./keep_listening.ts";

Deno.test("what is served once stops when it is told to", async () => {
  const server = keepListening({ port: 0, hostname: "127.0.0.1" }, () => new Response("here"));
  expect(await (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text()).toBe("here");
  await server.shutdown();
  await expect(fetch(`http://127.0.0.1:${server.addr.port}/`)).rejects.toThrow();
});

Deno.test("at the limit of open files it stops listening, and begins again when there is room", async () => {
  const module = new URL("./keep_listening.ts", import.meta.url).href;
  const script = `
    import { keepListening } from ${JSON.stringify(module)};
    const { addr } = keepListening({ port: 0, hostname: "127.0.0.1" }, (request) =>
      request.headers.get("upgrade") ? Deno.upgradeWebSocket(request).response : new Response("here"));
    console.log(addr.port);`;
  const config = new URL("../deno.json", import.meta.url).pathname;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, script);
  // What is not cached yet is fetched with more files open than the child will be allowed.
  await new Deno.Command(Deno.execPath(), { args: ["cache", "--config", config, file] }).output();
  const child = new Deno.Command("sh", {
    args: ["-c", `ulimit -n 120; exec "${Deno.execPath()}" run -A --no-check --config "${config}" "${file}"`],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const port = Number(new TextDecoder().decode((await reader.read()).value));
  const url = `127.0.0.1:${port}/`;
  const sockets = Array.from({ length: 200 }, () => new WebSocket(`ws://${url}`));
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
  for (const socket of sockets) socket.close();
  await Promise.all(ends);
  await until(isServed);
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  await Deno.remove(file);
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!await isTrue()) {
    if (performance.now() > deadline) throw new Error("it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
