/**
 * GET /metrics: what the site counts of itself, for the operator alone. If METRICS_TOKEN is set, a request must bring it
 * as a bearer token. If not, only a demo answers, and only to this machine and not by way of a proxy.
 */
import type { Hono } from "hono";
import { Buffer } from "node:buffer";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Counters } from "../../chat/server/counting/counters.ts";
import { mailSilentSince } from "../../kv/accounts/mail_silence.ts";
import { passwordWork } from "../../kv/accounts/signing_in/passwords.ts";
import { checkpointHead, waitingRecords } from "../../kv/records/audit_checkpoints.ts";
import { distantPatienceMs, storeFaults, unlessAway } from "../../kv/store/health/health.ts";
import { contentType, counter, gauge, histogram, type Metric, metricsText } from "../../services/metrics_text.ts";
import { OutOfPatience, withPatience } from "../../services/patience.ts";
import type { AppContext, AppEnv, Dependencies } from "../http/env.ts";
import { checkoutOutcomes, hookOutcomes } from "../http/payment_counters.ts";
import { openChat } from "../live/chat_socket.ts";

/** Longer than a remote store may take, so that its silence is told at once; Prometheus gives up after ten seconds. */
const storePatienceMs = distantPatienceMs + 1000;

/** Must be mounted before the middleware that takes every bearer token for a session's. */
export function mountMetrics(app: Hono<AppEnv>, deps: Dependencies): void {
  app.get("/metrics", async (c, next) => {
    const { metricsToken, mode } = deps.config;
    // To everybody else there is no such page. Behind a proxy that does not say so, everybody seems to be on this machine,
    // which only a demo risks.
    if (metricsToken === null && (mode === "start" || !isFromHere(c))) return await next();
    if (metricsToken !== null && !brings(c, metricsToken)) {
      return c.text("Not for you.", 401, { "www-authenticate": "Bearer", "cache-control": "no-store" });
    }
    const { counters } = await openChat(deps);
    const text = metricsText([
      ...ofChat(counters),
      ...ofRequests(deps),
      ...ofTranslations(deps),
      ...ofJobs(deps),
      ...ofPayments(deps),
      ...ofMailDoubts(deps),
      ...await ofRecords(deps),
      // After the store was asked, which may show that it does not answer.
      ...ofStore(deps),
      ...await ofBackups(deps),
      counter("vesna_password_hashes_total", "Passwords that were hashed or verified.", passwordWork.hashes),
      ...ofProcess(),
    ]);
    return c.body(text, 200, { "content-type": contentType, "cache-control": "no-store" });
  });
}

/** Whether a request comes from this machine; one that a proxy on this machine passes on is known by its headers. */
export function isFromHere(c: AppContext, ownAddress?: string): boolean {
  const isPassedOn = ["forwarded", "x-forwarded-for", "x-forwarded-host", "via"].some((name) => c.req.header(name));
  const { address } = c.var.facts;
  return !isPassedOn && (address === ownAddress || /^(?:127\.|::1$|::ffff:127\.)/.test(address));
}

/** Whether the request brings this very token, as its bearer token. */
export function brings(c: AppContext, token: string): boolean {
  const [, brought = ""] = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  return timingSafeEqual(hashed(brought), hashed(token));
}

/** Hashed, because `timingSafeEqual` needs equal lengths. */
const hashed = (text: string): Buffer => createHash("sha256").update(text).digest();

const ofChat = (chat: Counters): Metric[] => [
  gauge("vesna_chat_connections", "Connections of the chat that are open.", chat.connections),
  gauge("vesna_chat_open", "Chats that this instance holds.", chat.chatsOpen),
  counter("vesna_chat_connections_total", "Connections that were asked for.", chat.connectionsTotal),
  counter("vesna_chat_connections_refused_total", "Connections that were refused.", chat.connectionsRefused),
  counter("vesna_chat_slow_readers_total", "Connections given up because nobody read.", chat.slowReaders),
  counter("vesna_chat_started_total", "Chats that began.", chat.chatsStarted),
  counter("vesna_chat_ended_total", "Chats that ended.", chat.chatsEnded),
  counter("vesna_chat_minutes_charged_total", "Minutes that were charged.", chat.minutesCharged),
  counter("vesna_chat_minutes_refunded_total", "Minutes that were given back.", chat.minutesRefunded),
  counter("vesna_chat_messages_total", "Messages that were written.", chat.messages),
  histogram("vesna_chat_delivery_seconds", "From the arrival of a message to its delivery here.", chat.delivery),
  counter("vesna_chat_frames_total", "Frames that were understood.", chat.framesReceived),
  {
    name: "vesna_chat_frames_rejected_total",
    help: "Frames that were not understood or not allowed, by fault.",
    type: "counter",
    samples: [...chat.rejected].map(([fault, value]) => ({ labels: { fault }, value })),
  },
];

function ofRequests(deps: Dependencies): Metric[] {
  const { answers, duration, guestPages } = deps.running.requests;
  return [
    {
      name: "vesna_http_requests_total",
      help: "Requests that were answered, by method and status.",
      type: "counter",
      samples: [...answers].map(([name, value]) => {
        const [method = "", status = ""] = name.split(" ");
        return { labels: { method, status }, value };
      }),
    },
    histogram("vesna_http_request_seconds", "From a request to the beginning of its answer.", duration),
    counter("vesna_http_guest_pages_total", "Pages that guests had from memory.", guestPages),
    gauge("vesna_event_streams", "Streams of server-sent events that are open.", deps.running.streams.count()),
  ];
}

function ofTranslations({ running }: Dependencies): Metric[] {
  const { characters, duration, failures } = running.translations;
  return [
    {
      name: "vesna_translation_characters_total",
      help: "Characters that machines were asked to translate, by provider.",
      type: "counter",
      samples: [...characters].map(([provider, value]) => ({ labels: { provider }, value })),
    },
    histogram("vesna_translation_seconds", "From a request to a machine to its answer.", duration),
    {
      name: "vesna_translation_failures_total",
      help: "What was not translated, by provider and why.",
      type: "counter",
      samples: [...failures].map(([name, value]) => {
        const [provider = "", failure = ""] = name.split(" ");
        return { labels: { provider, failure }, value };
      }),
    },
  ];
}

/** Every lane from the start on, also those at 0: so a rise from 0 is seen. */
function ofJobs({ running: { jobs } }: Dependencies): Metric[] {
  const byLane = (name: string, help: string, counts: ReadonlyMap<string, number>): Metric => ({
    name,
    help,
    type: "counter",
    samples: [...counts].map(([lane, value]) => ({ labels: { lane }, value })),
  });
  return [
    byLane("vesna_job_failures_total", "Jobs that failed and are tried again, each time, by lane.", jobs.failures),
    byLane("vesna_jobs_given_up_total", "Jobs that failed too often to be tried again, by lane.", jobs.givenUp),
  ];
}

/** Every provider that is configured, with every outcome, also those at 0. */
function ofPayments({ payments, running: { payments: counters } }: Dependencies): Metric[] {
  const providers = payments.all.map(({ name }) => name);
  return [
    {
      name: "vesna_checkouts_total",
      help: "Checkouts that were asked for, by provider and how that went.",
      type: "counter",
      samples: providers.flatMap((provider) =>
        checkoutOutcomes.map((outcome) => ({
          labels: { provider, outcome },
          value: counters.checkouts(provider, outcome),
        }))
      ),
    },
    {
      name: "vesna_payment_hooks_total",
      help: "Webhooks of the payment providers, by provider and whether they were believed.",
      type: "counter",
      samples: providers.flatMap((provider) =>
        hookOutcomes.map((outcome) => ({ labels: { provider, outcome }, value: counters.hooks(provider, outcome) }))
      ),
    },
  ];
}

/** Every fault at 0 or 1, so that a rule has something to compare from the start on. */
const ofStore = ({ store: { health } }: Dependencies): Metric[] => [{
  name: "vesna_store_fault",
  help: "1 while the store does not keep what is written, by fault, as /healthz says.",
  type: "gauge",
  samples: storeFaults.map((kind) => ({ labels: { kind }, value: health.fault === kind ? 1 : 0 })),
}];

const ofMailDoubts = ({ running: { mailDoubts } }: Dependencies): Metric[] => [
  gauge(
    "vesna_mail_refused",
    "1 while the mail server refuses all mails of this site.",
    mailDoubts.isSiteRefused ? 1 : 0,
  ),
];

/** What only the store knows. One that does not answer must not hide that it does not. */
async function ofRecords(deps: Dependencies): Promise<Metric[]> {
  const groups = await Promise.all([ofMailSilence, ofAuditLog].map(async (read) => {
    try {
      return await withPatience(storePatienceMs, () => unlessAway(read(deps), []));
    } catch (error) {
      if (error instanceof OutOfPatience) return [];
      throw error;
    }
  }));
  return groups.flat();
}

async function ofMailSilence({ store }: Dependencies): Promise<Metric[]> {
  const since = await mailSilentSince(store);
  return [
    gauge(
      "vesna_mail_silence_seconds",
      "For how long no mail was taken, whatever the reason, although some were tried; 0 if mails are taken.",
      since === null ? 0 : (store.now() - since) / 1000,
    ),
  ];
}

/** Kept outside the store, these show an audit log that was cut off. */
async function ofAuditLog({ store }: Dependencies): Promise<Metric[]> {
  const head = await checkpointHead(store);
  return [
    counter("vesna_audit_records_total", "Records of the audit log that a checkpoint covers.", head?.recordCount ?? 0),
    counter("vesna_audit_checkpoints_total", "Checkpoints of the audit log.", head?.seq ?? 0),
    gauge(
      "vesna_audit_records_waiting",
      "Records of the audit log that wait for a checkpoint.",
      await waitingRecords(store),
    ),
  ];
}

async function ofBackups({ lastBackupAt }: Dependencies): Promise<Metric[]> {
  if (!lastBackupAt) return [];
  const seconds = (await lastBackupAt() ?? 0) / 1000;
  return [
    gauge("vesna_last_backup_timestamp_seconds", "When the store was last backed up; 0 where it never was.", seconds),
  ];
}

function ofProcess(): Metric[] {
  const { rss, heapUsed } = Deno.memoryUsage();
  return [
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("process_heap_bytes", "Of it, what objects take.", heapUsed),
    gauge(
      "process_start_time_seconds",
      "When the process began, in seconds since the epoch.",
      performance.timeOrigin / 1000,
    ),
  ];
}
