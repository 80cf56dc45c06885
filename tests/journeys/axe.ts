/** What axe finds on a page: all its rules, in the page itself. */
import type { BrowserContext, Page } from "@playwright/test";
import type axe from "axe-core";
import { readFileSync } from "node:fs";

/** Less than half as long as what the package exports, and read anew by the browser on every page. */
const source = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

export interface AxeFinding {
  /** The rule. */
  id: string;
  /** The markup of the first places. */
  nodes: string[];
}

/**
 * axe is there before each page of a context that loads many: what the browser has once compiled for the first it keeps
 * for the others.
 */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: source });

/** Looks at a page, or at what lies within a selector; by all rules, or by those that are named. */
export async function axeFindings(page: Page, within?: string, rules?: string[]): Promise<AxeFinding[]> {
  // A colour that is still on its way is nobody's choice.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const look = () => page.evaluate(lookAround, [within, rules] as const);
  const found = await look();
  if (found) return found;
  // Once a page: to load axe takes longer than to run it.
  await page.evaluate(source);
  return (await look())!;
}

/** In the page itself, in one go; null where axe is not there yet. */
async function lookAround([within, rules]: readonly [string | undefined, string[] | undefined]) {
  const { axe: here } = globalThis as unknown as { axe?: typeof axe };
  if (!here) return null;
  const transitions = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  while (transitions().length > 0) await Promise.allSettled(transitions().map(({ finished }) => finished));
  // Of what is in order nobody is told: the selectors and the markup of every place. No rule that runs asks for the sheets.
  const preload = { assets: ["media"] };
  const { violations } = await here.run(within ?? document, { resultTypes: ["violations"], runOnly: rules, preload });
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html).slice(0, 3) }));
}
