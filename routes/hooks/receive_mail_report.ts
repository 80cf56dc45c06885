/** Reports of the provider that sends our mails: that an address was reached or not, or that its owner complained. */
import { noteComplaint, noteReached, noteUnreachable } from "../../kv/accounts/mail_reach.ts";
import { addAuditRecord } from "../../kv/store/audit_log.ts";
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import type { Store } from "../../kv/open.ts";
import type { MailProvider } from "../../services/mail/email_api.ts";
import { type MailReport, readMailReport, type ReportProblem } from "../../services/mail/email_reports.ts";
import type { AppContext } from "../http/env.ts";
import { received, refusedHook } from "./hook_answers.ts";

/** Believes a report by the secret alone. A report about an address that is nobody's changes nothing. */
export async function receiveMailReport(
  c: AppContext,
  { provider, secret }: { provider: MailProvider; secret: string },
): Promise<Response> {
  c.header("cache-control", "no-store");
  const { store } = c.var.deps;
  const body = new Uint8Array(await c.req.arrayBuffer());
  const reading = readMailReport(provider, secret, { headers: c.req.raw.headers, body, nowMs: store.now() });
  if (!reading.ok) return await notBelieved(c, provider, reading.problem);
  if (reading.report) await actOn(store, reading.report);
  return received(c);
}

async function actOn(store: Store, { email, what, at }: MailReport): Promise<void> {
  if (what === "complained") await noteComplaint(store, email);
  else if (what === "bounced") await noteUnreachable(store, email, { why: "bounced", at });
  else await noteReached(store, email, { by: "delivered", at });
}

/** Anybody may send nonsense: it is always refused, but only so many records of it are written. */
async function notBelieved(c: AppContext, provider: MailProvider, problem: ReportProblem): Promise<Response> {
  const { deps: { store }, facts: { address } } = c.var;
  if ((await takeAttempt(store, limits.forgedWebhooks, address)).ok) {
    const subject = `hook:${provider}`;
    await addAuditRecord(store, { action: `mail_report_${problem}`, actorId: null, subject, details: { address } });
  }
  return refusedHook(c, problem === "malformed" ? "malformed" : "bad_signature");
}
