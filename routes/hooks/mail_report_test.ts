/** Reports on mails by webhook: what they change in an account, and which are not believed. */
import { expect } from "expect";
import { userById } from "../../kv/accounts/users.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import type { MailApiSettings } from "../../services/mail/email_api.ts";
import { refused } from "../api/testing/calls.ts";
import { testApp, type TestSite } from "../testing/site.ts";

const hookSecret = "a-password-in-the-address";
const mailApi: MailApiSettings = { provider: "postmark", key: "k", base: "https://api.postmarkapp.com", hookSecret };

const report = (site: TestSite, body: unknown, password = hookSecret): Promise<Response> =>
  site.visitor().request("/hooks/postmark", {
    method: "POST",
    headers: { "content-type": "application/json", "authorization": `Basic ${btoa(`vesna:${password}`)}` },
    body: JSON.stringify(body),
  });

const at = "2026-03-14T11:59:58Z";
const bounce = (Email: string) => ({ RecordType: "Bounce", Type: "HardBounce", Email, BouncedAt: at });

Deno.test("what came back is noted at the account until a later mail is delivered", async () => {
  await using site = await testApp({ config: { mailApi } });
  const james = await site.addMan();
  for (const email of [james.email, james.email, "nobody@example.test"]) {
    expect((await report(site, bounce(email))).status).toBe(200);
  }
  expect((await userById(site.store, james.id))?.unreachable).toEqual({ why: "bounced", at: Date.parse(at) });
  const delivery = { RecordType: "Delivery", Recipient: james.email, DeliveredAt: "2026-03-14T12:00:00Z" };
  expect((await report(site, delivery)).status).toBe(200);
  expect((await userById(site.store, james.id))?.unreachable).toBeUndefined();
});

Deno.test("a complaint ends the news by mail", async () => {
  await using site = await testApp({ config: { mailApi } });
  const olena = await site.addLady();
  await report(site, { RecordType: "SpamComplaint", Email: olena.email, BouncedAt: at });
  expect(await userById(site.store, olena.id)).toMatchObject({ letterEmails: false, searchEmails: false });
});

Deno.test("who does not know the secret changes nothing and leaves a record; without a secret there is no address", async () => {
  await using site = await testApp({ config: { mailApi } });
  const james = await site.addMan();
  await refused(report(site, bounce(james.email), "a guess"), 400, "bad_signature");
  await refused(report(site, { RecordType: "Bounce" }), 400, "malformed");
  expect((await userById(site.store, james.id))?.unreachable).toBeUndefined();
  const { records } = await auditRecords(site.store, { page: 1, limit: 10 });
  expect(records.map(({ action }) => action).sort()).toEqual(["mail_report_forged", "mail_report_malformed"]);
  expect(JSON.stringify(records)).not.toContain(james.email);
  await using deaf = await testApp({ config: { mailApi: { ...mailApi, hookSecret: null } } });
  await refused(report(deaf, bounce(james.email)), 404, "not_found");
});
