import { type Browser, chromium, type Page } from "@playwright/test";
import { signal } from "@preact/signals";
import { expect } from "expect";
import { pathToFileURL } from "node:url";
import type { ComponentChildren } from "preact";
import { PageProvider } from "../../components/page_context.ts";
import { islandTranslator } from "../../i18n/island_translate.ts";
import { until } from "../../tests/patience.ts";
import { buildAssets } from "./build.ts";
import { fixtureCatalogues } from "./fixtures/catalogues.ts";
import Broken from "./fixtures/islands/broken/island.tsx";
import Counter from "./fixtures/islands/counter/island.tsx";
import Drawer from "./fixtures/islands/drawer/island.tsx";
import Hello from "./fixtures/islands/hello/island.tsx";
import Likes from "./fixtures/islands/likes/island.tsx";
import { loadManifest, type Manifest } from "./manifest.ts";
import { loadIslands, renderPage } from "./mark.ts";

const islandsDir = new URL("fixtures/islands/", import.meta.url);
const policy = "default-src 'self'; script-src 'self'; style-src 'self'";
const at = { locale: "en" as const, prefix: "/en", path: "/" };
const t = islandTranslator("en", fixtureCatalogues.en);
const context = { ...at, t, href: (path: string) => `/en${path}`, viewer: null };

function Document({ children }: { children: ComponentChildren }) {
  return (
    <PageProvider value={context}>
      <html lang="en">
        <head>
          <title>Fixture</title>
          <link rel="icon" href="/icon" />
        </head>
        <body>{children}</body>
      </html>
    </PageProvider>
  );
}

interface Visit {
  page: Page;
  /** The browser's complaints. */
  complaints: string[];
  /** Paths that the browser asked for. */
  requests: string[];
  /** Files that the server denies from now on. */
  gone: Set<string>;
  manifest: Manifest;
}

// One build of the fixture islands and one Chromium for all tests: each has a page of its own.
const outDir = pathToFileURL(`${Deno.makeTempDirSync()}/`);
let manifest: Manifest;
let browser: Browser;
Deno.test.beforeAll(async () => {
  await buildAssets({ outDir, islandsDir, staticDir: new URL("fixtures/static/", import.meta.url) });
  manifest = loadManifest(new URL("manifest.json", outDir));
  await loadIslands(islandsDir, { manifest, catalogues: fixtureCatalogues });
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});
Deno.test.afterAll(async () => {
  await browser.close();
  Deno.removeSync(outDir, { recursive: true });
});

/** Serves one page under a strict policy, and opens it in Chromium. */
async function visit(
  content: () => ComponentChildren,
  work: (visit: Visit) => Promise<void>,
  before?: (v: Visit) => void,
) {
  const requests: string[] = [];
  const gone = new Set<string>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    if (gone.has(pathname)) return new Response("gone", { status: 404 });
    if (pathname.startsWith("/assets/")) {
      const type = pathname.endsWith(".js") ? "text/javascript" : "text/css";
      return new Response(await Deno.readFile(new URL(`.${pathname}`, outDir)), { headers: { "content-type": type } });
    }
    if (pathname === "/icon") return new Response(null, { status: 204 });
    const html = manifest.finishPage(renderPage(<Document>{content()}</Document>, at));
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
    return new Response("<!doctype html>" + html, { headers });
  });
  const page = await browser.newPage();
  try {
    const complaints: string[] = [];
    page.on("console", (message) => void (message.type() === "log" || complaints.push(message.text())));
    page.on("pageerror", (error) => void complaints.push(String(error)));
    const opened = { page, complaints, requests, gone, manifest };
    before?.(opened);
    await page.goto(`http://127.0.0.1:${server.addr.port}/`);
    await work(opened);
  } finally {
    await page.close();
    await server.shutdown();
  }
}

const awake = (page: Page, count: number) =>
  until(async () => await page.locator("[data-hydrated]").count() === count, `${count} islands that are awake`);

// The driver of the browser keeps its process and timers from one launch to the next.
const browserTest = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

browserTest(
  "a counter counts after hydration, with its words, ids and dates, under a strict policy",
  () =>
    visit(
      () => <Counter start={0} since={new Date("2026-02-03T00:00:00Z")} />,
      async ({ page, complaints, requests }) => {
        await awake(page, 1);
        const [button, output] = [page.locator("button"), page.locator("output")];
        const id = await output.getAttribute("id");
        expect(await output.textContent()).toBe("now 0 clicks, please");
        await button.click();
        expect(await output.textContent()).toBe("now 1 click, please");
        await button.click();
        expect(await output.textContent()).toBe("now 2 clicks, please");
        expect(await button.getAttribute("aria-describedby")).toBe(id);
        expect(await button.textContent()).toBe("More");
        expect(await page.locator("time").textContent()).toBe("2026");
        expect(await page.locator("a").getAttribute("href")).toBe("/en/search");
        expect(complaints).toEqual([]);
        expect(requests.filter((path) => /signals|likes|drawer/.test(path))).toEqual([]);
      },
    ),
);

browserTest("a slot keeps the server's nodes, and an island in it stays alive while it is hidden", () =>
  visit(
    () => (
      <Drawer isOpen>
        <em title="kept">kept</em>
        <Counter start={1} />
      </Drawer>
    ),
    async ({ page, complaints }) => {
      await page.evaluate(() => {
        const kept = document.querySelector("em")! as HTMLElement & { mark?: string };
        kept.mark = "same node";
      });
      await awake(page, 2);
      const inner = page.locator('[data-island="1"]');
      await inner.locator("button").click();
      expect(await inner.locator("output").textContent()).toBe("now 2 clicks, please");

      await page.locator(".toggle").click();
      expect(await page.locator("em").count()).toBe(0);
      expect(await page.locator(".toggle").getAttribute("aria-expanded")).toBe("false");
      await page.locator(".toggle").click();
      const mark = await page.evaluate(() => (document.querySelector("em") as HTMLElement & { mark?: string }).mark);
      expect(mark).toBe("same node");
      await inner.locator("button").click();
      expect(await inner.locator("output").textContent()).toBe("now 3 clicks, please");
      expect(complaints).toEqual([]);
    },
  ));

browserTest("children that were not shown at first appear when asked for, islands and all", () =>
  visit(() => (
    <Drawer>
      <em>later</em>
      <Counter start={5} />
    </Drawer>
  ), async ({ page, complaints }) => {
    await awake(page, 1);
    expect(await page.locator("em").count()).toBe(0);
    await page.locator(".toggle").click();
    expect(await page.locator("em").textContent()).toBe("later");
    await awake(page, 2);
    await page.locator('[data-island="1"] button').click();
    expect(await page.locator('[data-island="1"] output').textContent()).toBe("now 6 clicks, please");
    // The drawer's own counter counts on its own, with the texts that came with it.
    await page.locator("section > .counter button").click();
    expect(await page.locator("section > .counter output").textContent()).toBe("now 41 clicks, please");
    const ids = await page.locator("output").evaluateAll((all) => all.map((one) => one.id));
    expect(new Set(ids).size).toBe(2);
    expect(complaints).toEqual([]);
  }));

browserTest("two islands with one signal show one number", () => {
  const pair = () => {
    const likes = signal(3);
    return (
      <main>
        <Likes likes={likes} />
        <Likes likes={likes} />
        <Likes likes={signal(8)} />
      </main>
    );
  };
  return visit(pair, async ({ page, complaints }) => {
    await awake(page, 3);
    await page.locator(".likes").first().click();
    expect(await page.locator(".likes").allTextContents()).toEqual(["♥ 4", "♥ 4", "♥ 8"]);
    expect(complaints).toEqual([]);
  });
});

browserTest("an id that an island makes later is no other island's", () =>
  visit(() => (
    <main>
      <Counter start={0} />
      <Hello />
    </main>
  ), async ({ page }) => {
    await awake(page, 2);
    await page.locator(".hello").click();
    expect(await page.locator(".hello").getAttribute("id")).toBe("P2-0");
    expect(await page.locator("output").getAttribute("id")).toBe("P1-0");
  }));

for (const fails of ["rendering", "effect"] as const) {
  browserTest(`an island whose ${fails} fails says so, and takes no other island with it`, () =>
    visit(() => (
      <main>
        <Hello />
        <Broken fails={fails} />
        <Counter start={0} />
      </main>
    ), async ({ page, complaints }) => {
      await awake(page, 3);
      await page.locator(".hello").click();
      expect(await page.locator(".hello").textContent()).toBe("✓");
      await page.locator(".counter button").click();
      expect(await page.locator("output").textContent()).toBe("now 1 click, please");
      // Nor does it take its other parts.
      await page.locator(".broken").click();
      expect(await page.locator(".broken").textContent()).toBe("1");
      expect(complaints[0]).toBe(`Error: the ${fails} failed`);
    }));
}

browserTest("a page without islands asks for nothing", () =>
  visit(() => <p>calm</p>, async ({ page, requests }) => {
    await page.waitForLoadState("networkidle");
    expect(requests.filter((path) => path !== "/icon")).toEqual(["/"]);
    expect(await page.locator("script").count()).toBe(0);
  }));

browserTest("an island whose script is gone reloads the page once, and the others live", () =>
  visit(
    () => (
      <main>
        <Counter start={0} />
        <Hello />
      </main>
    ),
    async ({ page, requests }) => {
      await until(() => requests.filter((path) => path === "/").length === 2, "the page once more");
      await awake(page, 1);
      // Nor is it loaded a third time.
      await page.waitForTimeout(1000);
      expect(requests.filter((path) => path === "/")).toHaveLength(2);
      await page.locator(".counter button").click();
      expect(await page.locator("output").textContent()).toBe("now 1 click, please");
    },
    ({ gone, manifest }) => gone.add(manifest.islands.hello!.file),
  ));
