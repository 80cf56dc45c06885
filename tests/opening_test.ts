/** What a site does before it is open: nothing that anybody could have waited for. */
import { expect } from "expect";
import { addJob } from "../kv/store/jobs/queue.ts";
import type { Job } from "../kv/store/jobs/work.ts";
import { prefixes } from "../kv/store/prefixes.ts";
import { createSite } from "../main.ts";
import { readConfig } from "../services/config.ts";
import { until } from "./patience.ts";

Deno.test("no job is done before the site is open, also one that is long due", async () => {
  const dataDir = await Deno.makeTempDir();
  const { config } = readConfig("demo", (name) => name === "DATA_DIR" ? dataDir : undefined);
  const site = await createSite(config);
  const { store } = site.deps;
  const isWaiting = async () =>
    (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }))).some(({ value }) => value.id === "mine");
  const op = store.kv.atomic();
  addJob(store, op, { kind: "loose_attachment", attachmentId: "none" }, store.now() - 1000, "mine");
  await op.commit();
  // The runner looks each second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await isWaiting()).toBe(true);
  site.open();
  await until(async () => !await isWaiting());
  site.shut();
  await site.close();
  await Deno.remove(dataDir, { recursive: true });
});
