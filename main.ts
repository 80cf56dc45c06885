/** Composes the site from its parts; serves only when run directly. */
import { getLogger } from "@logtape/logtape";
import { loadManifest } from "./islands/runtime/manifest.ts";
import { loadIslands } from "./islands/runtime/mark.ts";
import { resumeErasures } from "./kv/accounts/deletions.ts";
import { followLadies, loadLadyIndex } from "./kv/ladies/ladies.ts";
import { openStore } from "./kv/open.ts";
import { beginFiguresJob } from "./kv/records/figures.ts";
import { claimOf, NotOurStore } from "./kv/store/format/belonging.ts";
import { DailyParts } from "./kv/store/daily/daily_parts.ts";
import { FormatUnknown } from "./kv/store/format/format.ts";
import { asDamage } from "./kv/store/health/unusable.ts";
import { mailConnections } from "./kv/store/jobs/lanes.ts";
import { createApp } from "./routes/app.tsx";
import { withGuestCache } from "./routes/cache/guest_cache.ts";
import type { Dependencies } from "./routes/http/env.ts";
import { Running } from "./routes/http/running.ts";
import { type JobRunner, startJobRunner } from "./routes/jobs/run_jobs.ts";
import { startAuditCheckpoints } from "./routes/jobs/audit_checkpoints.ts";
import { kindsWithoutService } from "./routes/jobs/work.ts";
import { openChat, shutChat } from "./routes/live/chat_socket.ts";
import { logAnswered } from "./routes/middleware/access_log.ts";
import { bareFailure, bareRefusal } from "./routes/middleware/errors.tsx";
import { tellOfForeignSecret, tellSettings } from "./routes/operating/tell_settings.ts";
import { watchStore } from "./routes/operating/watch_store.ts";
import { clockAt } from "./services/clock.ts";
import { ClockWatch, type ClockWord } from "./services/clock_watch.ts";
import { type Config, type Mode, readConfig } from "./services/config.ts";
import { DataDirUnavailable, holdDataDir, makeDataDir } from "./services/data_dir.ts";
import { lastBackupAt } from "./services/last_backup.ts";
import { outboxMailer, smtpMailer } from "./services/mail/email.ts";
import { apiMailer } from "./services/mail/email_api.ts";
import { type Caller, type Handle, NotListening, serveHttp } from "./services/http/server.ts";
import { configureLogging } from "./services/logging.ts";
import { connectionsMax, openFilesMax } from "./services/open_files.ts";
import { removeOperatorFile, writeOperatorFile } from "./services/operator_file.ts";
import { withPatience } from "./services/patience.ts";
import { openPayments, sandboxKeyOf } from "./services/payments/open.ts";
import { pushSender } from "./services/push.ts";
import { openStorage } from "./services/storage/open.ts";
import { openTranslators } from "./services/translation/open.ts";

const log = getLogger(["vesna", "main"]);

export interface Site {
  deps: Dependencies;
  handle: Handle;
  /** Marks the site as able to serve: /healthz answers 200 from now on. */
  open: () => void;
  /** Marks the site as about to end: /healthz answers 503, open streams end, everything else is still served. */
  shut: () => void;
  close: () => Promise<void>;
  /** Resolves when only a new process could reach the store. */
  cutOff: Promise<void>;
  /** Does what is due, from `open` on; resolves when nothing is due any more. */
  runDueJobs: () => Promise<void>;
}

/**
 * Builds the site of a configuration: store, index, mail, app. It is closed to visitors until `open`.
 * Throws DataDirUnavailable where another process has the folder, FormatUnknown for the store of a later build, and
 * NotOurStore for one that `claim` does not fit.
 */
export async function createSite(config: Config, claim = claimOf(config, tellOfForeignSecret)): Promise<Site> {
  const now = clockAt(config.clockRate);
  const isOnDisk = !config.kvUrl && !config.isOnDeploy;
  if (isOnDisk) await makeDataDir(config.dataDir);
  const hold = isOnDisk ? await holdDataDir(config.dataDir, { patienceMs: endMsMax + 3000 }) : null;
  const location = config.kvUrl ?? (isOnDisk ? `${config.dataDir}/kv.sqlite3` : undefined);
  const store = await openStore({
    location,
    secret: config.secret,
    claim,
    now,
    without: kindsWithoutService(config),
    asksBackground: config.backgroundPamphlet !== null,
    onStep: ({ to, what }) => log.warn("the store was brought to format {to}: {what}", { to, what }),
  });
  const { smtpUrl, mailApi, mailFrom } = config;
  const outbox = smtpUrl || mailApi ? null : await outboxMailer(`${config.dataDir}/outbox`, mailFrom, now);
  const mailer = outbox ??
    (mailApi ? apiMailer(mailApi, mailFrom) : smtpMailer(smtpUrl!, mailFrom, { connectionsMax: mailConnections }));
  const storage = await openStorage(config);
  const manifest = loadManifest();
  await loadIslands(new URL("./islands/", import.meta.url), { manifest });
  let isReady = false;
  const operatorKey = isOnDisk ? await writeOperatorFile(config) : undefined;
  const running = new Running(store);
  const deps: Dependencies = {
    store,
    running,
    operatorKey,
    config,
    mailer,
    storage,
    payments: openPayments(config.payments, config.mode === "demo" ? sandboxKeyOf(store) : null),
    ...openTranslators(config, { now, observer: running.translations, daily: new DailyParts(store, "translations") }),
    manifest,
    push: config.vapid && pushSender({ vapid: config.vapid, mayUseLoopback: config.mode === "demo" }),
    outbox: outbox && (() => outbox.mails()),
    // Nobody backs up a demo.
    lastBackupAt: isOnDisk && config.mode === "start" ? () => lastBackupAt(config.dataDir) : undefined,
    isReady: () => isReady,
  };
  const loading = loadLadyIndex(store);
  followLadies(store, loading, (error) => log.error("a lady's change elsewhere could not be read: {error}", { error }));
  await loading;
  const checkpoints = await startAuditCheckpoints(store);
  const app = createApp(deps);
  await openChat(deps);
  const clock = new ClockWatch(now, config.clockRate, tellOfClock);
  let jobs: JobRunner | null = null;
  const cutOff = Promise.withResolvers<void>();
  const stopWatching = watchStore(store, cutOff.resolve);
  const forgetting = setInterval(() => running.keptViews.forgetOld(), forgetEveryMs);
  // Only once, and for good: no job begins in a site that is about to end.
  let jobsEnded: Promise<void> | null = null;
  const endJobs = () => jobsEnded ??= jobs?.stop() ?? Promise.resolve();
  return {
    deps,
    handle: withGuestCache(deps, (request, connection) => app.fetch(request, connection)),
    open() {
      isReady = true;
      // Not earlier: jobs of the demo's past days would be due while the demo world is still being written.
      jobs = startJobRunner(deps, () => clock.isInDoubt());
      beginFiguresJob(store).catch((error) => log.error("figures cannot be kept: {error}", { error }));
      resumeErasures(store).catch((error) => log.error("erasures are not begun again: {error}", { error }));
    },
    shut() {
      isReady = false;
      // Open streams would never let the server finish.
      deps.running.streams.shut();
      shutChat(deps).catch((error) => log.error("the chats could not be ended: {error}", { error }));
      endJobs().catch(() => {});
    },
    async close() {
      isReady = false;
      deps.running.streams.shut();
      await shutChat(deps);
      stopWatching();
      clearInterval(forgetting);
      // A stuck mail server must not hold up a restart: its mails are sent again.
      await withPatience(mailsPatienceMs, endJobs).catch(() => {});
      mailer.close();
      await endJobs();
      await checkpoints.stop();
      await store.close();
      if (isOnDisk) await removeOperatorFile(config);
      hold?.release();
    },
    cutOff: cutOff.promise,
    async runDueJobs() {
      await jobs?.runDue();
    },
  };
}

/** How often kept views that are too old are dropped. */
const forgetEveryMs = 60_000;

const clockWords: Record<ClockWord, string> = {
  "jumped": "the clock has jumped {days} days ahead: jobs wait ten minutes for somebody to put it right",
  "put right": "the clock was put right: jobs go on",
  "taken": "the clock stays {days} days ahead: jobs go on by it",
};
const tellOfClock = (word: ClockWord, days: number) => log.warn(clockWords[word], { days });

/** How long a stopping site still answers, so that whoever asks /healthz learns of it before the door is closed. */
const drainMs: Record<Mode, number> = { demo: 100, start: 1000 };
/** How long answers under way may take to finish, and how much longer mails may, which have had that time already. */
const answersPatienceMs = 1500;
const mailsPatienceMs = 700;
/** The most time from the signal to the end, even if something hangs: a platform may kill after five seconds. */
const endMsMax = 4000;

/**
 * Listens at once, and serves from when the site is built until the process is told to stop. Earlier requests wait for
 * the site; if a platform starts an instance on demand, the first of them is the visitor who caused that. `/healthz`
 * answers at once.
 * Resolves four seconds after the signal at the latest, or after the site was cut off from its store; the caller then ends
 * the process.
 */
export async function serve(
  config: Config,
  build: () => Promise<Site>,
  onOpen: (site: Site) => void = () => {},
): Promise<void> {
  const { promise: isStopped, resolve: stop } = Promise.withResolvers<void>();
  stopSignal().then(stop);
  const isOver = isStopped.then(() => pause(endMsMax)).then(() => "over" as const);
  const building = async () => {
    const site = await build();
    site.cutOff.then(stop);
    return site;
  };
  if (await Promise.race([serveUntil(isStopped, config, building, onOpen), isOver]) !== "over") return;
  log.warn("the site ends before all is put away: what is under way is done by the next start, or by another instance");
}

async function serveUntil(
  isStopped: Promise<void>,
  config: Config,
  build: () => Promise<Site>,
  onOpen: (site: Site) => void,
): Promise<void> {
  const { promise: built, resolve: open } = Promise.withResolvers<Site>();
  const place = {
    port: config.port,
    hostname: config.host,
    limits: { connectionsMax: connectionsMax(openFilesMax()) },
    onError: bareFailure,
    onNonsense: bareRefusal,
    ...(config.hasAccessLog && { onAnswered: logAnswered }),
  };
  const server = await serveHttp(place, whenBuilt(built)).catch(nameAndExit);
  // If the system chose the port, the site must still know its own address.
  config.port = server.addr.port;
  const site = await build().catch(nameAndExit);
  site.open();
  open(site);
  onOpen(site);
  tellAddress(config.mode, `http://${server.addr.hostname}:${server.addr.port}/`);
  await isStopped;
  site.shut();
  await pause(drainMs[config.mode]);
  await Promise.race([server.shutdown(), pause(answersPatienceMs)]);
  await site.close();
}

/** In production every line of the log is JSON; whoever starts a demo reads it with their own eyes. */
function tellAddress(mode: Mode, address: string): void {
  if (mode === "demo") console.log(`Listening on ${address}`);
  else log.info(`Listening on ${address}`);
}

function nameAndExit(error: unknown): never {
  const named = [DataDirUnavailable, FormatUnknown, NotOurStore, NotListening].some((kind) => error instanceof kind);
  const told = named ? error as Error : asDamage(error);
  if (!told) throw error;
  console.error(`Cannot start: ${told.message}.`);
  Deno.exit(1);
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, resolve);
  });
}

/** How long a request may wait for a site that is being built; to bring a large store forward takes longer. */
const buildingPatienceMs = 20_000;

/** Makes requests wait for the site that is being built; `/healthz`, and requests after `patienceMs`, get a 503. */
export function whenBuilt(built: Promise<Pick<Site, "handle">>, patienceMs = buildingPatienceMs): Handle {
  let site: Pick<Site, "handle"> | null = null;
  built.then((one) => site = one, () => {});

  async function wait(request: Request, caller: Caller): Promise<Response> {
    if (new URL(request.url).pathname === "/healthz") return notYet();
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), patienceMs);
    const one = await Promise.race([built, late]);
    clearTimeout(timer);
    return one ? await one.handle(request, caller) : notYet();
  }

  return (request, caller) => site ? site.handle(request, caller) : wait(request, caller);
}

const notYet = (): Response =>
  Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1", "cache-control": "no-store" } });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads the configuration of a mode, or names every problem and ends the process. */
export function configurationOrExit(mode: Mode): Config {
  const { config, problems } = readConfig(mode, (name) => Deno.env.get(name));
  if (problems.length === 0) return config;
  for (const problem of problems) console.error(`Cannot start: ${problem}.`);
  Deno.exit(1);
}

/**
 * Serves with a configuration from the environment until the process is told to stop, and ends the process. Calls
 * `onOpen` when the site serves.
 */
export async function start(onOpen: (site: Site) => void = () => {}): Promise<never> {
  await configureLogging("info");
  const config = configurationOrExit("start");
  await serve(config, async () => {
    const site = await createSite(config);
    log.info("{count} ladies are published", { count: site.deps.store.ladies.size });
    tellSettings(config, site.deps.storage);
    return site;
  }, onOpen);
  Deno.exit(0);
}

if (import.meta.main) await start();
