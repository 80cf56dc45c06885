/** A remote store that is away: nobody waits for long, all are told when to come again, and the site recovers by itself. */
import { expect } from "expect";
import { balanceOf, lastEntry } from "../../kv/credits/ledger/ledger.ts";
import { asDistantProcess, Way } from "../../kv/testing/distant_store.ts";
import { until } from "../../tests/patience.ts";
import { openChat } from "../live/chat_socket.ts";
import { testApp } from "../testing/site.ts";

const faultsIn = (metrics: string): string[] =>
  [...metrics.matchAll(/^vesna_store_fault\{kind="(\w+)"\} 1$/gm)].map(([, kind]) => kind!);

Deno.test("while the store is away a member's page, a guest's and a call say 503 and when to come again; then all is as before", async () => {
  const way = new Way();
  await using site = await testApp({ seenAs: (store) => asDistantProcess(store, way, "one") });
  const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady()];
  const his = await site.visitorAs(james);
  const profile = `/en/girl/Olena-${olena.id}`;
  expect((await his.get("/en/man/mail/inbox")).status).toBe(200);
  await openChat(site.deps);
  way.cut();
  for (const path of ["/en/man/mail/inbox", "/en/man/mail/inbox", profile, "/api/mail?type=inbox"]) {
    const answer = await his.get(path);
    expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "10"]);
    const body = await answer.text();
    if (path.startsWith("/api/")) expect(JSON.parse(body)).toMatchObject({ code: "store_unavailable" });
    else {
      expect(body).toContain("<h1");
      expect(body).toContain("Our records cannot be reached right now.");
      expect(body).not.toContain("James");
      expect(body).not.toContain("/auth/sign-in");
    }
  }
  const guest = await site.visitor().get(profile);
  expect([guest.status, guest.headers.get("retry-after")]).toEqual([503, "10"]);
  const health = await site.visitor().get("/healthz");
  expect([health.status, await health.json()]).toEqual([503, { status: "unavailable", store: "silent" }]);
  // Whoever watches the site is told why, by a page that does not itself need the store.
  const metrics = await site.visitor({ address: "127.0.0.1" }).get("/metrics");
  expect([metrics.status, faultsIn(await metrics.text())]).toEqual([200, ["silent"]]);
  way.mend();
  await until(async () => (await site.visitor().get("/healthz")).status === 200, "the store");
  expect((await his.get("/en/man/mail/inbox")).status).toBe(200);
  const back = site.visitor();
  expect((await back.follow(await back.get(profile))).status).toBe(200);
});

Deno.test("a letter that was written when the store went away is one letter, paid once, when it is sent again", async () => {
  const way = new Way();
  await using site = await testApp({ seenAs: (store) => asDistantProcess(store, way, "one") });
  const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady()];
  const his = await site.visitorAs(james);
  const letter = { recipientId: olena.id, body: "Dear Olena" };
  const send = () => his.call("POST", "/api/mail", letter, { headers: { "idempotency-key": "one letter" } });
  way.cutAfter = async () => (await lastEntry(site.store, james.id))?.operation === "sent_letter";
  expect((await send()).status).toBe(503);
  way.mend();
  await until(() => site.deps.store.health.fault === null, "the store");
  expect((await send()).status).toBe(200);
  expect(await balanceOf(site.store, james.id)).toBe(10);
});
