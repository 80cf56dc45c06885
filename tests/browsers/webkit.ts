/** WebKit as Debian ships it, driven by WebDriver; a driver and a browser for each person, as a driver has one session. */
import { freePort } from "../../tools/free_port.ts";
import { type Child, startChild } from "../calls/child.ts";
import { patience } from "../patience.ts";
import type { Tab, WalkedBrowser } from "./tab.ts";

const driver = "/usr/bin/WebKitWebDriver";
const screen = "/usr/bin/Xvfb";
const triesAtMost = 3;
/** How long one command may take: a stuck browser answers none, and its driver would wait for ever. */
const commandSeconds = 30;
/** How WebDriver marks an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Null if there is none, or no screen to draw on. */
export async function openWebKit(): Promise<WalkedBrowser | null> {
  for (const each of [driver, screen]) if (!await Deno.stat(each).catch(() => null)) return null;
  const binary = await miniBrowser();
  if (!binary) return null;
  const display = `:${90 + Deno.pid % 900}`;
  const xvfb = await startChild(screen, [display, "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {});
  const drivers: Child[] = [];
  const browser: WalkedBrowser = {
    name: "WebKitGTK",
    async open() {
      for (let tries = 1;; tries++) {
        const port = freePort();
        const child = await startChild(driver, [`--port=${port}`], { env: { DISPLAY: display } });
        drivers.push(child);
        const tab = await tabOf(`http://127.0.0.1:${port}`, binary, (why) => browser.onBroken?.(why));
        if (tab) return tab;
        if (tries === triesAtMost) throw new Error(`no session of WebKit began:\n${child.said()}`);
      }
    },
    async close() {
      for (const each of drivers) await each.end();
      await xvfb.end();
    },
  };
  return browser;
}

async function miniBrowser(): Promise<string | null> {
  for await (const { name } of Deno.readDir("/usr/lib")) {
    for (const api of ["4.1", "6.0", "4.0"]) {
      const path = `/usr/lib/${name}/webkit2gtk-${api}/MiniBrowser`;
      if (await Deno.stat(path).catch(() => null)) return path;
    }
  }
  return null;
}

/** Whether a page crashed, or is stuck in a script that only reads the page; nothing else is "unknown". */
const isOfBrokenTab = (error: string, path: string): boolean =>
  error === "invalid session id" || error === "unknown error" ||
  (error === "timeout" && path.endsWith("/execute/sync"));

/** Null if no tab can be used in time: now and then a browser is stuck at its start, or before its first page. */
async function tabOf(driver: string, binary: string, onBroken: (why: Error) => void): Promise<Tab | null> {
  let state: "begins" | "serves" | "broken" = "begins";
  // Reported once, and only for a tab that was handed out.
  const breaks = (why: Error) => {
    if (state === "serves") onBroken(why);
    state = "broken";
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const signal = AbortSignal.timeout(patience(commandSeconds));
    const sent = { method, body: body ? JSON.stringify(body) : undefined, signal };
    const answer = await fetch(driver + path, sent).catch((error) => {
      if (signal.aborted) breaks(new Error(`${path} was never answered`));
      throw error;
    });
    const { value } = await answer.json();
    if (answer.ok) return value;
    const refused = new Error(`${path}: ${value.error}: ${value.message}`);
    if (isOfBrokenTab(value.error, path)) breaks(refused);
    throw refused;
  };
  const timeouts = { pageLoad: patience(commandSeconds / 2), script: patience(commandSeconds / 2) };
  const alwaysMatch = { "webkitgtk:browserOptions": { binary, args: ["--automation"] }, timeouts };
  const begin = () => ask("POST", "/session", { capabilities: { alwaysMatch } }) as Promise<{ sessionId: string }>;
  const deadline = performance.now() + patience(commandSeconds);
  let begun: { sessionId: string } | null = null;
  // The driver listens only a moment after it has started.
  while (!begun && performance.now() < deadline) {
    begun = await begin().catch(() => new Promise((resolve) => setTimeout(resolve, 100, null)));
  }
  if (!begun) return null;
  const session = `/session/${begun.sessionId}`;
  const element = async (selector: string) => {
    const found = await ask("POST", `${session}/element`, { using: "css selector", value: selector });
    return (found as Record<string, string>)[elementKey];
  };
  const tab: Tab = {
    goto: async (url) => void await ask("POST", `${session}/url`, { url }),
    run: (script, ...args) => ask("POST", `${session}/execute/sync`, { script, args }) as Promise<never>,
    click: async (selector) => void await ask("POST", `${session}/element/${await element(selector)}/click`, {}),
    type: async (selector, text) =>
      void await ask("POST", `${session}/element/${await element(selector)}/value`, { text }),
    choose: async (selector, path) =>
      void await ask("POST", `${session}/element/${await element(selector)}/value`, { text: path }),
    resize: async (width, height) => void await ask("POST", `${session}/window/rect`, { width, height }),
    // A broken one ends with its driver.
    close: async () => void (state === "serves" && await ask("DELETE", session).catch(() => {})),
  };
  const page = await tab.goto("about:blank").then(() => tab.run<string>("return document.URL;")).catch(() => null);
  if (page !== "about:blank") return null;
  state = "serves";
  return tab;
}
