/** A site that is told to end does so by itself before it would be killed, whatever is under way. */
import { expect } from "expect";
import { openStore } from "../kv/open.ts";
import { addJob } from "../kv/store/jobs/queue.ts";
import type { Job } from "../kv/store/jobs/work.ts";
import { prefixes } from "../kv/store/prefixes.ts";
import { patientKillAfterMs, siteVariables, startInstance } from "./rehearsal/platform.ts";
import { prepareFolder } from "./ops/correspondence.ts";
import { until } from "./patience.ts";
import { startSilentServer } from "./servers/silent_server.ts";

const root = new URL("../", import.meta.url).pathname;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`at ${signal} a site ends before it is killed, though mails, an answer and a stream are under way; the mails wait`, async () => {
    const dataDir = await Deno.makeTempDir({ prefix: "endings-" });
    const mailServer = startSilentServer();
    try {
      const { james, jamesToken } = await prepareFolder(dataDir, 0);
      const location = `${dataDir}/kv.sqlite3`;
      await withStore(location, async (store) => {
        const op = store.kv.atomic();
        for (let at = 0; at < 8; at++) addJob(store, op, { kind: "password_changed_mail", userId: james.id });
        await op.commit();
      });
      const site = await startInstance({
        folder: root,
        entry: "main.ts",
        env: { ...siteVariables, SMTP_URL: `smtp://${mailServer.host}`, DATA_DIR: dataDir },
      });
      await until(() => mailServer.lines >= 4, "mails under way");
      const authorization = `Bearer ${jamesToken}`;
      const news = await fetch(`${site.origin}/api/events`, { headers: { authorization } });
      expect(news.status).toBe(200);
      const { port } = new URL(site.origin);
      using slow = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
      await slow.write(new TextEncoder().encode(
        `POST /api/mail HTTP/1.1\r\nHost: vesna.test\r\nAuthorization: ${authorization}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
      ));
      // What was sent before has begun by then.
      expect(await (await fetch(`${site.origin}/healthz`)).json()).toMatchObject({ status: "ok" });
      const [{ how }] = await Promise.all([site.end(signal, patientKillAfterMs), news.text().catch(() => {})]);
      expect([how, site.said()]).toEqual([0, expect.not.stringContaining("Uncaught")]);
      await withStore(location, async (store) => {
        const waiting = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
        expect(waiting.filter(({ value }) => value.kind === "password_changed_mail")).toHaveLength(8);
      });
    } finally {
      await mailServer.stop();
      await Deno.remove(dataDir, { recursive: true });
    }
  });
}

async function withStore(location: string, work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void>) {
  const store = await openStore({ location, secret: siteVariables.SECRET! });
  try {
    await work(store);
  } finally {
    store.close();
  }
}
