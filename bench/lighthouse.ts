/**
 * Lighthouse, mobile, on what a guest sees first: home, search, a profile, a post of the blog; the median score counts. As
 * in production, by HTTP/2 from nginx if that can be had; else by the site's own HTTP/1.1.
 */
import { chromium } from "@playwright/test";
import { ensureChromium } from "../tools/chromium.ts";
import { freePort } from "../tools/free_port.ts";
import { ensureNginx, startNginx } from "../tools/nginx.ts";
import { median, pinnedDeno, type Row, waitForWord } from "./measure.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const runs = 5;
/** The host of the example that the proxy is started with. */
const host = "vesna.example";

type Scores = Record<typeof categories[number], number>;

interface Report {
  /** Set if the page could not be measured, as on a machine that is busy with other things. */
  runtimeError?: { code: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
}

export async function measureLighthouse(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const [port, debugPort] = [freePort(), freePort()];
  const demo = pinnedDeno(0, ["run", "-A", "tools/demo.ts"], {
    PORT: String(port),
    DATA_DIR: `${folder}/data`,
    TRUST_PROXY: "1",
  });
  await using stack = new AsyncDisposableStack();
  const nginx = await ensureNginx();
  const proxy = nginx && stack.use(await startNginx(nginx, port, folder));
  const browser = new Deno.Command(await ensureChromium() ?? chromium.executablePath(), {
    args: [
      "--headless=new",
      `--remote-debugging-port=${debugPort}`,
      `--user-data-dir=${folder}/browser`,
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(proxy ? ["--ignore-certificate-errors", `--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`] : []),
      "about:blank",
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    await waitForWord(demo, "Listening");
    await untilAnswers(`http://127.0.0.1:${debugPort}/json/version`);
    const site = `http://localhost:${port}`;
    const visited = proxy ? `https://${host}` : site;
    const rows: Row[] = [];
    for (const [name, path] of await pagesOf(site)) rows.push(await measure(name, visited + path, debugPort));
    return rows.map((row) => ({ ...row, work: `${row.work}, ${proxy ? "HTTP/2 by nginx" : "HTTP/1.1"}` }));
  } finally {
    browser.kill();
    demo.kill();
    await Promise.all([browser.status, demo.status]);
    await Deno.remove(folder, { recursive: true });
  }
}

async function pagesOf(site: string): Promise<[name: string, path: string][]> {
  const { girls: [girl] } = await (await fetch(`${site}/api/girls?limit=1&sort=new`)).json();
  const { stories: [story] } = await (await fetch(`${site}/api/stories?type=blog&limit=1`)).json();
  const profile = await fetch(`${site}/en/girl/x-1-x-x-${girl.id}`);
  await profile.body?.cancel();
  return [["home", "/en"], ["search", "/en/search"], ["profile", new URL(profile.url).pathname], [
    "blog post",
    `/en/blog/${story.id}`,
  ]];
}

async function measure(name: string, url: string, port: number): Promise<Row> {
  // Imported here, because no other measurement needs it.
  const { default: lighthouse } = await import("lighthouse");
  const reports: Report[] = [];
  for (let run = 0; reports.length < runs && run < 2 * runs; run++) {
    const result = await lighthouse(url, { port, output: "json", logLevel: "silent", onlyCategories: [...categories] });
    const report = result?.lhr as unknown as Report | undefined;
    if (report && !report.runtimeError) reports.push(report);
  }
  if (reports.length === 0) throw new Error(`${url} could not be measured`);
  const scores = Object.fromEntries(
    categories.map((category) => [
      category,
      Math.round(100 * median(reports.map((report) => report.categories[category]?.score ?? 0))),
    ]),
  ) as Scores;
  const [{ audits, categories: found }] = reports as [Report];
  const weighed = Object.values(found).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  const failed = weighed.filter(({ id }) => (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]!.displayValue ?? ""}`.trim());
  return {
    work: `Lighthouse, mobile, ${name}`,
    measured: categories.map((category) => scores[category]).join(" / "),
    goal: "100 / 100 / 100 / 100",
    reached: categories.every((category) => scores[category] === 100),
    note: [`median of ${reports.length}`, ...failed].join("; "),
  };
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const answered = await fetch(url).then(async (response) => {
      await response.body?.cancel();
      return response.ok;
    }, () => false);
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`nobody answers at ${url}`);
}
