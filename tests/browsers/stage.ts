/** People's tabs on the site in any browser, and what every walk does with them again and again. */
import { expect } from "expect";
import { until } from "../patience.ts";
import { arrive, awake, overflowOf, type Tab, type WalkedBrowser } from "./tab.ts";

export const password = "Demo-2026!";

/** The widths that are walked: a phone's and a desktop's. */
export const widths = [{ width: 390, height: 844 }, { width: 1440, height: 900 }] as const;

export type Size = typeof widths[number];

export interface Staging {
  browser: WalkedBrowser;
  /** Where the browser finds the site. */
  origin: string;
  size: Size;
  say: (sentence: string) => void;
}

export interface Stage extends Staging {
  /** Opens a tab of a person of its own. */
  begin: () => Promise<Tab>;
  /** Goes to a page, which must be the one asked for, awake, and no wider than its window. */
  go: (tab: Tab, path: string) => Promise<void>;
}

/** Walks on a stage of its own; however that ends, its tabs are closed. */
export async function onStage(staging: Staging, walk: (stage: Stage) => Promise<void>): Promise<void> {
  const { browser, origin, size } = staging;
  const open: Tab[] = [];
  const begin = async (): Promise<Tab> => {
    const tab = await browser.open();
    open.push(tab);
    await tab.resize(size.width, size.height);
    return tab;
  };
  const go = async (tab: Tab, path: string) => {
    await arrive(tab, origin + path);
    await awake(tab);
    expect([path, await overflowOf(tab)]).toEqual([path, 0]);
  };
  try {
    await walk({ ...staging, begin, go });
  } finally {
    for (const tab of open) await tab.close();
  }
}

/** Asks the site's API as the person whose tab it is. */
export const called = <T>(tab: Tab, method: string, path: string, body?: unknown): Promise<T> =>
  tab.run<T>(
    `const [method, path, body] = arguments;
     return fetch(path, { method, headers: { "content-type": "application/json" }, body }).then((answer) => answer.json());`,
    method,
    path,
    body === undefined ? undefined : JSON.stringify(body),
  );

export async function ladyIdOf(tab: Tab, name: string): Promise<number> {
  const { girls } = await called<{ girls: { id: number }[] }>(tab, "GET", `/api/girls?firstname=${name}&limit=1`);
  return girls[0]!.id;
}

/** The code by which an address is confirmed, from the mail to it. */
export const codeFor = (origin: string, email: string): Promise<string> =>
  until(async () => {
    const { mails } = await (await fetch(`${origin}/dev/outbox.json`)).json();
    const mail = mails.find(({ to }: { to: string }) => to === email);
    return /\d{6,}/.exec(mail?.text ?? "")?.[0];
  }, "the code's mail");
