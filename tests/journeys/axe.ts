/** What axe finds on a page: all its rules, in the page itself. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

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
  // The other mode opens a page of its own for each look, for the sake of frames from other origins, of which there
  // are none here; it takes twice the time.
  // And of what is in order nobody is told: the selectors and the markup of every place of every page.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html).slice(0, 3) }));
}
