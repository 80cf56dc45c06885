/** A site does no jobs before it is open. */
import { expect } from "expect";
import { addJob } from "../kv/store/jobs/queue.ts";
import type { Job } from "../kv/store/jobs/work.ts";
import { prefixes } from "../kv/store/prefixes.ts";
import { createSite, whenBuilt } from "../main.ts";
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

const caller = { remoteAddr: { hostname: "127.0.0.1" } };

Deno.test("who comes while the site is being built waits for the page; health says at once that it is not there yet", async () => {
  const { promise: built, resolve } = Promise.withResolvers<{ handle: () => Response }>();
  const handle = whenBuilt(built);
  const page = handle(new Request("http://vesna.test/en"), caller);
  const health = await handle(new Request("http://vesna.test/healthz"), caller);
  expect([health.status, health.headers.get("retry-after")]).toEqual([503, "1"]);
  resolve({ handle: () => new Response("the page") });
  expect(await (await page).text()).toBe("the page");
  expect((await handle(new Request("http://vesna.test/healthz"), caller)).status).toBe(200);
});

Deno.test("a site that takes too long to build says so, and when to come again", async () => {
  const handle = whenBuilt(new Promise(() => {}), 1);
  const answer = await handle(new Request("http://vesna.test/en"), caller);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
});
