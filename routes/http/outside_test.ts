/** Third-party services load only if configured and allowed, and only on pages that hold nothing private. */
import { expect } from "expect";
import { createHmac } from "node:crypto";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { suspend } from "../../kv/safety/suspensions.ts";
import { type Config, readConfig } from "../../services/config.ts";
import { withGuestCache } from "../cache/guest_cache.ts";
import { enrolInApp } from "../testing/factors.ts";
import { testApp, type TestSite } from "../testing/site.ts";
import type { Visitor } from "../testing/visitor.ts";

const hmacKey = "known to the widget's provider";
const support = { url: "https://help.example.org", token: "inbox-token", hmacKey };
const home = "http://localhost:8000";
const { config: plain } = readConfig("demo", () => undefined);

/** A production site whose English address is the one that tests visit. */
const production = (outside: Config["outside"] = { support, tagManagerId: "GTM-VESNA1" }): Partial<Config> => ({
  mode: "start",
  english: { ...plain.english, url: home, hosts: ["localhost:8000"] },
  outside,
});

interface Seen {
  policy: string;
  html: string;
  asks: boolean;
  loads: string[];
}

async function look(visitor: Visitor, path: string): Promise<Seen> {
  const answer = await visitor.get(path);
  const html = await answer.text();
  expect([path, answer.status]).toEqual([path, 200]);
  return {
    policy: answer.headers.get("content-security-policy")!,
    html,
    asks: html.includes('class="consent"'),
    loads: ["help.example.org", "GTM-VESNA1"].filter((sign) => html.includes(sign)),
  };
}

const choose = (visitor: Visitor, choice: string, next = "/search?ageFrom=30") =>
  visitor.request("/consent", {
    method: "POST",
    body: new URLSearchParams({ choice, next }),
    headers: { origin: home },
  });

/** The choice of a visitor who allows both services. */
const both = "support.tagManager";

/** The value of the button that allows what the page asks about. */
const allowing = (html: string): string => /name="choice" value="(?!needed)([^"]+)"/.exec(html)![1]!;

const plainPolicy = async () => {
  await using site = await testApp();
  return (await look(site.visitor(), "/en")).policy;
};

Deno.test("without configuration, in a demo, and under another address nothing is asked or loaded", async () => {
  const untouched = await plainPolicy();
  const elsewhere: Partial<Config>[] = [
    production({ support: null, tagManagerId: null }),
    { ...production(), mode: "demo" },
    {
      ...production(),
      english: { ...plain.english, url: "https://vesna.test", hosts: ["vesna.test", "localhost:8000"] },
    },
  ];
  for (const config of elsewhere) {
    await using site = await testApp({ config });
    const visitor = site.visitor();
    visitor.cookies.set("consent", both);
    const { policy, asks, loads, html } = await look(visitor, "/");
    expect([policy, asks, loads, html.includes("/consent")]).toEqual([untouched, false, [], false]);
  }
});

Deno.test("until somebody has chosen it is asked, with two equal answers, and nothing is loaded", async () => {
  await using site = await testApp({ config: production() });
  const visitor = site.visitor();
  const before = await look(visitor, "/search?ageFrom=30");
  expect([before.asks, before.loads, before.policy]).toEqual([true, [], await plainPolicy()]);
  const tones = [...before.html.matchAll(/<button type="submit" name="choice" value="([\w.]+)" class="([^"]*)"/g)];
  expect(tones.map(([, value, look]) => [value, look])).toEqual([["needed", tones[0]![2]], [both, tones[0]![2]]]);

  const said = await choose(visitor, "needed");
  expect([said.status, said.headers.get("location")]).toEqual([303, "/search?ageFrom=30"]);
  expect(said.headers.getSetCookie()[0]).toMatch(/^consent=needed; Max-Age=15724800; Path=\/; HttpOnly; SameSite=Lax/);
  const after = await look(visitor, "/search");
  expect([after.asks, after.loads, after.policy]).toEqual([false, [], before.policy]);
  expect(after.html).toContain('href="/consent"');
});

Deno.test("what was allowed is loaded, the policy opens for it alone, and it can be taken back", async () => {
  await using site = await testApp({ config: production() });
  const visitor = site.visitor();
  await choose(visitor, both);
  const { policy, loads, asks } = await look(visitor, "/");
  expect([asks, loads]).toEqual([false, ["help.example.org", "GTM-VESNA1"]]);
  expect(policy).toContain("script-src 'self' https://www.googletagmanager.com https://help.example.org;");
  expect(policy).toContain("frame-src https://help.example.org");
  expect(policy).toContain("default-src 'none'");
  // Answers that are not pages keep their policy.
  const call = await visitor.get("/api/countries");
  expect(call.headers.get("content-security-policy")).toBe(await plainPolicy());
  await call.body?.cancel();
  expect((await look(visitor, "/consent")).html).toContain('aria-pressed="true"');
  await choose(visitor, "needed");
  expect((await look(visitor, "/")).loads).toEqual([]);
});

Deno.test("a service that comes later is asked about, and nothing is loaded before the answer", async () => {
  await using before = await testApp({ config: production({ support, tagManagerId: null }) });
  const guest = before.visitor();
  await choose(guest, allowing((await look(guest, "/")).html));
  expect((await look(guest, "/")).loads).toEqual(["help.example.org"]);

  await using later = await testApp({ config: production() });
  const again = later.visitor();
  for (const [name, value] of guest.cookies) again.cookies.set(name, value);
  const { asks, loads, html } = await look(again, "/");
  expect([asks, loads]).toEqual([true, []]);
  await choose(again, allowing(html));
  expect((await look(again, "/")).loads).toEqual(["help.example.org", "GTM-VESNA1"]);
  // Nobody is asked about a service that is no longer configured.
  for (const [name, value] of again.cookies) guest.cookies.set(name, value);
  const fewer = await look(guest, "/");
  expect([fewer.asks, fewer.loads]).toEqual([false, ["help.example.org"]]);
});

Deno.test("only one service configured opens nothing for the other", async () => {
  await using site = await testApp({ config: production({ support: null, tagManagerId: "GTM-VESNA1" }) });
  const visitor = site.visitor();
  await choose(visitor, "tagManager");
  const { policy, loads } = await look(visitor, "/");
  expect(loads).toEqual(["GTM-VESNA1"]);
  expect(policy).toMatch(/style-src 'self';/);
  expect(policy).not.toMatch(/frame-src|unsafe/);
});

Deno.test("nothing is loaded beside letters, chat, payments and passwords, nor for those who work here", async () => {
  await using site = await testApp({ config: production() });
  const lady = await site.addLady();
  const james = await site.visitorAs(await site.addMan({ credits: 100 }));
  const olena = await site.visitorAs(lady);
  const guest = site.visitor();
  for (const each of [james, olena, guest]) await choose(each, both);
  for (const path of ["/man/mail/inbox", "/man/chat", "/man/balance/purchase"]) {
    expect([path, (await look(james, path)).loads]).toEqual([path, []]);
  }
  expect((await look(olena, "/lady/mail/inbox")).loads).toEqual([]);
  for (const path of ["/auth/sign-in", "/auth/sign-up", "/?access_token=some-token"]) {
    expect([path, (await look(guest, path)).loads]).toEqual([path, []]);
  }
  const ada = await site.addPerson({ groupId: 3 });
  await enrolInApp(site, ada);
  const admin = await site.visitorAs(ada);
  await choose(admin, both);
  const staff = await look(admin, "/faq");
  expect([staff.loads, staff.asks]).toEqual([[], false]);
});

Deno.test("the widget is told a number and its proof, of each his own; the tag manager never sees who is signed in", async () => {
  await using site = await testApp({ config: production() });
  const people = [await site.addMan({ firstname: "James" }), await site.addMan({ firstname: "Wei" })];
  for (const user of people) {
    // A bearer token renews no cookie, so that this page, which all men share, would be kept.
    const token = (await startSession(site.store, user.id, false)).token;
    const visitor = site.visitor({ headers: { authorization: `Bearer ${token}` } });
    visitor.cookies.set("consent", both);
    for (let time = 0; time < 2; time++) {
      const { html, loads } = await look(visitor, "/about-us");
      expect(loads).toEqual(["help.example.org"]);
      const proofs = people.map(({ id }) => createHmac("sha256", hmacKey).update(String(id)).digest("hex"));
      expect(proofs.map((proof) => html.includes(proof))).toEqual(people.map(({ id }) => id === user.id));
      expect(html).not.toContain(hmacKey);
    }
  }
});

Deno.test("the tag manager never sees who is kept out, whose number a cookie says to every script", async () => {
  await using site = await testApp({ config: production() });
  const vera = await site.addPerson({ groupId: 3 });
  const james = await site.addMan({ firstname: "James" });
  const about = { userId: james.id, actorId: vera.id };
  expect((await suspend(site.store, { ...about, kind: "conduct", reason: "Rude words" })).ok).toBe(true);
  const visitor = await site.visitorAs(james);
  await choose(visitor, both);
  expect((await look(visitor, "/about-us")).loads).toEqual(["help.example.org"]);
});

Deno.test("kept pages of guests do not mix what visitors chose", async () => {
  await using site: TestSite = await testApp({ config: production() });
  const handle = withGuestCache(site.deps, (request, connection) => site.app.fetch(request, connection as never));
  const get = async (cookie: string) => {
    const headers = { host: "localhost:8000", ...(cookie && { cookie }) };
    const answer = await handle(new Request(`${home}/search`, { headers }));
    const html = await answer.text();
    const isOpen = answer.headers.get("content-security-policy")!.includes("help.example.org");
    return [html.includes('class="consent"'), html.includes("help.example.org"), isOpen];
  };
  // The cache reads a quoted or encoded cookie as the page does.
  const strange = [`consent="${both}"`, `consent=%73${both.slice(1)}`];
  const cookies = [...strange, "", `consent=${both}`, "consent=needed", `a=1; consent=${both}`, "consent=nonsense"];
  const asked = [true, false, false];
  const allowed = [false, true, true];
  const refused = [false, false, false];
  for (let time = 0; time < 2; time++) {
    const seen = [];
    for (const cookie of cookies) seen.push(await get(cookie));
    expect(seen).toEqual([allowed, allowed, asked, allowed, refused, allowed, asked]);
  }
});

Deno.test("what a proxy tells does not read on from what a visitor chose", async () => {
  await using site = await testApp({ config: { ...production(), trustProxy: true } });
  const handle = withGuestCache(site.deps, (request, connection) => site.app.fetch(request, connection as never));
  const asks = async (headers: Record<string, string>) => {
    const told = { host: "localhost:8000", "x-forwarded-host": "localhost:8000", ...headers };
    const answer = await handle(new Request(`${home}/search`, { headers: told }));
    return (await answer.text()).includes('class="consent"');
  };
  expect(await asks({ "x-forwarded-proto": "http", cookie: `consent=${both}` })).toBe(false);
  expect(await asks({ "x-forwarded-proto": "allhttp" })).toBe(true);
});

Deno.test("a choice that is none, from elsewhere or with a way out of the site is refused", async () => {
  await using site = await testApp({ config: production() });
  const visitor = site.visitor();
  const answer = await choose(visitor, "everything");
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []]);
  await answer.body?.cancel();
  expect((await choose(visitor, both, "https://evil.test/")).headers.get("location")).toBe("/");
  const foreign = await visitor.request("/consent", {
    method: "POST",
    body: new URLSearchParams({ choice: both }),
    headers: { origin: "https://evil.test" },
  });
  expect(foreign.status).toBe(403);
  await foreign.body?.cancel();
});

Deno.test("half a configuration, and one that cannot be, is named", () => {
  const problemsOf = (env: Record<string, string>) => readConfig("demo", (name) => env[name]).problems;
  const whole = { CHATWOOT_URL: "https://help.example.org", CHATWOOT_TOKEN: "inbox-token", CHATWOOT_HMAC: "key" };
  expect(problemsOf({ ...whole, GTM_ID: "GTM-ABC123" })).toEqual([]);
  expect(
    readConfig("demo", (name) => ({ ...whole, GTM_ID: "GTM-ABC123" } as Record<string, string>)[name]).config.outside,
  )
    .toEqual({
      support: { url: "https://help.example.org", token: "inbox-token", hmacKey: "key" },
      tagManagerId: "GTM-ABC123",
    });
  expect(problemsOf({ CHATWOOT_URL: "https://help.example.org" })).toEqual([
    "CHATWOOT_TOKEN must be set where any CHATWOOT_ variable is",
    "CHATWOOT_HMAC must be set where any CHATWOOT_ variable is",
  ]);
  expect(problemsOf({ ...whole, CHATWOOT_URL: "http://help.example.org" })[0]).toMatch(/must be an https address/);
  expect(problemsOf({ ...whole, CHATWOOT_TOKEN: "a b;script-src *" })[0]).toMatch(/CHATWOOT_TOKEN/);
  expect(problemsOf({ GTM_ID: "UA-1234" })[0]).toMatch(/GTM_ID/);
});
