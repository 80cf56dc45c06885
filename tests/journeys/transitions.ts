/** What a page kept in sight of the one before it: the names of the view transition that brought or changed it, read in the browser. */
import type { Page } from "@playwright/test";

interface Noted {
  followed?: string[];
}

/** Runs in the page before all else. */
export function noteTransition(): void {
  const noted = globalThis as Noted;
  const note = (transition: { ready: Promise<void> } | null) => {
    noted.followed = [];
    transition?.ready.then(() => {
      const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "");
      noted.followed = moved.flatMap((name) => /^::view-transition-group\((.+)\)$/.exec(name)?.[1] ?? []);
    });
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

/** Empty where the page appeared at once. */
export const followed = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => (globalThis as Noted).followed);
