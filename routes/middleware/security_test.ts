/** Who may change something: our own pages, and programs that carry their token themselves. */
import { expect } from "expect";
import { logged } from "../../services/testing/logged.ts";
import { read, refused } from "../api/testing/calls.ts";
import { testApp, testPassword, type TestSite } from "../testing/site.ts";

const evil = "https://evil.test";
const json = { "content-type": "application/json" };

async function withJames(site: TestSite) {
  const user = await site.addMan({ credits: 100 });
  const olena = await site.addLady();
  const asJames = await site.visitorAs(user);
  const token = asJames.cookies.get("slsid")!;
  return { user, token, asJames, letter: JSON.stringify({ recipientId: olena.id, body: "Hello" }) };
}

Deno.test("with the cookie an unsafe call needs our own Origin, or Sec-Fetch-Site that says the same", async () => {
  await using site = await testApp();
  const { asJames, letter } = await withJames(site);
  const send = (headers: Record<string, string>) =>
    asJames.request("/api/mail", { method: "POST", body: letter, headers: { ...json, ...headers } });
  const foreign: Record<string, string>[] = [
    {},
    { origin: evil },
    { origin: "null" },
    { origin: "" },
    { origin: "https://localhost:8000" },
    { origin: "http://localhost" },
    { origin: "http://localhost:8000.evil.test" },
    { origin: "http://localhost:8000, https://evil.test" },
    { origin: evil, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { referer: "http://localhost:8000/en" },
  ];
  for (const headers of foreign) await refused(send(headers), 403, "wrong_origin");
  await read(send({ origin: "http://localhost:8000" }));
  await read(send({ "sec-fetch-site": "same-origin" }));
});

Deno.test("every unsafe method and every kind of body is checked; reading is not", async () => {
  await using site = await testApp();
  const { asJames } = await withJames(site);
  for (const [method, path] of [["POST", "/api/mail"], ["PATCH", "/api/mail/1"], ["DELETE", "/api/mail/1"]] as const) {
    for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
      const init = { method, body: "{}", headers: { "content-type": type, origin: evil } };
      await refused(asJames.request(path, init), 403, "wrong_origin");
    }
  }
  await read(asJames.call("GET", "/api/users", undefined, { headers: { origin: evil } }));
});

Deno.test("a bearer token needs no Origin, and may name any; so may no token in the query", async () => {
  await using site = await testApp();
  const { token, letter } = await withJames(site);
  const bearer = { ...json, authorization: `Bearer ${token}` };
  const send = (path: string, headers: Record<string, string>) =>
    site.visitor().request(path, { method: "POST", body: letter, headers });
  await read(send("/api/mail", bearer));
  await read(send("/api/mail", { ...bearer, origin: evil }));
  await read(send(`/api/mail?access_token=${token}`, json));
  await refused(send(`/api/mail?access_token=${token}`, { ...json, origin: evil }), 403, "wrong_origin");
});

Deno.test("nobody is signed in, up or out from another site", async () => {
  await using site = await testApp();
  const { user, token, asJames } = await withJames(site);
  const credentials = new URLSearchParams({ email: user.email, password: testPassword });
  for (
    const path of [
      "/api/authorization",
      `/api/authorization?access_token=${token}`,
      "/api/users",
      "/api/auth/confirmation",
    ]
  ) {
    const answer = await site.visitor().request(path, { method: "POST", body: credentials, headers: { origin: evil } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    await refused(answer, 403, "wrong_origin");
    for (const whence of ["cross-site", "same-site", "none"]) {
      const headers = { "sec-fetch-site": whence };
      const unnamed = await site.visitor().request(path, { method: "POST", body: credentials, headers });
      expect(unnamed.headers.getSetCookie()).toEqual([]);
      await refused(unnamed, 403, "wrong_origin");
    }
  }
  await refused(asJames.request("/api/auth/logout", { method: "POST", headers: { origin: evil } }), 403);
  await read(asJames.call("GET", "/api/users"));
});

Deno.test("a form of a page is refused without our Origin even from a guest", async () => {
  await using site = await testApp();
  const { user } = await withJames(site);
  const body = new URLSearchParams({ email: user.email, password: testPassword });
  for (const headers of [{}, { origin: evil }, { origin: "null" }] as Record<string, string>[]) {
    const answer = await site.visitor().request("/en/auth/sign-in", { method: "POST", body, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    await answer.body?.cancel();
  }
});

Deno.test("behind a proxy our Origin is what the visitor typed; the configured address counts in any case", async () => {
  await using site = await testApp({ config: { trustProxy: true } });
  Object.assign(site.deps.config.english, { url: "https://vesna.test", hosts: ["vesna.test"] });
  const { asJames, letter } = await withJames(site);
  const send = (headers: Record<string, string>) =>
    asJames.request("/api/mail", { method: "POST", body: letter, headers: { ...json, ...headers } });
  const forwarded = { "x-forwarded-host": "chunxin.test", "x-forwarded-proto": "https" };
  await read(send({ ...forwarded, origin: "https://chunxin.test" }));
  await refused(send({ ...forwarded, origin: "http://localhost:8000" }), 403, "wrong_origin");
  // Who changed a page on its way without encryption speaks for nobody.
  for (const host of ["chunxin.test", "vesna.test"]) {
    const told = { "x-forwarded-host": host, "x-forwarded-proto": "https", origin: `http://${host}` };
    await refused(send(told), 403, "wrong_origin");
  }
  // A proxy that terminates TLS without saying so.
  await read(send({ "x-forwarded-host": "vesna.test", origin: "http://vesna.test" }));
  await read(send({ "x-forwarded-host": "vesna.test", origin: "https://vesna.test" }));
  await refused(send({ "x-forwarded-host": "vesna.test", origin: "https://chunxin.test" }), 403, "wrong_origin");
});

Deno.test("every answer carries the headers of its kind, also refusals, files and redirects", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  for (
    const path of [
      "/en",
      "/en/nothing",
      "/api/girls",
      "/api/nothing",
      "/healthz",
      "/static/images/favicon.svg",
      "/favicon.ico",
    ]
  ) {
    const answer = await guest.get(path);
    const { headers } = answer;
    const policy = headers.get("content-security-policy") ?? "";
    expect([path, policy.includes("default-src 'none'"), /unsafe|\*|https?:/.test(policy)]).toEqual([
      path,
      true,
      false,
    ]);
    for (const part of ["script-src 'self'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(part);
    }
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("access-control-allow-origin")).toBe(null);
    if (path.startsWith("/api")) expect([path, headers.get("cache-control")]).toEqual([path, "no-store"]);
    await answer.body?.cancel();
  }
});

Deno.test("encryption is promised where the line is encrypted, and only there", async () => {
  await using site = await testApp({ config: { trustProxy: true } });
  const promise = async (scheme: string) =>
    (await site.visitor().request("/en", { headers: { "x-forwarded-proto": scheme } }))
      .headers.get("strict-transport-security");
  expect(await promise("https")).toBe("max-age=31536000");
  expect(await promise("http")).toBe(null);
});

Deno.test("a form leads to a payment provider from the pages of the purchase, and from no other", async () => {
  const stripe = { secretKey: "sk_test_1", webhookSecret: "whsec_1", apiBase: null };
  await using site = await testApp({ config: { payments: { stripe, paypal: null, solidgate: null } } });
  const james = await site.visitorAs(await site.addMan());
  const formAction = async (path: string) => {
    const answer = await james.get(path);
    await answer.body?.cancel();
    return /form-action ([^;]*)/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  };
  for (const path of ["/man/balance/purchase", "/en/man/balance/purchase", "/zh-hans/man/balance/purchase/review"]) {
    expect([path, await formAction(path)]).toEqual([path, "'self' https://checkout.stripe.com"]);
  }
  for (const path of ["/en/man/balance/history", "/en/man/balance/purchases", "/en/man/mail/inbox", "/en"]) {
    expect([path, await formAction(path)]).toEqual([path, "'self'"]);
  }
});

Deno.test("camera and microphone may be asked for where people film, and nowhere else; the rest is off everywhere", async () => {
  await using site = await testApp();
  const man = await site.visitorAs(await site.addMan({ credits: 100 }));
  const lady = await site.visitorAs(await site.addLady());
  const guest = site.visitor();
  const filming = [[man, "/en/man/chat"], [man, "/man/chat/check"], [lady, "/zh-hans/lady/chat"], [
    lady,
    "/en/lady/verification",
  ]] as const;
  const others = [[guest, "/en"], [man, "/en/man/mail/inbox"], [man, "/en/man/chats"], [guest, "/api/girls"], [
    guest,
    "/static/images/favicon.svg",
  ]] as const;
  const allows = async (visitor: typeof guest, path: string) => {
    const answer = await visitor.get(path);
    await answer.body?.cancel();
    const policy = answer.headers.get("permissions-policy") ?? "";
    expect([path, /geolocation=\(\), .*payment=\(\), .*usb=\(\)/.test(policy)]).toEqual([path, true]);
    expect([path, /=\*/.test(policy)]).toEqual([path, false]);
    return [/camera=(\S+?),/.exec(policy)?.[1], /microphone=(\S+?),/.exec(policy)?.[1]];
  };
  for (const [visitor, path] of filming) {
    expect([path, await allows(visitor, path)]).toEqual([path, ["(self)", "(self)"]]);
  }
  for (const [visitor, path] of others) expect([path, await allows(visitor, path)]).toEqual([path, ["()", "()"]]);
});

Deno.test("a proxy that drops the port of our address is named in the log, once an hour; what a visitor invents is not", async () => {
  await using site = await testApp({ config: { trustProxy: true } });
  Object.assign(site.deps.config.english, { url: "https://vesna.test:8443", hosts: ["vesna.test:8443"] });
  Object.assign(site.deps.config.chinese, { url: "https://chunxin.test", hosts: ["chunxin.test"] });
  const { asJames, letter } = await withJames(site);
  const send = (host: string, origin: string) => {
    const headers = { ...json, "x-forwarded-host": host, "x-forwarded-proto": "https", origin };
    return asJames.request("/api/mail", { method: "POST", body: letter, headers });
  };
  const lines = await logged(["vesna", "http"], async () => {
    await refused(send("vesna.test", evil), 403, "wrong_origin");
    // A form from one of our two sites to the other arrives where it was sent.
    await refused(send("chunxin.test", "https://vesna.test:8443"), 403, "wrong_origin");
    await read(send("vesna.test:8443", "https://vesna.test:8443"));
    // Anybody can write any host into a request.
    for (const host of ["call-the-plumber.example", "vesna.test:9", "127.0.0.1:8000"]) {
      await refused(send(host, "https://vesna.test:8443"), 403, "wrong_origin");
    }
  });
  expect(lines).toEqual([]);
  const line = ["error", { origin: "https://vesna.test:8443", host: "vesna.test" }];
  for (let hour = 0; hour < 2; hour++) {
    const told = await logged(["vesna", "http"], async () => {
      for (let press = 0; press < 3; press++) {
        await refused(send("vesna.test", "https://vesna.test:8443"), 403, "wrong_origin");
      }
    });
    expect(told.map(({ level, properties }) => [level, properties])).toEqual([line]);
    site.advance(3600_000);
  }
});
