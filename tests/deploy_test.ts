/** What Deno Deploy is told of the site; and its clock, which calls an instance each minute and waits for the work. */
import { expect } from "expect";
import { openStore } from "../kv/open.ts";
import { addJob } from "../kv/store/jobs/queue.ts";
import { patientKillAfterMs, siteVariables, startInstance, startPlatformClock } from "./rehearsal/platform.ts";
import { prepareFolder } from "./ops/correspondence.ts";
import { until } from "./patience.ts";
import { startSmtpServer } from "./servers/smtp_server.ts";

const root = new URL("../", import.meta.url);

Deno.test("the platform is told how to install, to build and to start, within what it takes from anybody", async () => {
  const { deploy, tasks, unstable } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const { install, build, runtime, ...more } = deploy;
  expect(more).toEqual({});
  expect(Object.keys(tasks)).toContain(/^deno task (\w+)$/.exec(install)?.[1]);
  // The command, not the task, which would install once more.
  expect(tasks.build.command).toBe(build);
  const { entrypoint, ...rest } = runtime;
  expect(rest).toEqual({ type: "dynamic", memoryLimit: 768 });
  expect((await Deno.stat(new URL(entrypoint, root))).isFile).toBe(true);
  // The platform passes no flags.
  expect(unstable).toEqual(["kv", "cron"]);
});

Deno.test("the platform's clock is answered when all is done that was due, each once", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "deploy-" });
  const [clock, mailServer] = [startPlatformClock(), await startSmtpServer()];
  try {
    const { james } = await prepareFolder(dataDir, 0);
    const store = await openStore({ location: `${dataDir}/kv.sqlite3`, secret: siteVariables.SECRET! });
    const op = store.kv.atomic();
    for (let at = 0; at < 20; at++) addJob(store, op, { kind: "password_changed_mail", userId: james.id });
    await op.commit();
    store.close();
    const site = await startInstance({
      folder: root.pathname,
      entry: "deploy.ts",
      env: { ...siteVariables, ...clock.env, SMTP_URL: mailServer.url, DATA_DIR: dataDir },
    });
    await until(() => clock.registered.length > 0, "what the platform must call");
    expect(clock.registered).toEqual([{ name: "due jobs", schedule: "* * * * *" }]);
    expect(await clock.tick("due jobs")).toBe(true);
    expect(mailServer.mails).toHaveLength(20);
    expect(await clock.tick("due jobs")).toBe(true);
    expect(await site.end("SIGINT", patientKillAfterMs)).toMatchObject({ how: 0 });
    expect(mailServer.mails).toHaveLength(20);
  } finally {
    clock.stop();
    await mailServer.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test({
  name: "a platform that takes the server to a socket of its own is served there",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const dataDir = await Deno.makeTempDir({ prefix: "deploy-" });
    try {
      const path = `${dataDir}/platform.sock`;
      const env = { ...siteVariables, DATA_DIR: `${dataDir}/data`, DENO_SERVE_ADDRESS: `unix:${path}` };
      const site = await startInstance({ folder: root.pathname, entry: "main.ts", env });
      using line = await Deno.connect({ transport: "unix", path });
      await line.write(
        new TextEncoder().encode("GET /healthz HTTP/1.1\r\nHost: vesna.test\r\nConnection: close\r\n\r\n"),
      );
      const bytes = new Uint8Array(4096);
      const read = await line.read(bytes);
      expect(new TextDecoder().decode(bytes.subarray(0, read ?? 0))).toMatch(/^HTTP\/1\.1 200 /);
      expect(await site.end("SIGINT", patientKillAfterMs)).toMatchObject({ how: 0 });
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});
