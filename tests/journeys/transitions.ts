/** What a page kept in sight of the one before it: the names of the view transition that brought it, read in the browser. */
import type { Page } from "@playwright/test";

interface Noted {
  followed?: string[];
}

/** Runs in the page before all else. */
export function noteTransition(): void {
  addEventListener("pagereveal", (event) => {
    const { viewTransition } = event as Event & { viewTransition: { ready: Promise<void> } | null };
    const noted = globalThis as Noted;
    noted.followed = [];
    viewTransition?.ready.then(() => {
      const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "");
      noted.followed = moved.flatMap((name) => /^::view-transition-group\((.+)\)$/.exec(name)?.[1] ?? []);
    });
  });
}

/** Empty where the page appeared at once. */
export const followed = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => (globalThis as Noted).followed);
