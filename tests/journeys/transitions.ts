/** What a page kept in sight of the one before: the names in the view transition that brought it, read in the browser. */
import { expect, type Page } from "@playwright/test";
import { patience } from "../patience.ts";

interface Noted {
  followed?: string[];
  isGivenUp?: boolean;
}

/** Runs in the page before everything else. */
export function noteTransition(): void {
  const noted = globalThis as Noted;
  const note = (transition: { ready: Promise<void> } | null) => {
    noted.followed = [];
    noted.isGivenUp = !transition;
    transition?.ready.then(() => {
      const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "");
      noted.followed = moved.flatMap((name) => /^::view-transition-group\((.+)\)$/.exec(name)?.[1] ?? []);
    }, () => noted.isGivenUp = true);
  };
  addEventListener("pagereveal", (event) => {
    note((event as Event & { viewTransition: { ready: Promise<void> } | null }).viewTransition);
  });
  const start = Document.prototype.startViewTransition;
  Document.prototype.startViewTransition = function (update) {
    const transition = start.call(this, update);
    note(transition);
    return transition;
  };
}

/** The names that were kept in sight; empty if the page appeared at once. */
export const followed = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => (globalThis as Noted).followed);

/**
 * Goes to a page, and waits until something of the page before is kept in sight. A browser that needs more than four seconds
 * for the next page gives the transition up, or has none: then `goThere` is called once more.
 */
export async function follow(page: Page, name: string, goThere: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await goThere();
    const isOver = () =>
      page.evaluate(() => (globalThis as Noted).isGivenUp || (globalThis as Noted).followed!.length > 0);
    await expect.poll(isOver, { timeout: patience(5) }).toBe(true);
    expect(await followed(page)).toContain(name);
  }).toPass({ timeout: patience(60) });
}
