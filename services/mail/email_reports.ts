/**
 * What a provider reports of mails that it took: that one came back, was complained of, or arrived. Resend signs each report
 * (resend.com/docs/webhooks/verify-webhooks-requests); Postmark signs none, and is told a password with the address
 * (postmarkapp.com/developer/webhooks/webhooks-overview).
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { MailProvider } from "./email_api.ts";
import { jsonOf } from "../post_json.ts";

export interface MailReport {
  email: string;
  /** `bounced` means for good: a mail that may arrive another time is not reported. */
  what: "bounced" | "complained" | "delivered";
  /** Ms since the epoch. */
  at: number;
}

export interface ReportHook {
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** Ms since the epoch. */
  nowMs: number;
}

export type ReportProblem = "forged" | "stale" | "malformed";

/** `report` is null if it concerns nobody. */
export type ReportReading = { ok: true; report: MailReport | null } | { ok: false; problem: ReportProblem };

interface Reporter {
  /** Null for a genuine report. */
  problemOf: (hook: ReportHook, secret: string) => "forged" | "stale" | null;
  /** Null for a report of anything else; throws a ZodError for what is none. */
  reportOf: (json: unknown) => MailReport | null;
}

const signedBySvix: Reporter["problemOf"] = ({ headers, body, nowMs }, secret) => {
  const [id, time, signatures] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => headers.get(name));
  if (!id || !time || !signatures || !/^\d{1,12}$/.test(time)) return "forged";
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
  // There are several while the secret is being changed.
  const isGenuine = signatures.split(" ").some((each) => each.startsWith("v1,") && isSame(each.slice(3), wanted));
  if (!isGenuine) return "forged";
  return Math.abs(nowMs / 1000 - Number(time)) <= toleranceSeconds ? null : "stale";
};

/** As Svix, whose scheme this is, advises. */
const toleranceSeconds = 300;

function isSame(given: string, wanted: Uint8Array): boolean {
  const bytes = Buffer.from(given, "base64");
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}

/** The password of `https://any:SECRET@…/hooks/postmark`; the user name does not matter. */
const toldThePassword: Reporter["problemOf"] = ({ headers }, secret) => {
  const [, coded = ""] = /^Basic ([\w+/=]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const given = Buffer.from(coded, "base64").toString();
  const [one, other] = [given.slice(given.indexOf(":") + 1), secret].map((each) => Buffer.from(each));
  return one!.length === other!.length && timingSafeEqual(one!, other!) ? null : "forged";
};

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const ofResend = z.object({
  type: z.string(),
  created_at: moment,
  data: z.object({
    to: z.array(z.string()).optional(),
    bounce: z.object({ type: z.string().optional() }).nullish(),
  }),
});

/** What else Postmark may be asked to report: opens, clicks, changes of subscriptions, incoming mails. */
const furtherRecords = ["Open", "Click", "SubscriptionChange", "Inbound"] as const;

const ofPostmark = z.discriminatedUnion("RecordType", [
  z.object({ RecordType: z.literal(furtherRecords) }),
  z.object({ RecordType: z.literal("Bounce"), Type: z.string(), Email: z.string(), BouncedAt: moment }),
  z.object({ RecordType: z.literal("SpamComplaint"), Email: z.string(), BouncedAt: moment }),
  z.object({ RecordType: z.literal("Delivery"), Recipient: z.string(), DeliveredAt: moment }),
]);

const reporters: Record<MailProvider, Reporter> = {
  resend: {
    problemOf: signedBySvix,
    reportOf(json) {
      const { type, created_at: at, data } = ofResend.parse(json);
      const email = data.to?.[0];
      if (email === undefined) return null;
      if (type === "email.delivered") return { email, what: "delivered", at };
      if (type === "email.complained") return { email, what: "complained", at };
      // Suppressed: an earlier mail came back, and nothing is sent there any more.
      const isForGood = type === "email.suppressed" || (type === "email.bounced" && data.bounce?.type === "Permanent");
      return isForGood ? { email, what: "bounced", at } : null;
    },
  },
  postmark: {
    problemOf: toldThePassword,
    reportOf(json) {
      const report = ofPostmark.parse(json);
      switch (report.RecordType) {
        case "Delivery":
          return { email: report.Recipient, what: "delivered", at: report.DeliveredAt };
        case "SpamComplaint":
          return { email: report.Email, what: "complained", at: report.BouncedAt };
        case "Bounce":
          return forGood.has(report.Type) ? { email: report.Email, what: "bounced", at: report.BouncedAt } : null;
        default:
          return null;
      }
    },
  },
};

const forGood: ReadonlySet<string> = new Set(["HardBounce", "BadEmailAddress"]);

/** Reads a report, which is proved by the secret that the provider was given or gave. */
export function readMailReport(provider: MailProvider, secret: string, hook: ReportHook): ReportReading {
  const { problemOf, reportOf } = reporters[provider];
  const problem = problemOf(hook, secret);
  if (problem !== null) return { ok: false, problem };
  try {
    return { ok: true, report: reportOf(jsonOf(new TextDecoder().decode(hook.body))) };
  } catch (error) {
    if (error instanceof z.ZodError) return { ok: false, problem: "malformed" };
    throw error;
  }
}
