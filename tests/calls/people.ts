/** The people of calls: how they come into the chat, find each other, and what it cost them. */
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { password } from "../journeys/people.ts";
import { type Say, wordsFor } from "../journeys/words.ts";
import { watchCalls } from "./watch.ts";

export const t: Say = wordsFor("en");

export interface Caller {
  page: Page;
  context: BrowserContext;
  id: number;
  name: string;
}

export interface CallerOptions {
  side: "man" | "lady";
  origin: string;
  /** Of the demo world; her or his first name. */
  name: string;
  /** Camera and microphone are allowed unless it says otherwise. */
  isDenied?: boolean;
  /** Whether a relay alone may learn her or his address; as it is at first where nothing is said. */
  relayOnly?: boolean;
  /** Before the page's own code runs. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

/** Somebody of the demo world signs in, in a context of their own, and opens the chat. */
export async function comes(browser: Browser, options: CallerOptions): Promise<Caller> {
  const { side, origin, name } = options;
  const permissions = options.isDenied ? [] : ["camera", "microphone"];
  const context = await browser.newContext({ baseURL: origin, locale: "en-GB", permissions });
  context.setDefaultTimeout(15_000);
  await watchCalls(context);
  await options.prepare?.(context);
  const page = await context.newPage();
  await page.goto("/en/sign-in");
  const id = await page.evaluate(async (wish) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/authorization", { method: "POST", headers, body: JSON.stringify(wish) });
    return (await answer.json()).user.id as number;
  }, { email: `${name.toLowerCase()}@demo.test`, password });
  const caller = { page, context, id, name };
  await enterChat(caller, side);
  return caller;
}

export async function enterChat({ page }: Caller, side: "man" | "lady"): Promise<void> {
  await page.goto(`/en/${side}/chat`);
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  await expect(page.locator(".chat__line")).toBeEmpty();
}

/** Finds somebody who is online by number and turns to her or him. */
export async function turnTo({ page }: Caller, other: Caller): Promise<void> {
  await page.getByRole("tab", { name: t("chat:tab.online") }).click();
  await page.locator(".people > li", { hasText: t("chat:id", { id: other.id }) }).locator(".name").click();
  await expect(page.locator(".chat__with")).toContainText(t("chat:id", { id: other.id }));
}

export interface Entry {
  operation: string;
  credits: number;
}

/** What calls and chats have cost and brought back, oldest first, as his history says. */
export async function chargesOf({ page }: Caller): Promise<string[]> {
  const history = await page.evaluate(async () => {
    const answer = await fetch("/api/users/me/balance/history?limit=100");
    return (await answer.json()).history as Entry[];
  });
  return history.toReversed()
    .filter(({ operation }) => ["video_chat", "chat_session", "refund"].includes(operation))
    .map(({ operation, credits }) => `${operation} ${credits}`);
}
