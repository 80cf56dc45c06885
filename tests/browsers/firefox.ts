/** Firefox as Debian ships it, by WebDriver BiDi, which it speaks by itself. */
import puppeteer, { type Page } from "puppeteer-core";
import type { Tab, WalkedBrowser } from "./tab.ts";

const path = "/usr/bin/firefox-esr";

/** Null where there is none. */
export async function openFirefox(): Promise<WalkedBrowser | null> {
  if (!await Deno.stat(path).catch(() => null)) return null;
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: path, headless: true });
  return {
    name: await browser.version(),
    async open() {
      const context = await browser.createBrowserContext();
      return tabOf(await context.newPage());
    },
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  const found = async (selector: string) => (await page.waitForSelector(selector, { visible: true }))!;
  return {
    goto: async (url) => {
      // A page that still goes elsewhere takes the first try with it.
      await page.goto(url).catch(() => page.goto(url));
    },
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
