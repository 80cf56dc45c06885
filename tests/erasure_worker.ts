/** A process that erases deleted accounts and may be killed at any moment. Argument: the store's file. */
import { loadLadyIndex } from "../kv/ladies/ladies.ts";
import { openStore } from "../kv/open.ts";
import { runDueJobs } from "../kv/store/jobs/queue.ts";
import { doErasing } from "../kv/testing/deletions.ts";

const [file, nowMs, uploads] = Deno.args;
const began = performance.now();
// A job that was broken off is leased for a minute: time goes a thousand times as fast here.
const now = () => Number(nowMs) + Math.floor(performance.now() - began) * 1000;
const store = await openStore({ location: file, secret: "a secret that only tests may know", now });
await loadLadyIndex(store);
const say = (word: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${word}\n`));
say("ready");
const removeFile = (name: string) => Deno.remove(`${uploads}/${name}`).catch(() => {});
for (let idle = 0; idle < 40;) {
  const done = await runDueJobs(
    store,
    (job) => doErasing(store, job, removeFile),
    (_job, error) => console.error(error),
  );
  idle = done === 0 ? idle + 1 : 0;
  await new Promise((resolve) => setTimeout(resolve, 5));
}
say("done");
await store.close();
