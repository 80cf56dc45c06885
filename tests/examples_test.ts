/** The examples for operators (docs/operating/examples/) name only what the site really counts, reads and answers. */
import { expect } from "expect";
import { connect as connectHttp2 } from "node:http2";
import { WebSocket as TlsWebSocket } from "ws";
import { startSession } from "../kv/accounts/signing_in/sessions.ts";
import { testApp } from "../routes/testing/site.ts";
import { serveSite } from "../routes/testing/wire.ts";
import { configVariables } from "../services/config_variables.ts";
import { ensureNginx, startNginx } from "../tools/nginx.ts";

const folder = new URL("../docs/operating/examples/", import.meta.url);
const textOf = (name: string): string => Deno.readTextFileSync(new URL(name, folder));

/** The names that /metrics has in production, with the parts of a histogram. */
async function metricNames(): Promise<Set<string>> {
  await using site = await testApp();
  site.deps.lastBackupAt = () => Promise.resolve(null);
  const text = await (await site.visitor({ address: "127.0.0.1" }).get("/metrics")).text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name!]
    ),
  );
}

const namedIn = (text: string): string[] => [...new Set(text.match(/\b(?:vesna|process)_[a-z_]+\b/g))].sort();

Deno.test("alerts and the board ask for what is counted, and the board is one", async () => {
  const known = await metricNames();
  for (const name of ["alerts.yaml", "grafana.json"]) {
    const named = namedIn(textOf(name));
    expect(named.length).toBeGreaterThan(8);
    expect([name, named.filter((metric) => !known.has(metric))]).toEqual([name, []]);
  }
  const { panels } = JSON.parse(textOf("grafana.json")) as { panels: { id: number; targets: { expr: string }[] }[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { targets } of panels) expect(targets.every(({ expr }) => namedIn(expr).length > 0)).toBe(true);
});

Deno.test("every variable that they set is one that a start reads", () => {
  const known = new Set([...configVariables(), "DENO_DIR"]);
  const ofFile = [...textOf("vesna.env").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
  const ofUnit = [...textOf("vesna.service").matchAll(/^Environment=(.*)$/gm)]
    .flatMap(([, all]) => all!.split(" ").map((each) => each.split("=")[0]!));
  const ofImage = [...textOf("Dockerfile").matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, all]) => all!.split(" ").map((each) => each.split("=")[0]!));
  expect([ofFile.length, ofUnit.length, ofImage.length].every((count) => count > 2)).toBe(true);
  expect([...ofFile, ...ofUnit, ...ofImage].filter((name) => !known.has(name))).toEqual([]);
  const needed = ["SECRET", "SMTP_URL", "MAIL_FROM", "ENGLISH_URL"];
  expect(needed.filter((name) => !ofFile.includes(name))).toEqual([]);
});

Deno.test("they give the site longer for its end than it takes, and ask for addresses that it has", async () => {
  const endMsMax = Number(/endMsMax = (\d+)/.exec(Deno.readTextFileSync(new URL("../main.ts", import.meta.url)))![1]);
  const seconds = [
    /^TimeoutStopSec=(\d+)$/m.exec(textOf("vesna.service")),
    /stop_grace_period: (\d+)s/.exec(textOf("compose.yaml")),
  ].map((found) => Number(found?.[1]));
  expect(seconds.every((each) => each * 1000 > 2 * endMsMax)).toBe(true);
  await using site = await testApp();
  const routes = new Set(site.app.routes.map(({ path }) => path));
  for (const path of ["/healthz", "/metrics", "/api/events", "/chat/socket"]) {
    expect([path, routes.has(path), textOf("nginx.conf").includes(path) || textOf("Caddyfile").includes(path)])
      .toEqual([path, true, true]);
  }
});

Deno.test("an upgrade by the words of its page changes nothing without a build, holds twice, and leads back", async () => {
  const blocks = [...textOf("../upgrade.md").matchAll(/^ *```\n([\s\S]+?)```$/gm)].map(([, block]) => block!);
  const [build, change, back] = ["git clone", "test -f", "mv -T /srv/vesna /srv"].map((sign) =>
    blocks.find((block) => block.includes(sign))!
  );
  const root = await Deno.makeTempDir({ prefix: "upgrade-" });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(root, { recursive: true }));
  // Stands in for what the machine would fetch, build and restart; folders are really moved.
  const machine = `
    git() { if [ "$1" = clone ]; then mkdir "$3" && cp "${root}/release" "$3/release"; else echo origin; fi; }
    deno() { mkdir .build && touch .build/manifest.json; }
    date() { cat "${root}/release"; }
    sudo() { cp "${root}/srv/vesna/release" "${root}/restarted"; }
  `;
  async function follow(words: string): Promise<boolean> {
    const script = machine + words.replaceAll("/srv/", `${root}/srv/`).replaceAll("20261121-031500", "third");
    return (await new Deno.Command("bash", { args: ["-c", script], stderr: "null" }).output()).success;
  }
  const running = () => Deno.readTextFileSync(`${root}/srv/vesna/release`).trim();
  const release = (name: string) => Deno.writeTextFileSync(`${root}/release`, name);
  Deno.mkdirSync(`${root}/srv/vesna`, { recursive: true });
  Deno.writeTextFileSync(`${root}/srv/vesna/release`, "first");
  release("second");
  expect([await follow(change!), running()]).toEqual([false, "first"]);
  for (const name of ["second", "third"]) {
    release(name);
    expect([await follow(build!), running() === name, await follow(change!), running()]).toEqual([
      true,
      false,
      true,
      name,
    ]);
    expect(Deno.readTextFileSync(`${root}/restarted`)).toBe(name);
  }
  const kept = [...Deno.readDirSync(`${root}/srv`)].map(({ name }) => name).sort();
  expect(kept).toEqual(["vesna", "vesna-second", "vesna-third"]);
  expect([await follow(back!), running()]).toEqual([true, "second"]);
});

Deno.test("the unit, the nightly backup and each task have their variables of one file, which names the unit's folder", () => {
  const folder = /^DATA_DIR=(.+)$/m.exec(textOf("vesna.env"))?.[1];
  expect(folder).toBe(`/var/lib/${/^StateDirectory=(.+)$/m.exec(textOf("vesna.service"))?.[1]}`);
  const place = /^EnvironmentFile=(.+)$/m.exec(textOf("vesna.service"))![1];
  for (const page of ["../backup.md", "../../deploying.md"]) {
    const named = [...textOf(page).matchAll(/--env-file=(\S+)/g)].map(([, path]) => path);
    expect([page, named.length > 0, new Set(named)]).toEqual([page, true, new Set([place])]);
  }
  // The drill of an upgrade must not reach the live store, its files or its services.
  expect(textOf("../upgrade.md")).not.toContain("--env-file=");
});

Deno.test("the command for every task reads that file, blanks and brackets included, and what is set already counts", async () => {
  const [, command] = /^cd \S+ && sudo -u \S+ (deno task .+) NAME$/m.exec(textOf("../../deploying.md"))!;
  const data = await Deno.makeTempDir({ prefix: "example-env-" });
  const words = command!.replace("/etc/vesna.env", new URL("vesna.env", folder).pathname).split(" ").slice(1);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...words, "staff", "add", "ada@house.test", "--group=admin", "--name=Ada"],
    cwd: new URL("../", import.meta.url),
    env: { DATA_DIR: data, SECRET: "a secret that only tests may know" },
  }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  await Deno.remove(data, { recursive: true });
  expect(said).toContain("\nhttps://vesna.example/password-reset/ada%40house.test/");
});

const nginx = await ensureNginx();
if (!nginx) console.log("No nginx, and none can be installed: its example is not tried.");

Deno.test({
  name: "behind nginx as it is written there, pages come by HTTP/2, news as they happen, and the chat opens",
  ignore: !nginx,
  async fn() {
    await using site = await testApp({ config: { trustProxy: true } });
    await using served = await serveSite(site);
    const folder = await Deno.makeTempDir({ prefix: "nginx-" });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => Deno.remove(folder, { recursive: true }));
    const { port } = stack.use(await startNginx(nginx!, served.port, folder));
    const james = await site.addMan();
    const { token } = await startSession(site.store, james.id, false);
    const ca = await Deno.readTextFile(`${folder}/fullchain.pem`);
    const line = connectHttp2(`https://127.0.0.1:${port}`, { ca, servername: "vesna.example" });
    stack.defer(() => new Promise<void>((resolve) => line.close(() => resolve())));
    /** The status, and the text until it contains `until`, or to its end. */
    const get = async (path: string, until?: string) => {
      const stream = line.request({ ":authority": "vesna.example", ":path": path, authorization: `Bearer ${token}` });
      const { promise: status, resolve } = Promise.withResolvers<unknown>();
      stream.on("response", (headers) => resolve(headers[":status"]));
      let text = "";
      for await (const chunk of stream.setEncoding("utf8")) {
        text += chunk;
        if (until && text.includes(until)) break;
      }
      return { status: await status, text };
    };
    /** The status of a sign-in that an address of this site asks for, as a browser does; nobody has this password. */
    const signIn = async (host: string) => {
      const stream = line.request({
        ":method": "POST",
        ":authority": host,
        ":path": "/auth/sign-in",
        origin: `https://${host}`,
        "content-type": "application/x-www-form-urlencoded",
      });
      stream.end(new URLSearchParams({ email: "james@example.test", password: "Nobody-1987!" }).toString());
      const { promise: status, resolve } = Promise.withResolvers<unknown>();
      stream.on("response", (headers) => resolve(headers[":status"]));
      stream.resume();
      return await status;
    };
    const page = await get("/en/faq");
    expect([page.status, /rel="canonical" href="([^"]+)"/.exec(page.text)?.[1]])
      .toEqual([200, "https://vesna.example/en/faq"]);
    expect((await get("/metrics")).status).toBe(404);
    // Under a port of its own the site has to know the port, or takes its own forms for somebody else's.
    const host = `vesna.example:${port}`;
    Object.assign(site.deps.config.english, { url: `https://${host}`, hosts: [host] });
    expect(await signIn(host)).toBe(401);
    // The stream never ends: an nginx that buffers it would show nothing of it.
    const counters = '"inbox":0';
    expect(await get("/api/events", counters)).toMatchObject({ status: 200, text: expect.stringContaining(counters) });
    const socket = new TlsWebSocket(`wss://127.0.0.1:${port}/chat/socket?access_token=${token}`, {
      ca,
      servername: "vesna.example",
      headers: { host: "vesna.example" },
    });
    const first = await new Promise<string>((resolve, reject) => {
      socket.once("message", (data: unknown) => resolve(String(data)));
      socket.once("error", reject);
    });
    expect(first).toContain("conn-good");
    await new Promise((resolve) => socket.once("close", resolve).close());
  },
});
