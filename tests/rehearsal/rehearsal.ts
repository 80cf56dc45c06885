/** The rehearsal: the site's life on Deno Deploy, scene after scene, over a real denokv. What it says is what was seen. */
import { expect } from "expect";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { openStore, type Store } from "../../kv/open.ts";
import { audit } from "../../kv/records/audit.ts";
import { addJob } from "../../kv/store/jobs/queue.ts";
import { createJames, createOlena } from "../../kv/testing/store.ts";
import { png } from "../../services/testing/pictures.ts";
import { until } from "../patience.ts";
import { type S3Server, startS3Server } from "../servers/s3_server.ts";
import { startSmtpServer, type TestSmtpServer } from "../servers/smtp_server.ts";
import { ChatLine } from "./chat_line.ts";
import { type Denokv, findDenokv, startDenokv } from "./denokv.ts";
import { type Instance, type PlatformClock, siteVariables, startInstance, startPlatformClock } from "./platform.ts";
import { buildTree, type Tree } from "./tree.ts";

export type Say = (sentence: string) => void;

/** The most bytes that the platform accepts of a deployment. */
const treeBytesMax = 1024 ** 3;

interface Stage {
  tree: Tree;
  denokv: Denokv;
  clock: PlatformClock;
  mailServer: TestSmtpServer;
  bucket: S3Server;
  store: Store;
  people: { jamesId: number; jamesToken: string; olenaId: number; olenaToken: string };
  env: Record<string, string>;
  start: (env?: Record<string, string>) => Promise<Instance>;
  say: Say;
}

/** Plays all scenes; false if there is no denokv to play them on. Throws at the first thing that is not as it must be. */
export async function rehearse(say: Say): Promise<boolean> {
  const program = await findDenokv();
  if (!program) {
    say("There is no denokv (cargo install denokv --locked, or its path in DENOKV): nothing was rehearsed.");
    return false;
  }
  const folder = await Deno.makeTempDir({ prefix: "rehearsal-" });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => removeReadOnly(folder));
  // Other users must reach what lies in it.
  await Deno.chmod(folder, 0o755);
  for (const name of ["tree", "cache", "store"]) await Deno.mkdir(`${folder}/${name}`);
  const tree = await buildTree(`${folder}/tree`);
  expect(tree.bytes).toBeLessThan(treeBytesMax);
  say(
    `built by the deploy block, ${
      Math.round(tree.bytes / 1024 ** 2)
    } MB of the 1024 that are taken; read-only from here on`,
  );
  if (tree.user.uid) await Deno.chown(`${folder}/cache`, tree.user.uid, tree.user.gid!);

  const denokv = await startDenokv(program, `${folder}/store`);
  stack.defer(() => denokv.stop());
  const mailServer = await startSmtpServer();
  stack.defer(() => mailServer.stop());
  const bucket = await startS3Server();
  stack.defer(() => bucket.stop());
  const clock = startPlatformClock();
  stack.defer(() => clock.stop());
  const env = {
    ...siteVariables,
    ...clock.env,
    DENO_DEPLOY: "true",
    DENO_DEPLOYMENT_ID: "rehearsal",
    DENO_DEPLOY_APP_SLUG: "vesna",
    DENO_TIMELINE: "production",
    DENO_KV_DEFAULT_PATH: denokv.url,
    DENO_KV_ACCESS_TOKEN: denokv.token,
    DENO_DIR: `${folder}/cache`,
    HOME: `${folder}/cache`,
    SMTP_URL: mailServer.url,
    S3_ENDPOINT: bucket.config.endpoint,
    S3_BUCKET: bucket.config.bucket,
    S3_ACCESS_KEY: bucket.config.accessKey,
    S3_SECRET_KEY: bucket.config.secretKey,
    S3_REGION: bucket.config.region,
  };
  const running = new Set<Instance>();
  stack.defer(async () => {
    for (const instance of running) await instance.kill();
  });
  const start = async (own: Record<string, string> = env) => {
    const instance = await startInstance({ folder: tree.folder, entry: tree.entry, env: own, user: tree.user });
    running.add(instance);
    return instance;
  };
  await refuses({ env, start, say });
  Deno.env.set("DENO_KV_ACCESS_TOKEN", denokv.token);
  const store = await openStore({ location: denokv.url, secret: siteVariables.SECRET! });
  stack.defer(() => store.close());
  const people = await invite(store);
  const stage: Stage = { tree, denokv, clock, mailServer, bucket, store, people, env, start, say };
  await firstVisitor(stage);
  await nobodyVisits(stage);
  await severalInstances(stage);
  await evictedInAChat(stage);
  await storeAway(stage);
  expect(await audit(store)).toEqual([]);
  say("the audit finds nothing");
  expect(await tree.changes()).toEqual([]);
  say("nothing was written beside the code");
  return true;
}

/** Starts that must be refused: each with a sentence, and without a stack. */
async function refuses({ env, start, say }: Pick<Stage, "env" | "start" | "say">): Promise<void> {
  const { DENO_KV_DEFAULT_PATH: _, ...noDatabase } = env;
  const { S3_ENDPOINT: _e, S3_BUCKET: _b, S3_ACCESS_KEY: _a, S3_SECRET_KEY: _s, S3_REGION: _r, ...noBucket } = env;
  const cases: [string, Record<string, string>, RegExp][] = [
    ["without a database", noDatabase, /Cannot start: .*no KV database is assigned/],
    [
      "on a store in memory",
      { ...noDatabase, DENO_KV_DB_MODE: "memory" },
      /Cannot start: .*no KV database is assigned/,
    ],
    ["without a bucket", noBucket, /Cannot start: S3_ENDPOINT must be set where there is no disk for uploads\./],
  ];
  for (const [what, own, sentence] of cases) {
    const said = await start(own).then(() => "it serves", (error: Error) => error.message);
    expect([what, said]).toEqual([what, expect.stringMatching(sentence)]);
    expect(said).not.toMatch(/\n\s+at /);
  }
  say("refuses to start without a database, on a store in memory and without a bucket, in a sentence each");
}

async function invite(store: Store): Promise<Stage["people"]> {
  const [james, olena] = [await createJames(store, 1000), await createOlena(store)];
  const [jamesToken, olenaToken] = await Promise.all(
    [james, olena].map(async ({ id }) => (await startSession(store, id, true)).token),
  );
  return { jamesId: james.id, jamesToken: jamesToken!, olenaId: olena.id, olenaToken: olenaToken! };
}

async function endsByItself(instance: Instance): Promise<string> {
  const { how, afterMs } = await instance.end();
  expect([how, instance.said()]).toEqual([0, expect.not.stringContaining("Uncaught")]);
  return `${(afterMs / 1000).toFixed(1)} s`;
}

async function addMails(store: Store, userId: number, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const op = store.kv.atomic();
    addJob(store, op, { kind: "password_changed_mail", userId });
    expect((await op.commit()).ok).toBe(true);
  }
}

async function firstVisitor({ start, people, bucket, mailServer, say }: Stage): Promise<void> {
  const instance = await start();
  const page = await fetch(`${instance.origin}/`, { headers: { host: "vesna.test" } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("</html>")]);
  const letter = new FormData();
  letter.set("recipientId", String(people.olenaId));
  letter.set("body", "Dear Olena");
  letter.set("attachments[]", new File([await png(20, 10)], "garden.png", { type: "image/png" }));
  const headers = { authorization: `Bearer ${people.jamesToken}` };
  const answer = await fetch(`${instance.origin}/api/mail`, { method: "POST", headers, body: letter });
  expect(await answer.json()).toMatchObject({ letter: { body: "Dear Olena", attachments: [{}] } });
  expect(bucket.requests.filter((request) => request.startsWith("PUT ")).length).toBeGreaterThan(0);
  await until(() => mailServer.mails.length > 0, "the news of the letter");
  say(
    `the first visitor gets a page; a letter with a picture, its file in the bucket; SIGINT: ended after ${await endsByItself(
      instance,
    )}`,
  );
}

async function nobodyVisits({ start, store, people, clock, mailServer, say }: Stage): Promise<void> {
  await addMails(store, people.jamesId, 10);
  const [before, asked] = [mailServer.mails.length, clock.registered.length];
  const instance = await start();
  await until(() => clock.registered.length > asked, "what the platform must call");
  expect(clock.registered.at(-1)).toEqual({ name: "due jobs", schedule: "* * * * *" });
  expect(await clock.tick("due jobs")).toBe(true);
  expect(mailServer.mails.length - before).toBe(10);
  say(
    `nobody visits: the platform's clock alone brings ten mails; SIGINT: ended after ${await endsByItself(instance)}`,
  );
}

async function severalInstances({ tree, start, store, people, clock, mailServer, say }: Stage): Promise<void> {
  const instances = [await start(), await start(), await start()];
  const before = mailServer.mails.length;
  await addMails(store, people.jamesId, 60);
  await clock.tick("due jobs");
  await until(() => mailServer.mails.length - before >= 60, "all mails");
  for (const { origin } of instances) await (await fetch(`${origin}/en/search`)).text();
  const megabytes = Math.max(...await Promise.all(instances.map((instance) => instance.memoryMegabytes())));
  expect(megabytes).toBeLessThan(tree.memoryLimit);
  await instances[0]!.kill();
  const ends = await Promise.all(instances.slice(1).map(endsByItself));
  expect(mailServer.mails.length - before).toBe(60);
  expect(new Set(mailServer.mails.slice(before).map(({ messageId }) => messageId)).size).toBe(60);
  say(
    `three instances and the clock: sixty mails, each once; one killed, the others ended after ${ends.join(" and ")}`,
  );
  say(`an instance took ${Math.round(megabytes)} MB of the ${tree.memoryLimit} that it may`);
}

async function evictedInAChat({ start, people, say }: Stage): Promise<void> {
  const [his, hers] = [await start(), await start()];
  const james = await ChatLine.open(his.origin, people.jamesToken);
  const olena = await ChatLine.open(hers.origin, people.olenaToken);
  await until(async () => {
    const { event } = await james.ask("text-request", { to: people.olenaId });
    return event === "text-request-sent";
  }, "that his instance knows of her");
  await olena.ask("text-request-answer", { to: people.jamesId, ev: "accept" });
  const { data } = await james.ask("do-start-chat-session", { targetID: people.olenaId });
  await james.ask("do-reserve-chat-time", { chatID: data.id, minutes: 1 });
  const written = await james.ask("ChatNewMessage", { to: people.olenaId, message: "Dear Olena", clientId: "one" });
  expect(written.event).toBe("NewMessage");
  await olena.heard("NewMessage");
  const ended = await endsByItself(his);
  const [toldHim, toldHer] = [await james.heard("chat-session-end"), await olena.heard("chat-session-end")];
  expect(toldHim.data).toMatchObject({ id: data.id, minutes: 1, cost: 1, refunded: 1 });
  // She is not told what he paid.
  expect(toldHer.data).toMatchObject({ id: data.id, minutes: 1, cost: 0, refunded: 0 });
  expect(await james.closedWith).toBe(1012);
  olena.close();
  await endsByItself(hers);
  say(`evicted in a chat across two instances: both hear its end, he with 1012; ended after ${ended}`);
}

async function storeAway({ start, denokv, say }: Stage): Promise<void> {
  const instance = await start();
  denokv.freeze(true);
  try {
    await until(async () => {
      const answer = await fetch(`${instance.origin}/healthz`);
      await answer.body?.cancel();
      return answer.status === 503;
    }, "that the site knows of its store");
    say(`the store does not answer: 503, and ended after ${await endsByItself(instance)}`);
  } finally {
    denokv.freeze(false);
  }
}

async function removeReadOnly(folder: string): Promise<void> {
  await new Deno.Command("chmod", { args: ["-R", "u+w", folder] }).output();
  await Deno.remove(folder, { recursive: true });
}
