/** The chat as a room: people and what they write, a head that keeps its height, a closed line that opens the chat. */
import { type Browser, expect, type Page } from "@playwright/test";
import {
  begin,
  button,
  chatBook,
  choose,
  dialog,
  dotted,
  enter,
  idOf,
  isOpen,
  log,
  part,
  personItem,
  seesOffline,
  seesOnline,
  sheet,
  shownName,
  tabTo,
  twoPeople,
} from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { prefixes, signedIn } from "./people.ts";
import { told } from "./flashes.ts";
import { wordsFor } from "./words.ts";

const t = wordsFor("en");

const heightOf = (page: Page, what: string): Promise<number> =>
  page.locator(what).evaluate((element) => element.getBoundingClientRect().height);

test("the head keeps its height in every state, and the line to write on, at every width", async ({ browser, site }) => {
  const two = await twoPeople(browser, "en", "Viktoriya");
  const { man, her, ladyId, manId } = two;
  const heads = new Map<number, Map<number, string[]>>([[390, new Map()], [820, new Map()], [1440, new Map()]]);
  const lines: Record<string, number> = {};
  const look = async (state: string) => {
    for (const [width, heights] of heads) {
      await man.setViewportSize({ width, height: 844 });
      const height = await heightOf(man, ".chat__with");
      heights.set(height, [...heights.get(height) ?? [], state]);
      if (width === 390) lines[state] = await heightOf(man, ".chat__say");
      expect(await man.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  };
  await enter(man, "man", "en", `?with=${ladyId}`);
  await seesOffline(man);
  await look("she is away");
  await enter(her, "lady", "en", `?with=${manId}`);
  await seesOnline(man);
  await look("she is there");
  await man.locator(".chat__with").getByRole("button", { name: t("chat:videoChat") }).click();
  await expect(man.locator(".call").getByRole("alert")).toBeVisible();
  await look("a call without a camera");
  await man.locator(".call").getByRole("button", { name: t("call:direct.no") }).click();
  await expect(man.locator(".call")).toHaveCount(0);
  await begin(man, t).click();
  await expect(dialog(her)).toBeVisible();
  await look("she is asked");
  await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
  await isOpen(man, t);
  await look("they talk");
  await site.step(52);
  await site.step(2);
  await button(man, t("chat:stop")).click();
  await expect(man.locator(".chat__meter p")).toBeVisible();
  await look("it is over");
  await (await dotted(man, t("chat:block.label", { name: "Viktoriya" }))).click();
  await dialog(man).getByRole("button", { name: t("chat:block.do"), exact: true }).click();
  await expect(button(man, t("chat:block.undo"))).toBeFocused();
  await look("she is blocked");
  const seen = [...heads].map(([width, heights]) => ({ width, heights: [...heights] }));
  expect(seen.map(({ heights }) => heights.length), JSON.stringify(seen)).toEqual([1, 1, 1]);
  expect(lines).toEqual(Object.fromEntries(Object.keys(lines).map((state) => [state, 56])));
  await part(two);
});

test("the closed line begins a chat by keyboard; its end leads nobody into another one, and keeps what was not sent", async ({ browser, site }) => {
  const two = await twoPeople(browser, "en", "Marta");
  const { man, her, ladyId, manId } = two;
  await enter(her, "lady", "en", `?with=${manId}`);
  await enter(man, "man", "en", `?with=${ladyId}`);
  await expect(begin(man, t)).toContainText(/1\s+credit\/min/);
  await expect(begin(her, t)).not.toContainText(/min|€/);
  await man.setViewportSize({ width: 320, height: 256 });
  expect(await man.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await man.setViewportSize({ width: 1280, height: 720 });
  await tabTo(man, begin(man, t));
  await man.keyboard.press("Enter");
  await expect(dialog(her)).toBeVisible();
  await expect(sheet(man, t)).toBeFocused();
  await expect(sheet(man, t)).not.toBeEditable();
  await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
  await isOpen(man, t);
  await expect(sheet(man, t)).toBeFocused();
  await man.keyboard.type("Good evening");
  await man.keyboard.press("Enter");
  await expect(log(her)).toContainText("Good evening");
  await test.step("four times as large, what was written and what one writes stay in view", async () => {
    await man.setViewportSize({ width: 320, height: 256 });
    await expect(log(man).locator(".text").last()).toBeInViewport({ ratio: 1 });
    await expect(sheet(man, t)).toBeInViewport({ ratio: 1 });
    await expect(button(man, t("chat:stop"))).toBeInViewport({ ratio: 1 });
    expect(await man.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
  await test.step("on a phone on its side with its keyboard open, the bar gives its place to the words while he writes", async () => {
    await man.setViewportSize({ width: 640, height: 160 });
    await expect(sheet(man, t)).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await log(man).boundingBox())!.height).toBeGreaterThan(40);
    await expect(button(man, t("chat:stop"))).toBeHidden();
    await sheet(man, t).blur();
    await expect(button(man, t("chat:stop"))).toBeInViewport({ ratio: 1 });
    await sheet(man, t).focus();
  });
  await test.step("her number is whole, or not there", async () => {
    await man.setViewportSize({ width: 1280, height: 720 });
    const number = man.locator(".chat__name .folio");
    const cut = await number.evaluate((each) => {
      const [own, line] = [each, each.parentElement!].map((box) => box.getBoundingClientRect());
      return own!.top < line!.bottom && own!.right > line!.right;
    });
    expect(cut).toBe(false);
  });

  await site.step(40);
  await man.keyboard.type("There is something that I");
  await button(her, t("chat:stop")).click();
  await expect(begin(man, t)).toBeVisible();
  // He is still typing, which must not begin a chat.
  await expect(log(man)).toBeFocused();
  await man.keyboard.type(" wanted to say ");
  await man.keyboard.press("Enter");
  await expect(dialog(her)).toBeHidden();
  await expect(man.locator(".chat__asking")).toBeEmpty();
  await expect(sheet(man, t)).toBeVisible();
  await expect(sheet(man, t)).toHaveValue("There is something that I");
  expect(await chatBook(man)).toEqual({ entries: [["chat_session", -1]], balance: 19 });
  await part(two);
});

/** The same person on a phone. */
async function onTelephone(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const options = { storageState, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const context = await browser.newContext({ ...options, locale: "en-GB" });
  return await context.newPage();
}

test("on a telephone a finger finds people, begins a chat and has the screen for it", async ({ browser }) => {
  const two = await twoPeople(browser, "en", "Alla");
  const { her, ladyId, manId } = two;
  const man = await onTelephone(browser, two.man);
  await enter(man, "man", "en");
  // He has met nobody yet: the page tells what a minute costs, and leads on.
  const list = man.getByRole("tabpanel");
  await expect(list).toContainText(t("chat:none.recent"));
  await expect(list).toContainText(/1\s+credit\/min/);
  await expect(list.getByRole("link", { name: t("chat:toSearch") })).toBeVisible();
  await enter(her, "lady", "en", `?with=${manId}`);
  await list.getByRole("button", { name: t("chat:toOnline", { number: 1 }) }).tap();
  await expect(man.getByRole("switch")).toHaveCount(0);
  await personItem(man, ladyId, t).locator(".name").tap();
  await begin(man, t).tap();
  await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
  await isOpen(man, t);
  await expect(man.locator(".top")).toBeHidden();
  await expect(man.locator(".chat__meter")).toContainText(t("chat:meter.remains", { credits: "19 credits" }));
  // The height of one line, and of a line for the minute.
  expect(await heightOf(man, ".chat__meter")).toBeLessThan(44);
  expect(await man.locator(".chat__talk").evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(190);
  await man.getByRole("button", { name: t("chat:back") }).tap();
  await expect(man.locator(".top")).toBeVisible();
  await man.context().close();
  await part(two);
});

test("Wei reads her Chinese name and her line in the list, above the conversation, in it and in every notice", async ({ browser }) => {
  const say = wordsFor("zh-Hans");
  const [wei, halyna] = await Promise.all([
    signedIn(browser, "wei@demo.test", { locale: "zh-Hans" }),
    signedIn(browser, "halyna@demo.test", { locale: "uk" }),
  ]);
  const [weiId, halynaId] = [await idOf(wei), await idOf(halyna)];
  const name = await shownName(wei, halynaId, "zh-Hans");
  expect(name).toMatch(/^\p{Script=Han}+$/u);
  const { girl: { quote } } = await (await wei.request.get(`${prefixes["zh-Hans"]}/api/girls/${halynaId}`)).json();
  await Promise.all([enter(wei, "man", "zh-Hans"), enter(halyna, "lady", "uk", `?with=${weiId}`)]);
  await choose(wei, halynaId, say);
  const item = personItem(wei, halynaId, say);
  await expect(item.locator(".name")).toContainText(name);
  await expect(item.locator(".says")).toHaveText(quote);
  await expect(wei.locator(".chat__with h2")).toHaveText(name);
  await begin(wei, say).click();
  await expect(wei.locator(".chat__asking")).toHaveText(say("chat:asking", { name }));
  await dialog(halyna).getByRole("button", { name: wordsFor("uk")("chat:accept") }).click();
  await isOpen(wei, say);
  await sheet(halyna, wordsFor("uk")).fill("Добрий вечір");
  await halyna.keyboard.press("Enter");
  await expect(log(wei)).toContainText(`${name}:Добрий вечір`);
  await button(halyna, wordsFor("uk")("chat:stop")).click();
  await told(wei, say("chat:flash.left", { name }));
  await expect(wei.locator(".chat")).not.toContainText("Галина");
  await expect(halyna.locator(".chat__me")).toContainText("Галина");
  await part({ man: wei, her: halyna });
});
