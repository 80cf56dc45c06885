/**
 * A chat server that the chaos test may kill at any moment. Arguments: the store's file, the port, the rate of its clock,
 * and by how many ms that clock is wrong at first. Lines on its input move the clock by so many ms; `stop` ends it.
 */
import { testInstance } from "../../chat/server/testing/server.ts";
import { openStore } from "../../kv/open.ts";

const [file, port, rate, skewMs] = Deno.args;
const startedAt = Date.now();
let offsetMs = Number(skewMs);
const now = () => Math.floor(startedAt + (Date.now() - startedAt) * Number(rate) + offsetMs);

const store = await openStore({ location: file, secret: "a secret that only tests may know", now });
const { chat, server } = await testInstance(store, { lingerMs: 500, presenceEveryMs: 200 }, Number(port));
console.log("ready");

let text = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  const lines = text.split("\n");
  text = lines.pop()!;
  for (const line of lines) {
    if (line !== "stop") offsetMs += Number(line);
    else await stop();
  }
}
// The input has ended: whoever started it is gone.
Deno.exit(1);

async function stop(): Promise<never> {
  await chat.shut();
  await Promise.race([server.shutdown(), new Promise((resolve) => setTimeout(resolve, 1000))]);
  await store.close();
  Deno.exit(0);
}
