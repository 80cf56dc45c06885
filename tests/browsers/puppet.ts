/** A browser that puppeteer drives. */
import type { Browser, Page } from "puppeteer-core";
import { patience, until } from "../patience.ts";
import type { Tab, WalkedBrowser } from "./tab.ts";

export interface PuppetTab extends Tab {
  /** Runs a script in each page that is loaded, before the page's own. */
  before: (script: string) => Promise<void>;
}

export interface Puppet extends WalkedBrowser {
  open: () => Promise<PuppetTab>;
}

/** How long a browser may take to start: puppeteer allows half a minute, but a whole run starts everything at once. */
export const startMs = patience(120);

/** A browser of which each tab has a context of its own. */
export async function puppet(browser: Browser): Promise<Puppet> {
  return {
    name: await browser.version(),
    async open() {
      const context = await browser.createBrowserContext();
      return tabOf(await context.newPage());
    },
    close: () => browser.close(),
  };
}

function tabOf(page: Page): PuppetTab {
  // Polls instead of waiting for the next frame: a tab behind another one draws none.
  const found = (selector: string) =>
    until(async () => {
      const element = await page.$(selector).catch(() => null);
      return await element?.isVisible() ? element : null;
    }, selector);
  return {
    goto: async (url) => void await page.goto(url),
    before: async (script) => void await page.evaluateOnNewDocument(script),
    run: (body, ...args) =>
      page.evaluate((body, args) => new Function(body).apply(null, args), body, args) as Promise<never>,
    click: async (selector) => await (await found(selector)).click(),
    type: async (selector, text) => await (await found(selector)).type(text),
    choose: async (selector, path) => {
      const field = await page.$(selector) as Awaited<ReturnType<typeof page.$<"input">>>;
      await field!.uploadFile(path);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => page.browserContext().close(),
  };
}
