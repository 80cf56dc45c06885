/** The metrics that the operator reads, and nobody else. */
import { expect } from "expect";
import { talk, TestClient } from "../../chat/server/testing/server.ts";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { addJob } from "../../kv/store/jobs/queue.ts";
import { attemptsAtMost } from "../../kv/store/jobs/work.ts";
import { asDistantProcess, Way } from "../../kv/testing/distant_store.ts";
import { readConfig } from "../../services/config.ts";
import { serveForTest } from "../../services/http/testing/server.ts";
import { until } from "../../tests/patience.ts";
import { withGuestCache } from "../cache/guest_cache.ts";
import { startJobRunner } from "../jobs/run_jobs.ts";
import { openChat } from "../live/chat_socket.ts";
import { testApp } from "../testing/site.ts";

const here = { address: "127.0.0.1" };
const value = (text: string, sample: string): number | undefined => {
  const line = text.split("\n").find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
};

Deno.test("in production nobody reads without a token, from wherever", async () => {
  await using site = await testApp({ config: { mode: "start" } });
  for (const address of ["127.0.0.1", "::1", "192.0.2.1"]) {
    expect((await site.visitor({ address }).get("/metrics")).status).toBe(404);
  }
});

Deno.test("a demo without a token is read by its own machine, and not by way of a proxy", async () => {
  await using site = await testApp();
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    expect((await site.visitor({ address }).get("/metrics")).status).toBe(200);
  }
  for (const address of ["192.0.2.1", "10.127.0.0", "unknown", "::127"]) {
    expect((await site.visitor({ address }).get("/metrics")).status).toBe(404);
  }
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-forwarded-host"]) {
    expect((await site.visitor({ ...here, headers: { [name]: "127.0.0.1" } }).get("/metrics")).status).toBe(404);
  }
  const admin = await site.visitorAs(await site.addPerson({ groupId: 3 }), { address: "192.0.2.1" });
  expect((await admin.get("/metrics")).status).toBe(404);
});

Deno.test("with a token whoever brings it reads, from anywhere, and nobody without it", async () => {
  await using site = await testApp({ config: { metricsToken: "a-token-of-the-operator" } });
  const status = async (authorization: string, visitor = site.visitor()) =>
    (await visitor.get("/metrics", { headers: authorization ? { authorization } : {} })).status;
  expect(await status("Bearer a-token-of-the-operator")).toBe(200);
  expect(await status("Bearer a-token-of-the-operatoR")).toBe(401);
  expect(await status("a-token-of-the-operator")).toBe(401);
  expect(await status("Bearer ")).toBe(401);
  expect(await status("", site.visitor(here))).toBe(401);
  const refused = await site.visitor(here).get("/metrics");
  expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  expect(await refused.text()).not.toContain("vesna_");
});

Deno.test("a token that could be guessed is named", () => {
  const problems = (token: string) =>
    readConfig("demo", (name) => name === "METRICS_TOKEN" ? token : undefined).problems;
  const named = ["METRICS_TOKEN must be 16 or more letters, digits and signs without blanks"];
  expect([problems("short"), problems("sixteen letters in words")]).toEqual([named, named]);
  expect(problems("sixteen-or-more-letters")).toEqual([]);
});

Deno.test("requests are counted by method and status, pages from memory apart, and made-up methods as one", async () => {
  await using site = await testApp();
  const read = async () => await (await site.visitor(here).get("/metrics")).text();
  await site.visitor().get("/healthz");
  await site.visitor().get("/healthz");
  await site.visitor().get("/no-such-page");
  for (const method of ["BREW", "STEEP"]) await site.visitor().request("/no-such-page", { method });
  const handle = withGuestCache(site.deps, (request, connection) => site.app.fetch(request, connection as never));
  for (let at = 0; at < 3; at++) {
    const response = await handle(new Request("http://localhost:8000/en/search"), undefined);
    await response.body?.cancel();
  }
  const text = await read();
  expect(value(text, 'vesna_http_requests_total{method="other",status="405"}')).toBe(2);
  expect(value(text, 'vesna_http_requests_total{method="GET",status="404"}')).toBe(1);
  expect(value(text, 'vesna_http_requests_total{method="GET",status="200"}')).toBe(3);
  expect(value(text, "vesna_http_guest_pages_total")).toBe(2);
  expect(value(text, "vesna_http_request_seconds_count")).toBe(6);
  expect(value(text, "vesna_event_streams")).toBe(0);
  expect(value(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
});

Deno.test("the chat's numbers follow what happens in it", async () => {
  await using site = await testApp();
  const server = await serveForTest((request, caller) => site.app.fetch(request, caller));
  const join = async (user: User) => {
    const { token } = await startSession(site.store, user.id, false);
    return new TestClient(`ws://127.0.0.1:${server.addr.port}/chat/socket?access_token=${token}`);
  };
  const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady()];
  const [his, hers] = [await join(james), await join(olena)];
  await Promise.all([his.next("conn-good"), hers.next("conn-good")]);
  await talk(his, james.id, hers, olena.id);
  for (const clientId of ["a", "b"]) {
    await his.ask("ChatNewMessage", { to: olena.id, message: "Good evening", clientId });
  }
  his.sendRaw("{");
  his.sendRaw('{"event":"no-such-event"}');
  his.sendRaw('{"event":"no-such-event","id":"last"}');
  await his.until(() => his.heard.find(({ id }) => id === "last"), "the last answer");
  const read = async () => await (await site.visitor(here).get("/metrics")).text();
  const open = await read();
  expect(value(open, "vesna_chat_connections")).toBe(2);
  expect(value(open, "vesna_chat_open")).toBe(1);
  expect(value(open, "vesna_chat_messages_total")).toBe(2);
  expect(value(open, "vesna_chat_delivery_seconds_count")).toBe(2);
  expect(value(open, "vesna_chat_delivery_seconds_sum")).toBeGreaterThan(0);
  expect(value(open, 'vesna_chat_delivery_seconds_bucket{le="2.5"}')).toBe(2);
  expect(value(open, 'vesna_chat_frames_rejected_total{fault="malformed"}')).toBe(1);
  expect(value(open, 'vesna_chat_frames_rejected_total{fault="unknown_event"}')).toBe(2);
  expect(value(open, "vesna_chat_minutes_charged_total")).toBe(1);
  // Nothing of what was said, or by whom.
  expect(open).not.toMatch(/Good evening|James|Olena/);
  await hers.ask("stop-text-chat", { targetId: james.id });
  const over = await read();
  expect(value(over, "vesna_chat_open")).toBe(0);
  expect(value(over, "vesna_chat_minutes_refunded_total")).toBe(1);
  await Promise.all([his.leave(), hers.leave()]);
  await server.shutdown();
});

Deno.test("jobs that fail are counted by lane, and those that are given up apart", async () => {
  const noServer = { send: () => Promise.reject(new Error("no mail server")), close: () => {} };
  await using site = await testApp({ mailer: noServer });
  const { store, deps } = site;
  const told = async (name: string) =>
    value(await (await site.visitor(here).get("/metrics")).text(), `vesna_${name}_total{lane="codes"}`);
  const runner = startJobRunner(deps);
  expect([await told("job_failures"), await told("jobs_given_up")]).toEqual([0, 0]);
  const op = store.kv.atomic();
  addJob(store, op, { kind: "password_changed_mail", userId: (await site.addMan()).id });
  await op.commit();
  for (let attempt = 1; attempt <= attemptsAtMost; attempt++) {
    await runner.runDue();
    expect([await told("job_failures"), await told("jobs_given_up")]).toEqual([
      attempt,
      attempt === attemptsAtMost ? 1 : 0,
    ]);
    site.advance(6 * 3600_000);
  }
  await runner.stop();
});

Deno.test("what machines translate is counted: characters, time, and why not; and no word of it", async () => {
  await using site = await testApp();
  const { liveTranslator } = site.deps;
  const ask = (text: string, to: string) => liveTranslator!.translate({ text, from: "en", to, personId: 1 });
  expect(await ask("Good evening!", "uk")).toEqual({ ok: true, text: "Доброго вечора!", by: "demo" });
  expect(await ask("Good evening!", "uk")).toMatchObject({ ok: true });
  expect(await ask("A silver weathervane", "uk")).toEqual({ ok: false, failure: "unsupported" });
  const text = await (await site.visitor(here).get("/metrics")).text();
  expect(value(text, 'vesna_translation_characters_total{provider="demo"}')).toBe(33);
  expect(value(text, "vesna_translation_seconds_count")).toBe(2);
  expect(value(text, 'vesna_translation_failures_total{provider="demo",failure="unsupported"}')).toBe(1);
  expect(text).not.toMatch(/weathervane|вечора/);
});

Deno.test("the scrape that finds a store silent tells it; one that the store keeps waiting longer is answered without it", async () => {
  const silentOf = async (patienceMs: number): Promise<[number, (number | undefined)[]]> => {
    const way = new Way();
    await using site = await testApp({ seenAs: (store) => asDistantProcess(store, way, "one", patienceMs) });
    await openChat(site.deps);
    way.cut();
    const answer = await site.visitor(here).get("/metrics");
    const text = await answer.text();
    way.mend();
    await until(() => way.waiting === 0 && site.deps.store.health.fault === null, "the store");
    return [
      answer.status,
      ['vesna_store_fault{kind="silent"}', "vesna_mail_silence_seconds"].map((name) => value(text, name)),
    ];
  };
  expect(await silentOf(2000)).toEqual([200, [1, undefined]]);
  // The store is not yet known to be silent, but whoever reads would wait no longer.
  expect(await silentOf(30_000)).toEqual([200, [0, undefined]]);
});
