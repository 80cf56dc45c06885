/** Who reaches the chat, and how: in the specified words, by keyboard alone, on a telephone, under a name of one's own. */
import { expect } from "@playwright/test";
import {
  button,
  choose,
  dialog,
  dotted,
  enter,
  idOf,
  isClosed,
  isOpen,
  log,
  ownSwitch,
  part,
  seesOffline,
  seesOnline,
  sheet,
  showsEnd,
  tabTo,
  talk,
  textChat,
  twoPeople,
} from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { newMan, password, prefixes, signedIn } from "./people.ts";
import { told } from "./flashes.ts";
import { wordsFor } from "./words.ts";

const t = wordsFor("en");

test("who takes no requests, and who is gone, is not asked, in these words", async ({ browser }) => {
  const { man, her, ladyId } = await twoPeople(browser, "en", "Yulia");
  await Promise.all([enter(her, "lady", "en"), enter(man, "man", "en", `?with=${ladyId}`)]);
  await (await ownSwitch(her, t("chat:allow.text"))).uncheck();
  await told(her, "Text Chat - REQUESTS are Off!");
  await man.getByRole("tab", { name: t("chat:tab.online") }).click();
  await expect(man.getByRole("img", { name: t("chat:takesNo.text") })).toBeVisible();
  await (await ownSwitch(her, t("chat:allow.text"))).check();
  await told(her, "Text Chat - REQUESTS are On!");
  await her.context().close();
  await seesOffline(man);
  await textChat(man, t).click();
  await told(man, "Sorry, Yulia - is OFFLINE now!");
  await button(man, t("chat:videoChat")).click();
  await told(man, "Can't start Video Chat - Sorry, Yulia - is OFFLINE now!");
  await man.context().close();
});

test("a man without credits sees the price before he accepts, cannot accept, and she is not left waiting", async ({ browser }) => {
  const [her, poor] = await Promise.all([
    signedIn(browser, "kateryna@demo.test"),
    signedIn(browser, "poor@demo.test"),
  ]);
  await enter(poor, "man", "en");
  await enter(her, "lady", "en", `?with=${await idOf(poor)}`);
  await seesOnline(her);
  await textChat(her, t).click();
  await expect(dialog(poor)).toContainText(/1 credit ≈\s€\d/);
  await dialog(poor).getByRole("button", { name: t("chat:accept") }).click();
  await Promise.all([
    expect(dialog(poor)).toBeHidden(),
    told(poor, "Your credits are running low, please refund your balance."),
    told(her, "decline your request for Text chat..."),
  ]);
  await part({ man: poor, her });
});

test("a whole chat by keyboard alone, on a telephone: to her, into it, a message, out, and a block", async ({ browser, site }) => {
  const two = await twoPeople(browser, "en", "Tetiana");
  const { man, her, ladyId, manName } = two;
  await man.setViewportSize({ width: 390, height: 700 });
  let hears = (_frame: string) => {};
  await man.routeWebSocket(/\/chat\/socket\?/, (line) => {
    line.connectToServer();
    hears = (frame) => line.send(frame);
  });
  await enter(her, "lady", "en");
  // She is in the head of the page when she is asked.
  await her.keyboard.press("Tab");
  await enter(man, "man", "en");
  await tabTo(man, man.getByRole("tab", { name: t("chat:tab.recent") }));
  await man.keyboard.press("ArrowLeft");
  await expect(man.getByRole("tab", { name: t("chat:tab.online") })).toBeFocused();
  await tabTo(man, man.locator(".people > li", { hasText: t("chat:id", { id: ladyId }) }).locator(".name"));
  await man.keyboard.press("Enter");
  await expect(man.locator(".chat__side")).toBeHidden();
  await tabTo(man, textChat(man, t));
  await man.keyboard.press("Enter");
  await expect(dialog(her)).toBeVisible();
  // A key that was meant for something else answers no question.
  await her.keyboard.press("Enter");
  await her.keyboard.press("Space");
  await expect(dialog(her)).toBeVisible();
  const accept = dialog(her).getByRole("button", { name: t("chat:accept") });
  await tabTo(her, accept);
  // A question that has just come cannot be answered at once, by what was meant for something else.
  await expect(accept).toBeEnabled();
  await her.keyboard.press("Enter");
  await expect(sheet(her, t)).toBeFocused();
  await isOpen(man, t);
  await expect(sheet(man, t)).toBeFocused();
  await man.keyboard.type("Good evening");
  await man.keyboard.press("Enter");
  await expect(log(her)).toContainText("Good evening");
  await test.step("the table of emoji takes the focus once, and closes when it is left", async () => {
    const [search, emoji] = [her.getByLabel(t("chat:emojiSearch")), her.locator(".emoji__view button").first()];
    await expect(sheet(her, t)).toBeFocused();
    await her.keyboard.press("Shift+Tab");
    await her.keyboard.press("Enter");
    await expect(emoji).toBeVisible();
    await expect(search).toBeFocused();
    await her.keyboard.press("ArrowDown");
    await expect(emoji).toBeFocused();
    // Whatever comes renders her page again.
    await man.keyboard.type("The snow has gone");
    await man.keyboard.press("Enter");
    await expect(log(her)).toContainText("The snow has gone");
    await expect(emoji).toBeFocused();
    await her.keyboard.press("Tab");
    await expect(sheet(her, t)).toBeFocused();
    await expect(search).toBeHidden();
    await her.keyboard.press("Shift+Tab");
    await her.keyboard.press("Enter");
    await expect(search).toBeFocused();
    await her.locator(".emoji__view h3").first().click();
    await her.keyboard.press("Escape");
    await expect(search).toBeHidden();
    await expect(button(her, t("chat:emoji"))).toBeFocused();
  });

  await test.step("where the way to more credits was, the message field has the focus once there are more", async () => {
    const has = (balance: number, seq: number) =>
      hears(JSON.stringify({ event: "balance-changed", data: { balance, seq } }));
    const way = man.locator(".chat__meter").getByRole("link", { name: t("common:buyCredits") });
    has(0, 1000);
    await expect(way).toHaveAttribute("href", /next=.*with%3D/);
    await way.focus();
    has(19, 1001);
    await expect(way).toHaveCount(0);
    await expect(sheet(man, t)).toBeFocused();
  });

  // With a keyboard on the screen, the sheet stays in view, and so does the newest message.
  await man.setViewportSize({ width: 390, height: 400 });
  await expect(sheet(man, t)).toBeInViewport();
  await expect(log(man).getByText("Good evening")).toBeInViewport();
  await man.keyboard.type("It rains here");
  await man.keyboard.press("Enter");
  await expect(log(man).getByText("It rains here")).toBeInViewport();
  await expect(sheet(man, t)).toBeInViewport();
  expect(await man.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await man.setViewportSize({ width: 390, height: 700 });

  await site.step(40);
  await tabTo(man, button(man, t("chat:stop")), "Shift+Tab");
  await man.keyboard.press("Enter");
  await expect(man.locator(".chat__meter p")).toHaveText("1 minute, 1 credit.");
  await showsEnd(man, t, "1 minute, 1 credit.");
  await expect(textChat(man, t)).toBeFocused();

  await choose(her, two.manId, t);
  await tabTo(her, her.locator(".chat__more summary"));
  await her.keyboard.press("Enter");
  await tabTo(her, button(her, t("chat:block.label", { name: manName })));
  await her.keyboard.press("Enter");
  await expect(dialog(her)).toBeVisible();
  await tabTo(her, dialog(her).getByRole("button", { name: t("chat:block.do"), exact: true }));
  await her.keyboard.press("Enter");
  await expect(button(her, t("chat:block.undo"))).toBeFocused();
  await seesOffline(man);
  await her.keyboard.press("Enter");
  await Promise.all([told(her, t("chat:flash.unblocked", { name: manName })), seesOnline(man)]);
  await part(two);
});

test("whom a block is asked about stays the same when a chat with somebody else opens meanwhile", async ({ browser }) => {
  const two = await twoPeople(browser, "en", "Veronika");
  const { man, her, manId, manName } = two;
  const wei = await signedIn(browser, "wei@demo.test");
  await Promise.all([enter(man, "man", "en"), enter(wei, "man", "en"), enter(her, "lady", "en", `?with=${manId}`)]);
  await seesOnline(her);
  await textChat(her, t).click();
  await choose(her, await idOf(wei), t);
  await (await dotted(her, t("chat:block.label", { name: "Wei" }))).click();
  await expect(dialog(her)).toContainText("Wei");
  expect(await dialog(her).locator("p").evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await dialog(man).getByRole("button", { name: t("chat:accept") }).click();
  await isOpen(her, t);
  await expect(her.locator("#chat-partner")).toHaveText(manName);
  await expect(dialog(her)).toContainText("Wei");
  await dialog(her).getByRole("button", { name: t("chat:block.cancel") }).click();
  await expect(dialog(her)).toBeHidden();
  await part(two);
  await wei.context().close();
});

test("a chat that opens on a phone while a name is asked for leaves the question in view", async ({ browser }) => {
  const two = await twoPeople(browser, "en", "Natalia");
  const { man, her, manId } = two;
  await her.setViewportSize({ width: 390, height: 700 });
  await Promise.all([enter(man, "man", "en"), enter(her, "lady", "en", `?with=${manId}`)]);
  await seesOnline(her);
  await textChat(her, t).click();
  await button(her, t("chat:back")).click();
  await her.locator(".chat__me summary").click();
  await button(her, t("chat:name.change")).click();
  await dialog(man).getByRole("button", { name: t("chat:accept") }).click();
  await isOpen(man, t);
  await expect(sheet(her, t)).toBeVisible();
  await dialog(her).getByRole("button", { name: t("chat:close") }).click();
  await sheet(her, t).fill("Good evening.");
  await button(her, t("chat:send")).click();
  await expect(log(man)).toContainText("Good evening.");
  await part(two);
});

test("a link from her profile leads to the chat with her", async ({ browser }) => {
  const man = await newMan(browser, "Walter");
  const { girls } = await (await man.request.get("/en/api/girls?firstname=Yaryna&limit=1")).json();
  await man.goto(`${prefixes.en}/girl/x-1-x-x-${girls[0].id}`);
  await man.getByRole("link", { name: t("profile:textChat") }).first().click();
  await expect(man.locator(".chat__with h2")).toHaveText("Yaryna");
  await man.context().close();
});

test("a name is changed by asking, and never to nothing", async ({ browser }) => {
  const man = await newMan(browser, "Walter");
  await enter(man, "man", "en");
  await man.locator(".chat__me summary").click();
  await button(man, t("chat:name.change")).click();
  const field = dialog(man).getByLabel(t("chat:name.label"));
  await field.fill("  ");
  await dialog(man).getByRole("button", { name: t("chat:name.save") }).click();
  await expect(dialog(man).getByRole("alert")).toHaveText("Name can't be empty!");
  await expect(field).toBeFocused();
  await field.fill("Wat");
  await dialog(man).getByRole("button", { name: t("chat:name.save") }).click();
  await expect(dialog(man)).toBeHidden();
  await expect(man.locator(".chat__me")).toContainText("Wat");
  for (const name of ["Wal", "Walt", "Wally", "Walter", "Wat"]) {
    await man.locator(".chat__me summary").click();
    await button(man, t("chat:name.change")).click();
    await field.fill(name);
    await dialog(man).getByRole("button", { name: t("chat:name.save") }).click();
    if (name !== "Wat") await expect(dialog(man)).toBeHidden();
  }
  await expect(dialog(man).getByRole("alert")).toHaveText(t("refusals:too_many_requests_names"));
  await man.context().close();
});

test("a chat ends where somebody else signs in in another tab", async ({ browser, site }) => {
  const two = await twoPeople(browser, "en", "Yaryna");
  const { man, her, manId, ladyId } = two;
  await enter(her, "lady", "en", `?with=${manId}`);
  await enter(man, "man", "en", `?with=${ladyId}`);
  await talk(two);
  // The page is watched when its worker is there.
  await man.evaluate(() => navigator.serviceWorker.ready);
  const data = { email: "wei@demo.test", password };
  const wei = await man.request.post("/api/authorization", { headers: { origin: site.origin }, data });
  expect(wei.ok()).toBe(true);
  await sheet(man, t).click();
  await expect(man.locator(".chat")).toBeHidden();
  await site.step(120);
  await isClosed(her, t);
  await part(two);
});

test("two whose browsers keep nothing for the site chat all the same", async ({ browser }) => {
  const two = await twoPeople(browser, "en", "Halyna");
  const { man, her, manId, ladyId } = two;
  await man.addInitScript(() => {
    const get = () => {
      throw new DOMException("The request was denied.", "SecurityError");
    };
    for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(globalThis, name, { get });
  });
  await her.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(globalThis, name, { value: null });
  });
  await Promise.all([
    enter(her, "lady", "en", `?with=${manId}`),
    enter(man, "man", "en", `?with=${ladyId}`),
  ]);
  await talk(two);
  for (const [page, other, words] of [[man, her, "Good evening."], [her, man, "It rains here."]] as const) {
    await sheet(page, t).fill(words);
    await sheet(page, t).press("Enter");
    await expect(log(other)).toContainText(words);
    await expect(sheet(page, t)).toHaveValue("");
  }
  await part(two);
});
