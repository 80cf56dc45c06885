/** What axe finds on a page: all its rules, in the page itself. */
import type { Page } from "@playwright/test";
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

/** Looks at a page, or at what lies within a selector; by all rules, or by those that are named. */
export async function axeFindings(page: Page, within?: string, rules?: string[]): Promise<AxeFinding[]> {
  // A colour that is still on its way is nobody's choice.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition));
  // Once a page: to load axe takes longer than to run it.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(source);
  return await page.evaluate(async ([within, rules]) => {
    const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
    // Of what is in order nobody is told: the selectors and the markup of every place.
    const { violations } = await run(within ?? document, { resultTypes: ["violations"], runOnly: rules });
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html).slice(0, 3) }));
  }, [within, rules] as const);
}
