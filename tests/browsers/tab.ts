/** A page in any browser, as far as the walk needs one; and how long it waits for what must come. */
import { until } from "../patience.ts";

export interface Tab {
  goto: (url: string) => Promise<void>;
  /** Runs the body of a function in the page, with `args` as its `arguments`. */
  run: <T>(body: string, ...args: unknown[]) => Promise<T>;
  /** Presses and types as a person does, not as a script would. */
  click: (selector: string) => Promise<void>;
  type: (selector: string, text: string) => Promise<void>;
  /** Chooses a file by its path. */
  choose: (selector: string, path: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
}

/** A browser that is open; each tab belongs to another person, with cookies of its own. */
export interface WalkedBrowser {
  name: string;
  open: () => Promise<Tab>;
  /** Called when a tab broke: it answers no more commands, or its page crashed. */
  onBroken?: (why: Error) => void;
  close: () => Promise<void>;
}

/** Goes to an address and makes sure that the page is there: a page that still goes elsewhere may get in between. */
export async function arrive(tab: Tab, url: string): Promise<void> {
  await until(async () => {
    await tab.goto(url).catch(() => {});
    return await tab.run<boolean>("return location.href === arguments[0];", url).catch(() => false);
  }, url);
}

/** Waits until the page shows an element, and in it the words if some are given. */
export async function sees(tab: Tab, selector: string, words = ""): Promise<void> {
  const body = `const found = [...document.querySelectorAll(arguments[0])];
    return found.some((each) => each.checkVisibility() && (each.textContent + (each.placeholder ?? "")).includes(arguments[1]));`;
  // Between two pages there is no page to ask.
  await until(() => tab.run<boolean>(body, selector, words).catch(() => false), `${selector} with "${words}"`);
}

/** Presses the button that says these words, once it can be pressed. */
export async function press(tab: Tab, words: string): Promise<void> {
  const body = `const found = [...document.querySelectorAll("button")].find((each) =>
      each.checkVisibility() && !each.disabled && each.ariaDisabled !== "true" &&
      (each.ariaLabel ?? each.textContent).trim().startsWith(arguments[0]));
    for (const each of document.querySelectorAll("[data-pressed]")) delete each.dataset.pressed;
    if (found) found.dataset.pressed = "";
    return found !== undefined;`;
  // An element that has just come may be drawn once more between being found and being pressed.
  const tryIt = async () => await tab.run<boolean>(body, words) && (await tab.click("[data-pressed]"), true);
  await until(() => tryIt().catch(() => false), `a button "${words}" to press`);
}

/** Waits until every island of the page is awake. */
export const awake = async (tab: Tab): Promise<void> => {
  const body = `return document.readyState === "complete" &&
    document.querySelectorAll("[data-island]").length === document.querySelectorAll("[data-hydrated]").length;`;
  await until(() => tab.run<boolean>(body).catch(() => false), "all islands awake");
};

/** By how much the page is wider than its window, a scrollbar aside; no page may be. */
export const overflowOf = (tab: Tab): Promise<number> =>
  tab.run<number>("return Math.max(0, document.documentElement.scrollWidth - innerWidth);");
