/** The people of calls: how they come into the chat and find each other, and what it costs them. */
import { type Browser, type BrowserContext, expect as plain, type Page } from "@playwright/test";
import { ownSwitch } from "../journeys/chat_people.ts";
import { password } from "../journeys/people.ts";
import { rememberTold } from "../journeys/flashes.ts";
import { type Say, wordsFor } from "../journeys/words.ts";
import { patience, until } from "../patience.ts";
import type { SteppedCallSite } from "./site.ts";
import { factsOf, nothingLeft, pictureMoves, watchCalls } from "./watch.ts";

export const t: Say = wordsFor("en");

/** The journeys' patience, for runs without their runner, as in the bench. */
export const expect = plain.configure({ timeout: patience(30) });

/** A part of a longer story: a failure tells in which part it was. */
export async function part(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

export interface Caller {
  page: Page;
  context: BrowserContext;
  id: number;
  name: string;
  /** What the chat has sent to the page, in order. */
  heard: string[];
}

export interface CallerOptions {
  side: "man" | "lady";
  origin: string;
  /** The first name of a person of the demo world. */
  name: string;
  /** Whether camera and microphone are denied. */
  isDenied?: boolean;
  /** Runs before the page is opened. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

/** A person of the demo world signs in, in a context of her or his own, and opens the chat. */
export async function comes(browser: Browser, options: CallerOptions): Promise<Caller> {
  const { side, origin, name } = options;
  const permissions = options.isDenied ? [] : ["camera", "microphone"];
  // Otherwise, what blinks during a call would be painted sixty times a second.
  const reducedMotion = "reduce";
  const context = await browser.newContext({ baseURL: origin, locale: "en-GB", permissions, reducedMotion });
  context.setDefaultTimeout(patience(60));
  await watchCalls(context);
  await rememberTold(context);
  await options.prepare?.(context);
  const page = await context.newPage();
  const heard: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  await page.goto("/healthz");
  const id = await page.evaluate(async (wish) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/authorization", { method: "POST", headers, body: JSON.stringify(wish) });
    return (await answer.json()).user.id as number;
  }, { email: `${name.toLowerCase()}@demo.test`, password });
  const caller = { page, context, id, name, heard };
  await enterChat(caller, side);
  return caller;
}

async function enterChat({ page }: Caller, side: "man" | "lady"): Promise<void> {
  await page.goto(`/en/${side}/chat`);
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  await expect(page.locator(".chat__line")).toBeEmpty();
}

/** Finds a person who is online by number, and turns to her or him. */
export async function turnTo({ page }: Caller, other: Caller): Promise<void> {
  await page.getByRole("tab", { name: t("chat:tab.online") }).click();
  await page.locator(".people > li", { hasText: t("chat:id", { id: other.id }) }).locator(".name").click();
  await expect(page.locator(".chat__with")).toContainText(t("chat:id", { id: other.id }));
}

export const button = ({ page }: Caller, words: string) => page.getByRole("button", { name: words });
export const invitation = ({ page }: Caller) => page.getByRole("dialog", { name: t("chat:invitation.video") });
/** What a page says went wrong. */
export const trouble = ({ page }: Caller) => page.locator(".call").getByRole("alert");
/** What a call says of itself while it is lost or being made. */
export const stateOf = ({ page }: Caller) => page.locator(".call__state");

/** Asks for a call, and waits until that is told; with `isDirect`, for sites without a relay, agrees to go directly. */
export async function asks(from: Caller, to: Caller, { isDirect = false } = {}): Promise<void> {
  await turnTo(from, to);
  // The button is guarded for three seconds after a click.
  await expect(button(from, t("chat:videoChat"))).not.toHaveAttribute("aria-disabled", "true");
  await button(from, t("chat:videoChat")).click();
  if (isDirect) await button(from, t("call:direct.yes")).click();
}

export async function accepts(who: Caller, { isDirect = false } = {}): Promise<void> {
  const accept = invitation(who).getByRole("button", { name: t(isDirect ? "call:direct.accept" : "chat:accept") });
  await expect(accept).not.toHaveAttribute("aria-disabled", "true");
  await accept.click();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// Neither here nor in watch.ts does anything wait by expect.poll: when the test in which a poll began is over, Playwright
// ends the poll as passed, and calls between networks go on beside other tests.

/** Waits until the server has said that time runs, because both see each other, or that it stands still. */
export async function timeRuns(who: Caller, isSo: boolean): Promise<void> {
  await until(() => runs(who) === isSo, `${who.name}'s time ${isSo ? "running" : "standing still"}`);
}

/**
 * Lets some time of a minute pass and count. On a busy machine a path may be lost for a moment, while time stands still: so
 * each step waits until time runs.
 */
export async function timePasses(site: SteppedCallSite, who: Caller): Promise<void> {
  for (let steps = 0; steps < 3; steps++) {
    await timeRuns(who, true);
    await site.step(1);
  }
}

const runs = (who: Caller): boolean | undefined =>
  who.heard.map((frame) => JSON.parse(frame)).filter(({ event }) => event === "chat-open").at(-1)?.data.running;

/**
 * Waits until a call is lost and stays lost: after a change of the path it may be found once more, by the last packets.
 */
export async function staysLost(who: Caller): Promise<void> {
  let sinceMs = performance.now();
  await until(async () => {
    await pause(250);
    const isLost = !runs(who) && await stateOf(who).getByText(t("call:phase.lost")).isVisible();
    if (!isLost) sinceMs = performance.now();
    return performance.now() - sinceMs > 7000;
  }, `${who.name}'s call lost for good`);
}

/** Waits until a call runs and goes on running: what comes by a new path is then no rest of the old one. */
export async function staysFound(who: Caller): Promise<void> {
  let sinceMs = performance.now();
  let framesBefore = Infinity;
  await until(async () => {
    await pause(1000);
    const { framesDecoded } = await factsOf(who.page);
    const isFound = runs(who) && framesDecoded > framesBefore &&
      !await stateOf(who).getByText(t("call:phase.lost")).isVisible();
    framesBefore = framesDecoded;
    if (!isFound) sinceMs = performance.now();
    return performance.now() - sinceMs > 7000;
  }, `${who.name}'s call found for good`);
}

/** From the question to two moving pictures; returns by which path each got the other's. */
export async function call(from: Caller, to: Caller, how: { isDirect?: boolean } = {}) {
  await asks(from, to, how);
  await accepts(to, how);
  const [his, hers] = await Promise.all([pictureMoves(from.page), pictureMoves(to.page)]);
  for (const { page } of [from, to]) await expect(page.locator(".call__remote")).toBeVisible();
  return { from: his, to: hers };
}

export async function hangsUp(who: Caller): Promise<void> {
  await who.page.locator(".call").getByRole("button", { name: t("call:hangUp") }).click();
}

/** Nothing of a call is left at either side, neither on the screen nor behind it. */
export async function isOver(...people: Caller[]): Promise<void> {
  for (const { page } of people) {
    await expect(page.locator(".call__remote")).toHaveCount(0);
    await nothingLeft(page);
  }
}

/** Sets whether calls go only through a relay, by the switch on one's own card. */
export async function hidesAddress(who: Caller, isHidden: boolean): Promise<void> {
  const choice = await ownSwitch(who.page, t("call:relay.only"));
  // The switch turns once the server has confirmed it.
  if (await choice.isChecked() !== isHidden) await choice.click();
  await expect(choice).toBeChecked({ checked: isHidden });
  await who.page.locator(".chat__me summary").click();
}

export interface Entry {
  operation: string;
  credits: number;
}

/** Waits until the charges and refunds of his calls and chats are these. */
export async function hasPaid(who: Caller, charges: string[]): Promise<void> {
  await until(async () => String(await chargesOf(who)) === String(charges), `${who.name}'s ${charges}`);
}

/** The charges and refunds of his calls and chats, without the first `before`, oldest first, by his history. */
export async function chargesOf({ page }: Caller, before = 0): Promise<string[]> {
  const history = await page.evaluate(async () => {
    const answer = await fetch("/api/users/me/balance/history?limit=100");
    return (await answer.json()).history as Entry[];
  });
  return history.toReversed()
    .filter(({ operation }) => ["video_chat", "chat_session", "refund"].includes(operation))
    .map(({ operation, credits }) => `${operation} ${credits}`)
    .slice(before);
}
