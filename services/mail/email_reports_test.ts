/** Reports on mails, as each provider documents them: which are believed, and what they say. */
import { expect } from "expect";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { readMailReport } from "./email_reports.ts";

const nowMs = Date.parse("2026-03-14T12:00:00Z");
const bytes = (body: unknown) => new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));

const resendSecret = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;

/** Reads a report that is signed as by Resend: over the id, the second and the exact bytes. */
function resend(body: unknown, { secret = resendSecret, atMs = nowMs, signedBody = body } = {}) {
  const [id, time] = ["msg_2b", String(Math.floor(atMs / 1000))];
  const signature = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(`${id}.${time}.`).update(bytes(signedBody)).digest("base64");
  const headers = { "svix-id": id, "svix-timestamp": time, "svix-signature": `v1,bm9uZQ== v1,${signature}` };
  return readMailReport("resend", resendSecret, { headers: new Headers(headers), body: bytes(body), nowMs });
}

const postmarkSecret = "a-password-in-the-address";

function postmark(body: unknown, credentials = `vesna:${postmarkSecret}`) {
  const headers = new Headers({ authorization: `Basic ${Buffer.from(credentials).toString("base64")}` });
  return readMailReport("postmark", postmarkSecret, { headers, body: bytes(body), nowMs });
}

const ofResend = (type: string, data: object = {}) => ({
  type,
  created_at: "2026-03-14T11:59:58.126Z",
  data: { email_id: "56761188", from: "letters@vesna.example", to: ["wei@example.test"], ...data },
});
const at = Date.parse("2026-03-14T11:59:58.126Z");

Deno.test("Resend says what came back for good, what was complained of, and what arrived", () => {
  const email = "wei@example.test";
  expect(resend(ofResend("email.bounced", { bounce: { type: "Permanent", subType: "General" } }))).toEqual({
    ok: true,
    report: { email, what: "bounced", at },
  });
  expect(resend(ofResend("email.suppressed"))).toMatchObject({ report: { what: "bounced" } });
  expect(resend(ofResend("email.complained"))).toEqual({ ok: true, report: { email, what: "complained", at } });
  expect(resend(ofResend("email.delivered"))).toEqual({ ok: true, report: { email, what: "delivered", at } });
  for (const none of [ofResend("email.bounced", { bounce: { type: "Transient" } }), ofResend("email.opened")]) {
    expect(resend(none)).toEqual({ ok: true, report: null });
  }
  expect(resend({ ...ofResend("contact.created"), data: { id: "1" } })).toEqual({ ok: true, report: null });
});

Deno.test("Postmark says the same, each record with its own names", () => {
  const bounce = {
    RecordType: "Bounce",
    Type: "HardBounce",
    TypeCode: 1,
    Email: "john@example.com",
    BouncedAt: "2014-08-01T13:28:10.2735393-04:00",
    Inactive: true,
  };
  const bouncedAt = Date.parse("2014-08-01T17:28:10.273Z");
  const email = "john@example.com";
  expect(postmark(bounce)).toEqual({ ok: true, report: { email, what: "bounced", at: bouncedAt } });
  expect(postmark({ ...bounce, Type: "SoftBounce" })).toEqual({ ok: true, report: null });
  expect(postmark({ ...bounce, RecordType: "SpamComplaint" })).toMatchObject({ report: { what: "complained" } });
  const delivery = { RecordType: "Delivery", Recipient: email, DeliveredAt: "2019-11-05T16:33:54.9070259Z" };
  expect(postmark(delivery)).toMatchObject({ report: { email, what: "delivered" } });
  expect(postmark({ RecordType: "Open", Recipient: email })).toEqual({ ok: true, report: null });
});

Deno.test("what nobody vouches for is forged, what is old is stale, and what is no report is malformed", () => {
  const report = ofResend("email.complained");
  const forged = { ok: false, problem: "forged" };
  expect(resend(report, { secret: `whsec_${Buffer.from("another secret, as long").toString("base64")}` })).toEqual(
    forged,
  );
  expect(resend(report, { signedBody: ofResend("email.opened") })).toEqual(forged);
  expect(readMailReport("resend", resendSecret, { headers: new Headers(), body: bytes(report), nowMs })).toEqual(
    forged,
  );
  for (const atMs of [nowMs - 301_000, nowMs + 301_000]) {
    expect(resend(report, { atMs })).toEqual({ ok: false, problem: "stale" });
  }
  for (const credentials of ["vesna:another", "vesna", postmarkSecret.slice(1), ""]) {
    expect(postmark({ RecordType: "Open" }, credentials)).toEqual(forged);
  }
  for (const none of ["", "no JSON", "[]", { RecordType: "Bounce" }, { RecordType: "Delivery", Recipient: 7 }]) {
    expect(postmark(none)).toEqual({ ok: false, problem: "malformed" });
    expect(resend(none)).toEqual({ ok: false, problem: "malformed" });
  }
});
