/** What axe finds on a page: all its rules, in the page itself. */
import type { BrowserContext, Page } from "@playwright/test";
import type axe from "axe-core";
import { readFileSync } from "node:fs";

/** Less than half as long as what the package exports; the browser reads it anew on every page. */
const source = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

export interface AxeFinding {
  /** The rule. */
  id: string;
  /** The markup of the first places. */
  nodes: string[];
}

/**
 * Loads axe before each page of a context that opens many: the browser keeps what it has compiled for the first page for the
 * others.
 */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: source });

/** Checks a page, or what lies within a selector; by all rules, or by those that are named. */
export async function axeFindings(page: Page, within?: string, rules?: string[]): Promise<AxeFinding[]> {
  // A colour in a transition is not the final one.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const look = () => page.evaluate(lookAround, [within, rules] as const);
  const found = await look();
  if (found) return found;
  // Once for each page: loading axe takes longer than running it.
  await page.evaluate(source);
  return (await look())!;
}

/** Runs in the page, in one go; null if axe is not there yet. */
async function lookAround([within, rules]: readonly [string | undefined, string[] | undefined]) {
  const { axe: here } = globalThis as unknown as { axe?: typeof axe };
  if (!here) return null;
  const transitions = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  while (transitions().length > 0) await Promise.allSettled(transitions().map(({ finished }) => finished));
  // What is in order is not reported, with all its selectors and markup. No rule that runs needs the style sheets.
  const preload = { assets: ["media"] };
  const { violations } = await here.run(within ?? document, { resultTypes: ["violations"], runOnly: rules, preload });
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html).slice(0, 3) }));
}
