/**
 * Outgoing mail by a provider's calls over HTTPS, for hosts that let no SMTP out: Resend (resend.com/docs/api-reference)
 * or Postmark (postmarkapp.com/developer/api/email-api).
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { assertSafe, type Mail, type Mailer, messageIdOf } from "./email.ts";
import { MailRefused, MailUnfit } from "./refusals.ts";
import { mailPatienceMs, withPatience } from "../patience.ts";
import { jsonOf, postJson } from "../post_json.ts";

export interface MailApiSettings {
  provider: MailProvider;
  key: string;
  /** The provider's origin: its own unless a stand-in is named. */
  base: string;
  /** The secret that proves its reports (email_reports.ts); null if none are listened to. */
  hookSecret: string | null;
}

export type MailProvider = keyof typeof providers;

interface Call {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

interface Provider {
  base: string;
  /** What the secret of its reports looks like. */
  hookSecret: RegExp;
  callOf: (mail: Mail, from: string, key: string) => Call;
  /** Whether the provider has the mail now: from this call, or from an earlier one with the same id. */
  hasTaken: (status: number, answer: unknown) => boolean;
  /** Whether the provider sends nothing to this address any more, because mails to it came back. */
  refusesAddress?: (status: number, answer: unknown) => boolean;
}

const postmarkAnswer = z.object({ ErrorCode: z.literal(0) });
const postmarkInactive = z.object({ ErrorCode: z.literal(406) });

const providers = {
  resend: {
    base: "https://api.resend.com",
    hookSecret: /^whsec_[\w+/-]{16,}=*$/,
    callOf({ id, to, subject, text, html, headers }, from, key) {
      const body = { from, to: [to], subject, text, html, headers };
      // Resend knows a try whose answer was lost for 24 hours, which is longer than a mail is tried, and refuses other
      // words under the same key. What a mail says may change between two tries: then it is another mail.
      const words = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
      return {
        path: "/emails",
        headers: { "authorization": `Bearer ${key}`, "idempotency-key": `${id}.${words}` },
        body,
      };
    },
    hasTaken: (status) => status === 200,
  },
  postmark: {
    base: "https://api.postmarkapp.com",
    // It is the password of an address.
    hookSecret: /^[\w.~-]{16,}$/,
    callOf: ({ id, to, subject, text, html, headers = {} }, from, key) => ({
      path: "/email",
      headers: { "x-postmark-server-token": key },
      body: {
        From: from,
        To: to,
        Subject: subject,
        TextBody: text,
        HtmlBody: html,
        MessageStream: "outbound",
        TrackOpens: false,
        TrackLinks: "None",
        // Postmark knows no repeats: a mail that is sent twice has one Message-ID, by which receivers fold it.
        Headers: Object.entries({
          ...headers,
          "Message-ID": messageIdOf({ id }, from),
          "X-PM-KeepID": "true",
        }).map(([Name, Value]) => ({ Name, Value })),
      },
    }),
    hasTaken: (status, answer) => status === 200 && postmarkAnswer.safeParse(answer).success,
    refusesAddress: (status, answer) => status === 422 && postmarkInactive.safeParse(answer).success,
  },
} satisfies Record<string, Provider>;

/** What is wrong with such a call is in the mail. */
const unfitStatuses: ReadonlySet<number> = new Set([400, 409, 413, 422]);

/** Sends each mail by one call, given up after `patienceMs`; throws where the provider does not take it. */
export function apiMailer(
  { provider, key, base }: Omit<MailApiSettings, "hookSecret">,
  from: string,
  { patienceMs = mailPatienceMs } = {},
): Mailer {
  const { callOf, hasTaken, refusesAddress }: Provider = providers[provider];
  const closing = new AbortController();
  return {
    async send(mail) {
      assertSafe(mail);
      const { path, headers, body } = callOf(mail, from, key);
      const { status, text } = await withPatience(patienceMs, (impatience) => {
        const signal = AbortSignal.any([impatience, closing.signal]);
        return postJson({ address: base + path, headers, body, signal });
      });
      const answer = jsonOf(text);
      if (hasTaken(status, answer)) return;
      if (refusesAddress?.(status, answer)) {
        throw new MailRefused("address", `${provider} sends nothing to this address`);
      }
      // What a provider says of a mail may repeat an address: the log gets the status alone.
      const words = `${provider} did not take a mail: status ${status}`;
      if (status === 401 || status === 403) throw new MailRefused("site", words);
      throw unfitStatuses.has(status) ? new MailUnfit(words) : new Error(words);
    },
    close: () => closing.abort(new Error("the mailer is closed")),
  };
}

interface Reading {
  read: (name: string) => string | null;
  readSafeOrigin: (name: string) => string | null;
  problems: string[];
}

/** The provider that MAIL_API names and its key, or null where none is. */
export function readMailApiSettings({ read, readSafeOrigin, problems }: Reading): MailApiSettings | null {
  const [provider, key, base] = [read("MAIL_API"), read("MAIL_API_KEY"), readSafeOrigin("MAIL_API_BASE")];
  const hookSecret = read("MAIL_HOOK_SECRET");
  if (provider === null) {
    if (key !== null) problems.push("MAIL_API_KEY needs MAIL_API");
    if (hookSecret !== null) problems.push("MAIL_HOOK_SECRET needs MAIL_API");
    return null;
  }
  if (!Object.hasOwn(providers, provider)) {
    problems.push(`MAIL_API must be one of ${Object.keys(providers).join(", ")}`);
    return null;
  }
  if (read("SMTP_URL") !== null) problems.push("only one of MAIL_API and SMTP_URL can be set");
  if (key === null) problems.push("MAIL_API_KEY must be set where MAIL_API is");
  const known = provider as MailProvider;
  const { base: ownBase, hookSecret: shape } = providers[known];
  if (hookSecret !== null && !shape.test(hookSecret)) problems.push(`MAIL_HOOK_SECRET is none of ${provider}'s`);
  return { provider: known, key: key ?? "", base: base ?? ownBase, hookSecret };
}
