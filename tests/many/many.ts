/**
 * Four processes of the site on one real denokv, over a network that delays, breaks connections and loses answers: scene
 * after scene, and after each one the books agree. What it says is what was seen.
 */
import { openStore } from "../../kv/open.ts";
import { findDenokv, startDenokv } from "../rehearsal/denokv.ts";
import { siteVariables } from "../rehearsal/platform.ts";
import { startS3Server } from "../servers/s3_server.ts";
import { startSmtpServer } from "../servers/smtp_server.ts";
import { Acknowledged } from "./acknowledged.ts";
import { invite } from "./people.ts";
import { badNetwork } from "./scenes/bad_network.ts";
import { calls, chat } from "./scenes/chat.ts";
import { kills, longOutage, shortOutage, stops } from "./scenes/faults.ts";
import { jobs } from "./scenes/jobs.ts";
import { doubleSpend, letters, openings } from "./scenes/letters.ts";
import { search } from "./scenes/search.ts";
import { sessions } from "./scenes/sessions.ts";
import { newerFormat, rollingRestart } from "./scenes/updates.ts";
import { uploads } from "./scenes/uploads.ts";
import { Site } from "./site.ts";
import { expectBooksToAgree, pause, type Say, type Stage } from "./stage.ts";
import { StoreProxy } from "./store_proxy.ts";

type Scene = (stage: Stage) => Promise<void>;

const scenes: Record<string, Scene> = {
  sessions,
  letters,
  doubleSpend,
  openings,
  jobs,
  search,
  uploads,
  badNetwork,
  chat,
  calls,
  kills,
  stops,
  shortOutage,
  longOutage,
  rollingRestart,
  newerFormat,
};

/**
 * Plays all scenes, or those that are named; returns false if there is no denokv to play them on. Throws at the first thing
 * that is not as it must be.
 */
export async function playMany(say: Say, names: string[] = Object.keys(scenes)): Promise<boolean> {
  const unknown = names.filter((name) => !scenes[name]);
  if (unknown.length > 0) throw new Error(`there is no scene ${unknown.join(", ")}, but ${Object.keys(scenes)}`);
  return await play(say, async (stage) => {
    for (const name of names) {
      const startedAt = performance.now();
      await scenes[name]!(stage);
      await expectBooksToAgree(stage);
      say(`  (${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s; the books agree)`);
    }
  });
}

/** Does `work` on four processes; returns false if there is no denokv. If it throws, prints what they printed last. */
export async function play(say: Say, work: (stage: Stage) => Promise<void>): Promise<boolean> {
  const program = await findDenokv();
  if (!program) return false;
  await using stack = new AsyncDisposableStack();
  const stage = await prepare(program, stack, say);
  say("four processes that begin at the same moment on an empty store all serve");
  await work(stage).catch((error) => {
    for (const site of stage.sites) console.error(`── ${site.name}\n${site.said().slice(-saidAtMost)}`);
    throw error;
  });
  return true;
}

const saidAtMost = 20_000;

/** Prepares everything that a scene needs, and starts all processes at one moment; `stack` ends it all. */
async function prepare(program: string, stack: AsyncDisposableStack, say: Say): Promise<Stage> {
  const folder = await Deno.makeTempDir({ prefix: "many-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  let denokv = await startDenokv(program, folder);
  stack.defer(() => denokv.stop());
  const mailServer = stack.adopt(await startSmtpServer(), (server) => server.stop());
  const bucket = stack.adopt(await startS3Server(), (server) => server.stop());
  Deno.env.set("DENO_KV_ACCESS_TOKEN", denokv.token);
  const env = {
    ...siteVariables,
    DATA_DIR: `${folder}/data`,
    DENO_KV_ACCESS_TOKEN: denokv.token,
    DENO_LOG: "info,denokv_remote=off",
    TRUST_PROXY: "1",
    SMTP_URL: mailServer.url,
    // Nobody listens there: what browsers would send each other is not tested here.
    TURN_URLS: "turn:127.0.0.1:9",
    TURN_SECRET: "a relay that only tests may know",
    S3_ENDPOINT: bucket.config.endpoint,
    S3_BUCKET: bucket.config.bucket,
    S3_ACCESS_KEY: bucket.config.accessKey,
    S3_SECRET_KEY: bucket.config.secretKey,
    S3_REGION: bucket.config.region,
  };
  const sites = ["A", "B", "C", "D"].map((name) => {
    const way = stack.adopt(new StoreProxy(denokv.url), (proxy) => proxy.stop());
    return stack.adopt(new Site(name, way, env), (site) => site.kill());
  });
  await Promise.all(sites.map((site) => site.start()));
  const store = await openStore({ location: denokv.url, secret: siteVariables.SECRET! });
  stack.defer(() => store.close());
  return {
    folder,
    sites: sites as Stage["sites"],
    store,
    people: await invite(store),
    mailServer,
    bucket,
    acknowledged: new Acknowledged(),
    async takeStoreAway(seconds) {
      await denokv.stop();
      await pause(seconds * 1000);
      denokv = await startDenokv(program, folder, denokv.port);
    },
    say,
  };
}
