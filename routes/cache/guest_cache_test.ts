/** The guest cache gives all guests of one host and language the same page, and never one with somebody's own data. */
import { expect } from "expect";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { takeDown } from "../../kv/testing/publication.ts";
import { testApp, type TestSite } from "../testing/site.ts";
import { withGuestCache } from "./guest_cache.ts";

interface Cached {
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** How often the app itself was asked. */
  rendered: () => number;
}

function cached(site: TestSite): Cached {
  let count = 0;
  const handle = withGuestCache(site.deps, (request, connection) => {
    count++;
    return site.app.fetch(request, connection as never);
  });
  return {
    rendered: () => count,
    async get(path, headers = {}) {
      const url = new URL(path, "http://localhost:8000");
      return await handle(new Request(url, { headers: { host: url.host, ...headers } }), undefined);
    },
  };
}

const text = async (answer: Response | Promise<Response>) => await (await answer).text();
const cookieOf = (token: string) => ({ cookie: `slsid=${token}` });

async function tokenOf(site: TestSite, firstname: string, credits = 4321): Promise<string> {
  return (await site.visitorAs(await site.addMan({ firstname, credits }))).cookies.get("slsid")!;
}

Deno.test("a page is rendered once for all guests, byte for byte, with its headers", async () => {
  await using site = await testApp();
  await site.addLady();
  const pages = cached(site);
  for (const path of ["/en/search", "/search", "/zh-hans/search", "/en"]) {
    const before = pages.rendered();
    const [first, second] = [await pages.get(path), await pages.get(path, { cookie: "other=1" })];
    expect([path, pages.rendered() - before]).toEqual([path, 1]);
    expect([...second.headers]).toEqual([...first.headers]);
    expect(second.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(second.headers.get("set-cookie")).toBe(null);
    expect(await text(second)).toBe(await text(first));
  }
});

/** The parts of a page's frame that show whose page it is. */
const signsOf = (html: string) =>
  [">James<", ">4321<", ">Wei<", ">8765<", "/auth/sign-in"].filter((sign) => html.includes(sign));

Deno.test("a signed-in man never gets a guest's page, nor a guest his, in whichever order they come", async () => {
  await using site = await testApp();
  await site.addLady();
  for (const path of ["/en/search", "/en", "/en/girls/New_Ladies"]) {
    for (const isGuestFirst of [true, false]) {
      const pages = cached(site);
      const [james, wei] = [await tokenOf(site, "James"), await tokenOf(site, "Wei", 8765)];
      if (isGuestFirst) await text(pages.get(path));
      expect(signsOf(await text(pages.get(path, cookieOf(james))))).toEqual([">James<", ">4321<"]);
      const guests = await text(pages.get(path));
      expect(signsOf(guests)).toEqual(["/auth/sign-in"]);
      expect(signsOf(await text(pages.get(path, { cookie: `a=b; slsid=${wei}` })))).toEqual([">Wei<", ">8765<"]);
      expect(await text(pages.get(path)) === guests).toBe(true);
    }
  }
});

Deno.test("what carries a token, a session or a theme is neither looked up nor kept", async () => {
  await using site = await testApp();
  const pages = cached(site);
  const plain = await text(pages.get("/en/search"));
  const asked: [path: string, headers: Record<string, string>][] = [
    ["/en/search", cookieOf("a-dead-session-of-some-day")],
    ["/en/search", { cookie: "x=1;slsid=dead" }],
    ["/en/search", { cookie: "theme=dark" }],
    ["/en/search", { cookie: "theme =dark" }],
    ["/en/search", { cookie: "x=1 ;\ttheme\t=dark" }],
    ["/en/search", { authorization: "Bearer some-token" }],
    ["/en/search?access_token=some-token", {}],
    ["/en/search?a=b&access%5Ftoken=some-token", {}],
    ["/en/search?%61ccess_token=some-token", {}],
  ];
  for (const [path, headers] of asked) {
    for (let times = 0; times < 2; times++) {
      const before = pages.rendered();
      await text(pages.get(path, headers));
      expect([path, headers, pages.rendered() - before]).toEqual([path, headers, 1]);
    }
  }
  for (const cookie of ["theme=dark", "theme =dark"]) {
    expect(await text(pages.get("/en/search", { cookie }))).toContain('data-theme="dark"');
  }
  expect(await text(pages.get("/en/search"))).toBe(plain);
});

Deno.test("an answer that sets a cookie is never kept: a notice is shown once, to whom it was left", async () => {
  await using site = await testApp();
  const pages = cached(site);
  const notice = encodeURIComponent(JSON.stringify(["info", "refusals:conflict", {}]));
  const shown = await pages.get("/en/search", { cookie: `flash=${notice}` });
  expect(shown.headers.get("set-cookie")).toContain("flash=;");
  expect(await text(shown)).toContain("Something changed in the meantime");
  const next = await pages.get("/en/search");
  expect(next.headers.get("set-cookie")).toBe(null);
  expect(await text(next)).not.toContain("Something changed in the meantime");
});

Deno.test("a lady's change is seen at once: published, hidden, online", async () => {
  await using site = await testApp();
  const pages = cached(site);
  expect(await text(pages.get("/en/search"))).not.toContain("Zinaida");
  const lady = await site.addLady({ firstname: "Zinaida" }, { firstname: "Zinaida" });
  expect(await text(pages.get("/en/search"))).toContain("Zinaida");
  site.store.ladies.setOnline(lady.id, true);
  const before = pages.rendered();
  await text(pages.get("/en/search"));
  expect(pages.rendered()).toBe(before + 1);
  await takeDown(site.store, lady.id);
  expect(await text(pages.get("/en/search"))).not.toContain("Zinaida");
});

Deno.test("ladies who come and go touch no page that does not show it", async () => {
  await using site = await testApp();
  const lady = await site.addLady();
  const pages = cached(site);
  const silent = ["/en/faq", "/en/blog", "/zh-hans/about-us"];
  for (const path of silent) expect([path, (await pages.get(path)).status]).toEqual([path, 200]);
  const before = pages.rendered();
  for (let times = 0; times < 10; times++) {
    site.store.ladies.setOnline(lady.id, times % 2 === 0);
    for (const path of silent) await text(pages.get(path));
  }
  expect(pages.rendered()).toBe(before);
});

Deno.test("hosts, schemes and queries have pages of their own", async () => {
  await using site = await testApp();
  Object.assign(site.deps.config.english, { hosts: ["vesna.test"] });
  const pages = cached(site);
  const lang = async (url: string) => /<html lang="([\w-]+)"/.exec(await text(pages.get(url)))?.[1];
  expect(await lang("http://localhost:8000/search")).toBe("zh-Hant");
  expect(await lang("http://vesna.test/search")).toBe("en");
  expect(await lang("http://localhost:8000/search")).toBe("zh-Hant");
  const canonical = async (url: string) => /rel="canonical" href="([^"]+)"/.exec(await text(pages.get(url)))?.[1];
  expect(await canonical("https://vesna.test/search")).toBe("https://vesna.test/search");
  expect(await canonical("http://vesna.test/search")).toBe("http://vesna.test/search");
  const before = pages.rendered();
  await text(pages.get("/en/search?page=2"));
  await text(pages.get("/en/search?page=3"));
  expect(pages.rendered()).toBe(before + 2);
});

Deno.test("behind a proxy the forwarded host and scheme decide; without one they change nothing", async () => {
  const canonical = async (pages: Cached, headers: Record<string, string>) =>
    /rel="canonical" href="([^"]+)"/.exec(await text(pages.get("/en/search", headers)))?.[1];
  const evil = { "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" };
  {
    await using site = await testApp({ config: { trustProxy: true } });
    const pages = cached(site);
    expect(await canonical(pages, evil)).toBe("https://evil.test/en/search");
    expect(await canonical(pages, {})).toBe("http://localhost:8000/en/search");
    expect(await canonical(pages, { ...evil, "x-forwarded-proto": "http" })).toBe("http://evil.test/en/search");
  }
  await using site = await testApp();
  const pages = cached(site);
  expect(await canonical(pages, evil)).toBe("http://localhost:8000/en/search");
  expect(await canonical(pages, {})).toBe("http://localhost:8000/en/search");
});

Deno.test("calls, forms, mailed links, the root and whatever is not found are asked for each time", async () => {
  await using site = await testApp();
  const pages = cached(site);
  const paths = [
    "/",
    "/?a=1",
    "/api/girls",
    "/healthz",
    "/en/auth/sign-in",
    "/uk/auth/sign-up",
    "/ro/consent",
    "/zh-hans/auth/sign-up",
    "/auth/sign-in",
    "/email-confirmation/james%40example.test/key",
    "/en/password-reset/james%40example.test/key",
    "/en/nothing",
    "/dev/outbox",
  ];
  for (const path of paths) {
    const before = pages.rendered();
    await text(pages.get(path));
    await text(pages.get(path));
    expect([path, pages.rendered() - before]).toEqual([path, 2]);
  }
  const handle = withGuestCache(site.deps, () => Promise.resolve(new Response("posted")));
  const post = new Request("http://localhost:8000/en/search", { method: "POST" });
  expect(await text(handle(post, undefined))).toBe("posted");
});

Deno.test("a browser that takes compressed pages gets them, smaller and with the same words; no other does", async () => {
  await using site = await testApp();
  await site.addLady();
  const pages = cached(site);
  for (const path of ["/en/search", "/"]) {
    const plain = await pages.get(path);
    expect(plain.headers.get("content-encoding")).toBe(null);
    const words = new Uint8Array(await plain.arrayBuffer());
    for (const [accepted, encoding] of [["gzip, deflate, br, zstd", "br"], ["gzip", "gzip"], ["identity", null]]) {
      // Twice: compressed for the first request, and kept for the second.
      for (let turn = 0; turn < 2; turn++) {
        const answer = await pages.get(path, { "accept-encoding": accepted! });
        expect([answer.headers.get("content-encoding"), answer.headers.get("vary")?.includes("accept-encoding")])
          .toEqual([encoding, true]);
        const sent = new Uint8Array(await answer.arrayBuffer());
        if (encoding) expect(sent.byteLength).toBeLessThan(words.byteLength / 2);
        const read = encoding === "br" ? brotliDecompressSync(sent) : encoding ? gunzipSync(sent) : sent;
        expect(new TextDecoder().decode(read)).toBe(new TextDecoder().decode(words));
      }
    }
  }
});

Deno.test("a member's page, which holds what is hers or his alone, is never compressed", async () => {
  await using site = await testApp();
  const pages = cached(site);
  const answer = await pages.get("/en/search", { ...cookieOf(await tokenOf(site, "Jonas")), "accept-encoding": "br" });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, null]);
  await answer.body?.cancel();
});
