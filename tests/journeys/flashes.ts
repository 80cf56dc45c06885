/**
 * The flashes that a page has shown. A flash goes by itself after some seconds, which on a busy machine may be over before
 * anybody looks: so the page itself remembers each one that could be seen.
 */
import { type BrowserContext, expect, type Page } from "@playwright/test";

/** A flash's words, how it looks, and where its links lead, by the links' words. */
export interface Told {
  words: string;
  kind: "info" | "success" | "error";
  links: Record<string, string>;
}
type Remembering = typeof globalThis & { told: Told[] };

/** Runs before the page's own code: every flash from now on is remembered as long as the page stands. */
export async function rememberTold(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told: Told[] = [];
    (globalThis as Remembering).told = told;
    const known = new WeakMap<Element, Told>();
    const look = () => {
      for (const flash of document.querySelectorAll(".toasts .toast")) {
        if (!known.has(flash) && !flash.checkVisibility()) continue;
        const links = Object.fromEntries(
          [...flash.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")!]),
        );
        const words = (flash.textContent ?? "").replace(/\s+/g, " ");
        const { classList } = flash;
        const kind = classList.contains("toast--good")
          ? "success"
          : classList.contains("toast--bad")
          ? "error"
          : "info";
        const seen = known.get(flash);
        // A page that arrives in pieces has the flash before its words.
        if (seen) Object.assign(seen, { words, kind, links });
        else known.set(flash, told[told.push({ words, kind, links }) - 1]!);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/** Waits until the page has shown a flash with these words; each flash counts once. */
export async function told(page: Page, words: string): Promise<Told> {
  const all = () => page.evaluate(() => (globalThis as Remembering).told);
  await expect.poll(async () => (await all()).map((flash) => flash.words))
    .toContainEqual(expect.stringContaining(words));
  return await page.evaluate((words) => {
    const { told } = globalThis as Remembering;
    return told.splice(told.findIndex((flash) => flash.words.includes(words)), 1)[0]!;
  }, words);
}
