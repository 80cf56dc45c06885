/** The two people of a chat in their browsers, and what every journey of the chat does and checks. */
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { type JourneyLocale, ladyIdOf, newMan, prefixes, settled, signedIn, type WalkedLocale } from "./people.ts";
import { type Say, wordsFor } from "./words.ts";

/** Each language has a lady of its own: a person is in one chat at a time. */
const ladies: Record<WalkedLocale, string> = { "en": "Olena", "zh-Hant": "Daria", "zh-Hans": "Solomiya" };
const men: Record<WalkedLocale, string> = { "en": "Walter", "zh-Hant": "志明", "zh-Hans": "国强" };
export const locales = ["en", "zh-Hant", "zh-Hans"] as const;

export async function enter(page: Page, side: "man" | "lady", locale: JourneyLocale, query = ""): Promise<void> {
  await page.goto(`${prefixes[locale]}/${side}/chat${query}`);
  await settled(page);
  await expect(page.locator(".chat__line")).toBeEmpty();
}

/** Finds a person who is online by number, and turns to her or him. */
export async function choose(page: Page, id: number, t: Say): Promise<void> {
  await page.getByRole("tab", { name: t("chat:tab.online") }).click();
  await personItem(page, id, t).locator(".name").click();
  await expect(page.locator(".chat__with")).toContainText(t("chat:id", { id }));
}

export const personItem = (page: Page, id: number, t: Say) =>
  page.locator(".people > li", { hasText: t("chat:id", { id }) });
/** A click waits out the guard against double clicks by itself: a guarded button is not enabled. */
export const button = (page: Page, words: string) => page.getByRole("button", { name: words });
/** The button in the head; the closed line is another button, with words of its own. */
export const textChat = (page: Page, t: Say) =>
  page.locator(".chat__with").getByRole("button", { name: t("chat:textChat") });
/** The closed line, which begins a chat when it is pressed. */
export const begin = (page: Page, t: Say) => page.locator(".chat__say").getByRole("button", { name: t("chat:begin") });

/** A switch of the menu behind one's own name. */
export async function ownSwitch(page: Page, words: string): Promise<Locator> {
  const menu = page.locator(".chat__me details");
  if (await menu.getAttribute("open") === null) await menu.locator("summary").click();
  return menu.getByRole("switch", { name: words });
}

/** A button of the menu behind the three dots in the head. */
export async function dotted(page: Page, words: string): Promise<Locator> {
  const menu = page.locator(".chat__more");
  if (await menu.getAttribute("open") === null) await menu.locator("summary").click();
  return menu.getByRole("button", { name: words });
}

export const dialog = (page: Page) => page.getByRole("dialog");
export const sheet = (page: Page, t: Say) => page.getByLabel(t("chat:message"), { exact: true });
export const log = (page: Page) => page.getByRole("log");
export const idOf = async (page: Page): Promise<number> =>
  (await (await page.request.get("/en/api/users")).json()).user.id;

export async function isOpen(page: Page, t: Say): Promise<void> {
  await expect(sheet(page, t)).toHaveAttribute("placeholder", t("chat:placeholder.open"));
}
export async function isClosed(page: Page, t: Say): Promise<void> {
  await expect(sheet(page, t)).toHaveAttribute("placeholder", t("chat:placeholder.closed"));
}

export interface Sums {
  /** How many minutes stay charged. */
  minutes: number;
  /** All credits that were charged, including those that went back. */
  credits: number;
  refunded: number;
}

/** What a chat came to, in the words of the page. */
export function summaryOf(t: Say, side: "man" | "lady", { minutes: count, credits, refunded }: Sums): string {
  const minutes = t("chat:minutes", { count });
  if (side === "lady") return t("chat:summary.lady", { minutes });
  const spent = t("common:credits", { count: credits - refunded });
  if (refunded === 0) return t("chat:summary.man", { minutes, credits: spent });
  return t("chat:summary.refunded", { minutes, credits: spent, charged: credits, refunded });
}

/** Checks the line of a conversation that says when the last chat ended and what it came to. */
export async function showsEnd(page: Page, t: Say, words: string): Promise<void> {
  const [before, after] = t("chat:mark.ended", { time: "\u0000" }).split("\u0000");
  await expect(log(page).locator(".event").last()).toHaveText(
    new RegExp(`^${escaped(before!)}\\d\\d:\\d\\d${escaped(after!)} ?${escaped(words)}$`),
  );
}
const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export interface Entry {
  operation: string;
  credits: number;
}

/** A man's entries of chats, oldest first, and his balance. */
export async function chatBook(page: Page): Promise<{ entries: [string, number][]; balance: number }> {
  const { history } = await (await page.request.get("/en/api/users/me/balance/history?limit=100")).json();
  const { user } = await (await page.request.get("/en/api/users")).json();
  const entries = (history as Entry[]).filter(({ operation }) => operation === "chat_session" || operation === "refund")
    .map(({ operation, credits }): [string, number] => [operation, credits]).reverse();
  return { entries, balance: user.balance };
}

export interface Two {
  locale: WalkedLocale;
  t: Say;
  man: Page;
  her: Page;
  manName: string;
  /** Her name as he reads it. */
  ladyName: string;
  manId: number;
  ladyId: number;
}

/** How a lady is called for readers of a language, in the chat as on her profile. */
export async function shownName(page: Page, ladyId: number, locale: JourneyLocale): Promise<string> {
  return (await (await page.request.get(`${prefixes[locale]}/api/girls/${ladyId}`)).json()).girl.name;
}

/** A new man and a lady of the demo, each in a browser; neither is in the chat yet. */
export async function twoPeople(browser: Browser, locale: WalkedLocale, who = ladies[locale]): Promise<Two> {
  const [man, her] = await Promise.all([
    newMan(browser, men[locale], { locale }),
    signedIn(browser, `${who.toLowerCase()}@demo.test`, { locale }),
  ]);
  const [manId, ladyId] = await Promise.all([idOf(man), ladyIdOf(man, who)]);
  const ladyName = await shownName(man, ladyId, locale);
  return { locale, t: wordsFor(locale), man, her, manName: men[locale], ladyName, manId, ladyId };
}

export async function part({ man, her }: Pick<Two, "man" | "her">): Promise<void> {
  await Promise.all([man.context().close(), her.context().close()]);
}

export const seesOnline = (page: Page) => expect(page.locator(".chat__with .presence--on")).toBeVisible();
export const seesOffline = (page: Page) =>
  expect(page.locator(".chat__with .presence:not(.presence--on)")).toBeVisible();

/** One asks, the other accepts, and the first minute is paid. */
export async function talk({ man, her, t }: Two, asker: "man" | "lady" = "man"): Promise<void> {
  const [asks, answers] = asker === "man" ? [man, her] : [her, man];
  await seesOnline(asks);
  await textChat(asks, t).click();
  await dialog(answers).getByRole("button", { name: t("chat:accept") }).click();
  await Promise.all([isOpen(man, t), isOpen(her, t)]);
}

/** Presses Tab, or Shift+Tab, until the focus is on `wanted`, as a person would who sees the focus. */
export async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press(key);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the focus never came to ${wanted}`);
}
