/**
 * Which host a request is for, sent as no browser would send it: whatever it claims, its page belongs to one host, and a
 * page that was kept for one host is never shown on another.
 */
import { expect } from "expect";
import type { Config } from "../../services/config.ts";
import { testApp } from "../testing/site.ts";
import { type Answer, serveSite } from "../testing/wire.ts";

async function twoHosts(config: Partial<Config> = {}) {
  const site = await testApp({ config });
  Object.assign(site.deps.config.english, { url: "https://vesna.test", hosts: ["vesna.test"] });
  Object.assign(site.deps.config.chinese, { url: "https://chunxin.test", hosts: ["chunxin.test"] });
  const served = await serveSite(site);
  return {
    ...served,
    faq: () => served.send("GET /faq HTTP/1.1", { Host: "vesna.test" }),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await site.close();
    },
  };
}

const seen = ({ status, headers, body }: Answer) => ({
  status,
  lang: /<html lang="([\w-]+)"/.exec(body)?.[1],
  canonical: /rel="canonical" href="([^"]+)"/.exec(body)?.[1],
  promise: headers.get("strict-transport-security"),
  namesEvil: /evil/.test(body) || /evil/.test([...headers].join()),
});

const ours = {
  status: 200,
  lang: "en",
  canonical: "https://vesna.test/faq",
  promise: "max-age=31536000",
  namesEvil: false,
};

Deno.test("the target of a request names its host, whatever its Host header says, and so does its kept page", async () => {
  await using site = await twoHosts();
  const first = await site.send("GET http://vesna.test/faq HTTP/1.1", { Host: "evil.test" });
  expect(seen(first)).toEqual(ours);
  expect(seen(await site.faq())).toEqual(ours);
  const other = seen(await site.send("GET http://evil.test/faq HTTP/1.1", { Host: "vesna.test" }));
  expect([other.lang, other.canonical]).toEqual(["zh-Hant", "https://chunxin.test/faq"]);
  expect(seen(await site.faq())).toEqual(ours);
  const capitals = await site.send("GET /faq HTTP/1.1", { Host: "VESNA.test:80" });
  expect(seen(capitals)).toEqual(ours);
});

Deno.test("HTTP/2 is spoken by the proxy alone: who begins with it is refused, and nothing is kept of it", async () => {
  await using site = await twoHosts();
  const { status, body } = await site.send("PRI * HTTP/2.0", {}, "SM\r\n\r\n");
  expect([status, body]).toEqual([400, ""]);
  expect(seen(await site.faq())).toEqual(ours);
});

/** The headers that every refusal has, so that a browser does nothing with it. */
const guards = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"];

function expectMalformed(answer: Answer, what: string): void {
  expect([what, answer.status]).toEqual([what, 400]);
  for (const name of guards) expect([what, name, answer.headers.has(name)]).toEqual([what, name, true]);
  expect([what, /evil/.test(answer.body)]).toEqual([what, false]);
}

Deno.test("a Host that is none is refused as malformed, with the headers of every answer, and nothing is kept of it", async () => {
  await using site = await twoHosts();
  const hosts = [
    "vesna.test/faq?evil",
    "vesna.test/evil",
    "vesna.test?evil",
    "vesna.test#evil",
    "evil@vesna.test",
    "evil:pass@vesna.test",
    "vesna.test, evil.test",
    "vesna.test evil.test",
    "vesna.test\\evil",
    "vesna.test:99999",
    "vesna.test:evil",
    "%65vil.test",
    "evil<b>.test",
    "[::1",
    "[evil]",
    "1.2.3.400",
    "xn--a",
    "",
    "v\xe9sna.test",
    "http://vesna.test",
    `${"evil.".repeat(2000)}test`,
  ];
  for (const Host of hosts) {
    for (const path of ["/faq", "/", "/en", "/not-yet?next=/x", "/static/images/favicon.svg", "/chat/socket"]) {
      expectMalformed(await site.send(`GET ${path} HTTP/1.1`, { Host }), `${Host} ${path}`);
    }
    expectMalformed(await site.send("POST /auth/sign-in HTTP/1.1", { Host, "Content-Length": "1" }, "x"), Host);
  }
  for (const target of ["http://evil@vesna.test/faq", "ftp://vesna.test/faq", "http://vesna.test:99999/faq"]) {
    expectMalformed(await site.send(`GET ${target} HTTP/1.1`, { Host: "vesna.test" }), target);
  }
  expect(seen(await site.faq())).toEqual(ours);
});

Deno.test("behind a proxy a forwarded host or scheme that is none is refused, and a right one decides, kept or not", async () => {
  await using site = await twoHosts({ trustProxy: true });
  const ask = (headers: Record<string, string>, path = "/faq") =>
    site.send(`GET ${path} HTTP/1.1`, { Host: "127.0.0.1:8000", ...headers });
  const vesna = { "X-Forwarded-Host": "vesna.test" };
  const evil = seen(await ask({ "X-Forwarded-Host": "evil.test" }));
  expect([evil.status, evil.lang]).toEqual([200, "zh-Hant"]);
  expect(seen(await ask(vesna))).toEqual(ours);
  expect(seen(await ask({ "X-Forwarded-Host": "evil.test, VESNA.test" }))).toEqual(ours);
  for (const host of ["evil@vesna.test", "vesna.test/evil", "vesna.test evil", "[evil", "vesna.test:99999", "evil<"]) {
    expectMalformed(await ask({ "X-Forwarded-Host": host }), host);
    const call = await ask({ "X-Forwarded-Host": host }, "/api/countries");
    expectMalformed(call, host);
    expect(JSON.parse(call.body).code).toBe("malformed");
  }
  for (const scheme of ["javascript", "https:", "ht tp"]) {
    expectMalformed(await ask({ ...vesna, "X-Forwarded-Proto": scheme }), scheme);
  }
  expect(seen(await ask({ ...vesna, "X-Forwarded-Proto": "wss" }))).toEqual(ours);
  expect(seen(await ask(vesna))).toEqual(ours);
});

Deno.test("without a proxy no forwarded header changes anything, however it is written", async () => {
  await using site = await twoHosts();
  for (const value of ["evil.test", "evil@", "vesna.test/evil", ""]) {
    const sent = { "Host": "vesna.test", "X-Forwarded-Host": value, "X-Forwarded-Proto": value };
    expect(seen(await site.send("GET /faq HTTP/1.1", sent))).toEqual(ours);
  }
  expect(seen(await site.faq())).toEqual(ours);
});

Deno.test("an address without a path is the root, which is kept for nobody", async () => {
  await using site = await twoHosts();
  const sent = { "Host": "other.test", "Accept-Language": "zh-TW" };
  for (const target of ["http://other.test?evil", "http://other.test", "http://other.test?more"]) {
    const { status, headers, body } = await site.send(`GET ${target} HTTP/1.1`, sent);
    expect([target, status, headers.get("vary")?.includes("accept-language")]).toEqual([target, 200, true]);
    expect([target, body.includes("evil")]).toEqual([target, target.endsWith("evil")]);
  }
});

Deno.test("a page that is never kept is not kept by a roundabout way to it either", async () => {
  await using site = await twoHosts();
  const ask = (path: string, referer: string) =>
    site.send(`GET ${path} HTTP/1.1`, { Host: "vesna.test", Referer: referer });
  for (const path of ["/x/../not-yet", "/./not-yet", "/x/%2e%2e/not-yet", "/x\\..\\not-yet"]) {
    const [first, second] = [
      await ask(path, "https://vesna.test/girls/a"),
      await ask(path, "https://vesna.test/blog/b"),
    ];
    if (first.status !== 200) continue;
    expect([path, second.body === first.body]).toEqual([path, false]);
  }
});
