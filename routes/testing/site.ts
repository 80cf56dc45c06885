/** For route tests: the whole app over a store in memory, visitors with cookie jars, and mails that can be read. */
import type { Hono } from "hono";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { unknownKeys } from "../../i18n/translate.ts";
import { findIslands } from "../../islands/runtime/find.ts";
import { loadManifest, type Manifest } from "../../islands/runtime/manifest.ts";
import { loadIslands } from "../../islands/runtime/mark.ts";
import { hashPassword } from "../../kv/accounts/signing_in/passwords.ts";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { addUser, lady, man, newUser, type User } from "../../kv/accounts/users.ts";
import { post } from "../../kv/credits/ledger/ledger.ts";
import { addEmptyProfile, ladyById } from "../../kv/ladies/ladies.ts";
import type { LadyRecord } from "../../kv/ladies/record.ts";
import { openStore, type Store } from "../../kv/open.ts";
import { DailyParts } from "../../kv/store/daily/daily_parts.ts";
import { runDueJobs } from "../../kv/store/jobs/queue.ts";
import { keys } from "../../kv/store/keys.ts";
import { publish } from "../../kv/testing/publication.ts";
import { type Config, readConfig } from "../../services/config.ts";
import { type Outbox, outboxMailer } from "../../services/mail/email.ts";
import { openPayments, sandboxKeyOf } from "../../services/payments/open.ts";
import { pushSender } from "../../services/push.ts";
import { fileStorage } from "../../services/storage/files.ts";
import { openTranslators } from "../../services/translation/open.ts";
import { createApp } from "../app.tsx";
import type { AppEnv, Dependencies } from "../http/env.ts";
import { Running } from "../http/running.ts";
import { doWork, kindsWithoutService } from "../jobs/work.ts";
import { shutChat } from "../live/chat_socket.ts";
import { sessionCookie, userCookie } from "../middleware/session.ts";
import { Visitor, type VisitorOptions } from "./visitor.ts";

export { Visitor };

/** The password of everybody whom a test adds. */
export const testPassword = "Demo-2026!";
/** When a test begins; its clock stands still until it is advanced. */
export const testStart = Date.parse("2026-03-14T12:00:00Z");

const islandsDir = new URL("../../islands/", import.meta.url);
const buildScript = new URL("../../tools/build.ts", import.meta.url);
unknownKeys.heard = (key) => {
  throw new Error(`no catalogue has the key ${key}`);
};
// Before any test runs, so that the bundler's process belongs to none of them.
const manifest = await builtManifest();
await loadIslands(islandsDir, { manifest });
let passwordHash: Promise<string> | null = null;

export interface TestSite {
  app: Hono<AppEnv>;
  deps: Dependencies;
  store: Store;
  outbox: Outbox;
  /** The folder of the .eml files. */
  outboxFolder: string;
  now: () => number;
  advance: (ms: number) => void;
  /** A guest's browser; all browsers have the same network address unless told otherwise. */
  visitor: (options?: VisitorOptions) => Visitor;
  /** A browser in which somebody is signed in already. */
  visitorAs: (user: User, options?: VisitorOptions) => Promise<Visitor>;
  /** A man with a confirmed account, the password `testPassword`, and `credits`, none by default. */
  addMan: (facts?: Partial<User> & { credits?: number }) => Promise<User>;
  /** A lady, published unless `record.isPublished` is false. */
  addLady: (facts?: Partial<User>, record?: Partial<LadyRecord>) => Promise<User>;
  addPerson: (facts: Partial<User> & Pick<User, "groupId">) => Promise<User>;
  /** Does the jobs that are due, such as sending mails; throws what the first failed job threw. */
  runJobs: () => Promise<void>;
  close: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

export interface TestSiteOptions {
  /** Changes to a demo's configuration without any environment. */
  config?: Partial<Config>;
  mailer?: Dependencies["mailer"];
  /** Ms that pass with each look at the clock, as they do on a real one; 0 unless told otherwise. */
  tickMs?: number;
  /** Makes the store that the site sees; tests see it as it is. */
  seenAs?: (store: Store) => Store;
}

/** Builds the app; `await using site = await testApp()` closes it at the end of the test. */
export async function testApp(options: TestSiteOptions = {}): Promise<TestSite> {
  let nowMs = testStart;
  let tokens = 0;
  const now = () => nowMs += options.tickMs ?? 0;
  const config: Config = { ...readConfig("demo", () => undefined).config, ...options.config };
  const store = await openStore({
    location: ":memory:",
    secret: config.secret,
    now,
    // The same tokens in every run: a code that a test guesses wrong today is wrong tomorrow.
    randomToken: () => createHash("sha256").update(`token ${++tokens}`).digest("base64url").slice(0, 32),
    without: kindsWithoutService(config),
    asksBackground: config.backgroundPamphlet !== null,
  });
  const outboxFolder = await Deno.makeTempDir({ prefix: "outbox-" });
  const outbox = await outboxMailer(outboxFolder, config.mailFrom, now);
  const uploadsFolder = await Deno.makeTempDir({ prefix: "uploads-" });
  const seen = options.seenAs?.(store) ?? store;
  const running = new Running(seen);
  const deps: Dependencies = {
    store: seen,
    running,
    config,
    storage: await fileStorage(uploadsFolder),
    mailer: options.mailer ?? outbox,
    payments: openPayments(config.payments, config.mode === "demo" ? sandboxKeyOf(store) : null),
    ...openTranslators(config, { now, observer: running.translations, daily: new DailyParts(store, "translations") }),
    manifest,
    push: config.vapid && pushSender({ vapid: config.vapid, mayUseLoopback: config.mode === "demo" }),
    outbox: () => outbox.mails(),
    isReady: () => true,
    onUndescribed(call, reason) {
      throw new Error(`${call} was refused with ${reason}, which its description does not name`);
    },
  };
  const app = createApp(deps);
  const people = peopleOf(store);
  const visitor = (visitorOptions?: VisitorOptions) => new Visitor(app, now, visitorOptions);
  const close = async () => {
    deps.running.streams.shut();
    await shutChat(deps);
    outbox.close();
    await store.close();
    await Deno.remove(outboxFolder, { recursive: true });
    await Deno.remove(uploadsFolder, { recursive: true });
  };
  return {
    app,
    deps,
    store,
    outbox,
    outboxFolder,
    now,
    advance: (ms) => void (nowMs += ms),
    visitor,
    async visitorAs(user, visitorOptions) {
      const made = visitor(visitorOptions);
      made.cookies.set(sessionCookie, (await startSession(store, user.id, false)).token);
      made.cookies.set(userCookie, String(user.id));
      return made;
    },
    ...people,
    async runJobs() {
      const errors: unknown[] = [];
      await runDueJobs(store, (job) => doWork(deps, job), (_job, error) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function peopleOf(store: Store): Pick<TestSite, "addMan" | "addLady" | "addPerson"> {
  async function add(facts: Partial<User> & Pick<User, "groupId">, record: Partial<LadyRecord> = {}): Promise<User> {
    const id = facts.id ?? await store.ids.next("user");
    const user = newUser({
      id,
      email: `person-${id}@example.test`,
      firstname: facts.groupId === lady ? "Olena" : "James",
      lastname: "Secret",
      birthdate: "1990-05-02",
      countryId: facts.groupId === lady ? 804 : 528,
      city: facts.groupId === lady ? "Lviv" : "Utrecht",
      createdAt: store.now(),
      confirmedAt: store.now(),
      ...facts,
    });
    const op = store.kv.atomic();
    addUser(op, user, await (passwordHash ??= hashPassword(testPassword)));
    if (user.groupId === lady) addEmptyProfile(op, user);
    await op.commit();
    if (user.groupId === lady) await show(user.id, record);
    return user;
  }

  async function show(ladyId: number, record: Partial<LadyRecord>): Promise<void> {
    const { isPublished = true, ...facts } = record;
    await store.kv.set(keys.lady(ladyId), { ...await ladyById(store, ladyId), ...facts });
    if (isPublished) await publish(store, ladyId);
  }

  return {
    addPerson: (facts) => add(facts),
    addLady: (facts = {}, record = {}) => add({ ...facts, groupId: lady }, record),
    async addMan({ credits = 0, ...facts } = {}) {
      const user = await add({ ...facts, groupId: man });
      if (credits > 0) {
        await post(store, {
          manId: user.id,
          operation: "refill",
          deltaCredits: credits,
          reference: {},
          idempotencyKey: "test-refill",
        });
      }
      return user;
    },
  };
}

/** The existing build, if it has every island there is, else a new build. */
async function builtManifest(): Promise<Manifest> {
  try {
    const built = loadManifest();
    if (findIslands(islandsDir).every((name) => name in built.islands)) return built;
  } catch {
    // Nothing was built yet.
  }
  // In a process of its own: otherwise the bundler's would still be ending while the first test runs.
  const build = new Deno.Command(Deno.execPath(), { args: ["run", "-A", fileURLToPath(buildScript)], stdout: "null" });
  if (!(await build.output()).success) throw new Error("the assets could not be built");
  return loadManifest();
}
