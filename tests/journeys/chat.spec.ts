/** A chat of two people in two browsers, in each language: asked, answered, paid, written, ended; and what goes wrong. */
import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { type JourneyLocale, ladyIdOf, newMan, prefixes, settled, signedIn } from "./people.ts";
import { type Say, wordsFor } from "./words.ts";

/** Each journey has a lady of its own: a person is in one chat at a time. */
const ladies: Record<JourneyLocale, string> = { "en": "Olena", "zh-Hant": "Daria", "zh-Hans": "Solomiya" };
const names: Record<JourneyLocale, string> = { "en": "Walter", "zh-Hant": "志明", "zh-Hans": "国强" };

async function enter(page: Page, side: "man" | "lady", locale: JourneyLocale): Promise<void> {
  await page.goto(`${prefixes[locale]}/${side}/chat`);
  await settled(page);
  await expect(page.locator(".chat__line")).toBeEmpty();
}

/** Finds somebody online by number and turns to her or him. */
async function choose(page: Page, id: number, t: Say): Promise<void> {
  await page.getByRole("tab", { name: t("chat:tab.online") }).click();
  const row = page.locator(".people > li", { hasText: t("chat:id", { id }) });
  await row.locator(".name").click();
  await expect(page.locator(".chat__with")).toContainText(t("chat:id", { id }));
}

const flash = (page: Page, words: string) => page.locator(".chat__flashes").getByText(words);
const button = (page: Page, words: string) => page.getByRole("button", { name: words });
const dialog = (page: Page) => page.getByRole("dialog");
const sheet = (page: Page, t: Say) => page.getByLabel(t("chat:message"), { exact: true });
const log = (page: Page) => page.getByRole("log");
const idOf = async (page: Page): Promise<number> => (await (await page.request.get("/en/api/users")).json()).user.id;

interface Entry {
  operation: string;
  credits: number;
}
async function chatEntries(page: Page): Promise<Entry[]> {
  const { history } = await (await page.request.get("/en/api/users/me/balance/history?limit=100")).json();
  return (history as Entry[]).filter(({ operation }) => operation === "chat_session" || operation === "refund");
}

async function twoPeople(browser: Browser, locale: JourneyLocale, lady = ladies[locale]) {
  const man = await newMan(browser, names[locale], { locale });
  const her = await signedIn(browser, `${lady.toLowerCase()}@demo.test`, { locale });
  const [manId, ladyId] = [await idOf(man), await ladyIdOf(man, lady)];
  return { man, her, manId, ladyId };
}

for (const locale of ["en", "zh-Hant", "zh-Hans"] as const) {
  const t = wordsFor(locale);

  test(`two people ask, accept, write to each other and part, ${locale}`, async ({ browser }) => {
    test.setTimeout(120_000);
    const { man, her, manId, ladyId } = await twoPeople(browser, locale);
    await enter(her, "lady", locale);
    await enter(man, "man", locale);

    await test.step("he declines nothing yet: she asks him, sees that it waits, and takes it back", async () => {
      await choose(her, manId, t);
      await expect(sheet(her, t)).toHaveAttribute("placeholder", t("chat:placeholder.closed"));
      await button(her, t("chat:textChat")).click();
      await expect(her.locator(".chat__asking")).toContainText(t("chat:asking", { name: names[locale] }));
      await expect(dialog(man)).toContainText(t("chat:invitation.text"));
      await expect(dialog(man)).toContainText("€");
      await button(her, t("chat:withdraw")).click();
      await expect(dialog(man)).toBeHidden();
    });

    await test.step("he asks, and she declines", async () => {
      await choose(man, ladyId, t);
      await button(man, t("chat:textChat")).click();
      await expect(dialog(her)).toContainText(names[locale]);
      await expect(dialog(her)).not.toContainText("€");
      await dialog(her).getByRole("button", { name: t("chat:decline") }).click();
      await expect(man.locator(".chat__flashes")).toContainText(t("chat:note.declined", { name: "" }).trim().slice(-8));
      expect(await chatEntries(man)).toEqual([]);
    });

    await test.step("he asks again, she accepts, and one minute is paid", async () => {
      await man.waitForTimeout(3100);
      await button(man, t("chat:textChat")).click();
      await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
      await expect(flash(man, t("chat:note.accepted"))).toBeVisible();
      for (const page of [man, her]) {
        await expect(sheet(page, t)).toHaveAttribute("placeholder", t("chat:placeholder.open"));
        await expect(page.locator(".chat__meter")).toContainText(/0:\d\d/);
      }
      await expect(man.locator(".chat__meter")).toContainText(t("common:credits", { count: 19 }));
      await expect(man.locator(".top .balance b").first()).toHaveText("19");
      await expect(her.locator(".chat__meter")).not.toContainText(t("chat:meter.spent"));
      expect(await chatEntries(man)).toMatchObject([{ operation: "chat_session", credits: -1 }]);
    });

    await test.step("what one writes the other reads, as text, and is shown as read", async () => {
      await sheet(man, t).fill("Good evening.\n<b>It rains</b> here.");
      await man.keyboard.press("Enter");
      await expect(log(her)).toContainText("<b>It rains</b> here.");
      await expect(log(man).getByRole("img", { name: t("chat:seen") })).toHaveCount(1);
      await sheet(her, t).fill("晚安 · Добрый вечер");
      await button(her, t("chat:emoji")).click();
      await expect(her.locator(".emoji__view button").first()).toBeVisible();
      await her.getByLabel(t("chat:emojiSearch")).press("ArrowDown");
      await her.keyboard.press("Enter");
      await expect(sheet(her, t)).toHaveValue(/^晚安 · Добрый вечер\p{Emoji}/u);
      await sheet(her, t).fill("晚".repeat(4095));
      await button(her, t("chat:emoji")).click();
      await expect(her.locator(".emoji__view button").first()).toBeVisible();
      await her.getByLabel(t("chat:emojiSearch")).press("Enter");
      await expect(sheet(her, t)).toHaveValue("晚".repeat(4095));
      await sheet(her, t).fill("晚安 · Добрый вечер");
      await button(her, t("chat:send")).click();
      await expect(log(man)).toContainText("晚安 · Добрый вечер");
      await expect(sheet(her, t)).toHaveValue("");
      await expect(sheet(her, t)).toBeFocused();
    });

    const lines: (() => Promise<void>)[] = [];
    await test.step("a page that is loaded again stands in the same chat, and nothing is paid for it", async () => {
      await man.routeWebSocket(/\/chat\/socket$/, (line) => {
        const server = line.connectToServer();
        lines.push(async () => {
          await server.close();
          await line.close({ code: 1011 });
        });
      });
      await man.reload();
      await settled(man);
      await expect(sheet(man, t)).toHaveAttribute("placeholder", t("chat:placeholder.open"));
      await expect(log(man)).toContainText("晚安 · Добрый вечер");
      await expect(man.locator(".chat__meter")).toContainText(t("common:credits", { count: 1 }));
      expect(await chatEntries(man)).toHaveLength(1);
    });

    await test.step("a line that drops is told, and comes back with what was missed, once", async () => {
      const lost = expect(man.locator(".chat__line")).toHaveText(t("chat:link.lost"));
      for (const cut of lines.splice(0)) await cut();
      await lost;
      await sheet(her, t).fill("Are you still there?");
      await her.keyboard.press("Enter");
      await expect(man.locator(".chat__line")).toBeEmpty();
      await expect(log(man).getByText("Are you still there?")).toHaveCount(1);
      expect(lines.length).toBeGreaterThan(0);
      expect(await chatEntries(man)).toHaveLength(1);
    });

    await test.step("she stops; both see what it came to, and he that it stands in his history", async () => {
      await button(her, t("chat:stop")).click();
      await expect(man.locator(".chat__flashes")).toContainText(t("chat:note.left", { name: "" }).trim().slice(-6));
      const refunded = (await chatEntries(man)).some(({ operation }) => operation === "refund");
      const minutes = t("chat:minutes", { count: 1 });
      await expect(man.locator(".chat__meter")).toContainText(minutes);
      await expect(her.locator(".chat__meter")).toContainText(minutes);
      await expect(her.locator(".chat__meter")).not.toContainText(t("common:credits", { count: 1 }));
      await expect(man.locator(".top .balance b").first()).toHaveText(refunded ? "20" : "19");
      await expect(sheet(man, t)).toHaveAttribute("placeholder", t("chat:placeholder.closed"));
      await expect(button(man, t("chat:textChat"))).toBeVisible();
    });

    await man.context().close();
    await her.context().close();
  });
}

const t = wordsFor("en");

test("who takes no requests, and who is gone, is not asked", async ({ browser }) => {
  const { man, her, ladyId } = await twoPeople(browser, "en", "Yulia");
  await enter(her, "lady", "en");
  await enter(man, "man", "en");
  await choose(man, ladyId, t);
  await her.getByRole("switch", { name: t("chat:allow.text") }).uncheck();
  await expect(flash(her, "Text Chat - REQUESTS are Off!")).toBeVisible();
  await expect(man.getByRole("img", { name: t("chat:takesNo.text") })).toBeVisible();
  await button(man, t("chat:textChat")).click();
  await expect(man.locator(".chat__flashes")).toContainText(t("refusals:partner_not_accepting", { name: "Yulia" }));
  await her.getByRole("switch", { name: t("chat:allow.text") }).check();
  await expect(flash(her, "Text Chat - REQUESTS are On!")).toBeVisible();
  await her.context().close();
  await expect(man.locator(".chat__with")).toContainText(t("chat:offline"), { timeout: 15_000 });
  await button(man, t("chat:textChat")).click();
  await expect(flash(man, "Sorry, Yulia - is OFFLINE now!")).toBeVisible();
  await man.waitForTimeout(3100);
  await button(man, t("chat:videoChat")).click();
  await expect(flash(man, "Can't start Video Chat - Sorry, Yulia - is OFFLINE now!")).toBeVisible();
  await man.context().close();
});

test("a man without credits hears it in the specified words, may top up, and nobody is disturbed", async ({ browser }) => {
  const her = await signedIn(browser, "kateryna@demo.test");
  const poor = await signedIn(browser, "poor@demo.test");
  const ladyId = await ladyIdOf(poor, "Kateryna");
  await enter(her, "lady", "en");
  await enter(poor, "man", "en");
  await choose(poor, ladyId, t);
  await button(poor, t("chat:textChat")).click();
  await expect(flash(poor, "Your credits are running low, please refund your balance.")).toBeVisible();
  await expect(poor.locator(".chat__flashes").getByRole("link", { name: t("chat:topUp") }))
    .toHaveAttribute("href", "/en/man/balance/purchase");
  await expect(dialog(her)).toBeHidden();

  // She asks him: he sees the price first, and cannot accept; she is not left waiting.
  await choose(her, await idOf(poor), t);
  await button(her, t("chat:textChat")).click();
  await expect(dialog(poor)).toContainText(/1 credit ≈\s€\d/);
  await dialog(poor).getByRole("button", { name: t("chat:accept") }).click();
  await expect(dialog(poor)).toBeHidden();
  await expect(her.locator(".chat__flashes")).toContainText("decline your request for Text chat...");
  await poor.context().close();
  await her.context().close();
});

test("a request to correspond is asked, accepted and told, and brings both into Recent", async ({ browser }) => {
  const { man, her, manId, ladyId } = await twoPeople(browser, "en", "Iryna");
  await enter(her, "lady", "en");
  await enter(man, "man", "en");
  await choose(man, ladyId, t);
  await button(man, t("chat:request.send")).click();
  await expect(flash(man, "Iryna has your request.")).toBeVisible();
  await expect(flash(her, "Chat request from Walter!")).toBeVisible();
  await man.waitForTimeout(3100);
  await button(man, t("chat:request.send")).click();
  await expect(flash(man, "Chat request already exists, please wait for confirmation ...")).toBeVisible();
  await her.getByRole("tab", { name: t("chat:tab.requests") }).click();
  const item = her.locator(".people > li", { hasText: t("chat:id", { id: manId }) });
  await item.getByRole("button", { name: /^Accept/ }).click();
  await expect(item.getByRole("button", { name: /^Accept/ })).toBeHidden();
  await expect(flash(man, "Congratulations, Iryna ACCEPTED your invitation!")).toBeVisible();
  await man.getByRole("tab", { name: t("chat:tab.recent") }).click();
  await expect(man.locator(".people > li")).toContainText("Iryna");
  await man.context().close();
  await her.context().close();
});

test("by keyboard alone, on a telephone: to somebody, into a chat, a message, and out", async ({ browser }) => {
  const { man, her, ladyId } = await twoPeople(browser, "en", "Oksana");
  await man.setViewportSize({ width: 390, height: 700 });
  await enter(her, "lady", "en");
  await enter(man, "man", "en");
  await man.getByRole("tab", { name: t("chat:tab.recent") }).focus();
  await man.keyboard.press("ArrowLeft");
  await expect(man.getByRole("tab", { name: t("chat:tab.online") })).toBeFocused();
  await man.locator(".people > li", { hasText: t("chat:id", { id: ladyId }) }).locator(".name").focus();
  await man.keyboard.press("Enter");
  await expect(man.locator(".chat__side")).toBeHidden();
  await button(man, t("chat:textChat")).focus();
  await man.keyboard.press("Enter");
  await expect(dialog(her)).toBeVisible();
  // A key that was meant for something else answers nothing.
  await her.keyboard.press("Enter");
  await her.keyboard.press("Space");
  await expect(dialog(her)).toBeVisible();
  await her.keyboard.press("Tab");
  await her.keyboard.press("Tab");
  await her.keyboard.press("Enter");
  await expect(sheet(man, t)).toBeFocused();
  await man.keyboard.type("Good evening");
  await man.keyboard.press("Enter");
  await expect(log(her)).toContainText("Good evening");
  // With a keyboard on the screen what is written stays in view.
  await man.setViewportSize({ width: 390, height: 400 });
  await expect(sheet(man, t)).toBeInViewport();
  await expect(log(man).getByText("Good evening")).toBeInViewport();
  await man.setViewportSize({ width: 390, height: 700 });
  await button(man, t("chat:stop")).focus();
  await man.keyboard.press("Enter");
  await expect(man.locator(".chat__meter")).toContainText("1 minute");
  await expect(button(man, t("chat:textChat"))).toBeFocused();
  await man.context().close();
  await her.context().close();
});

test("axe finds nothing in an invitation, an open chat and its end, by day and by night", async ({ browser }) => {
  test.setTimeout(120_000);
  const { man, her, ladyId } = await twoPeople(browser, "en", "Marta");
  const found = async (page: Page) => {
    const all: unknown[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page }).analyze();
      all.push(...violations.map(({ id, nodes }) => ({ colorScheme, id, html: nodes[0]!.html })));
    }
    return all;
  };
  await enter(her, "lady", "en");
  await enter(man, "man", "en");
  await choose(man, ladyId, t);
  expect(await found(man)).toEqual([]);
  await button(man, t("chat:textChat")).click();
  await expect(dialog(her)).toBeVisible();
  expect(await found(her)).toEqual([]);
  expect(await found(man)).toEqual([]);
  await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
  await expect(sheet(man, t)).toHaveAttribute("placeholder", t("chat:placeholder.open"));
  await sheet(man, t).fill("Good evening");
  await man.keyboard.press("Enter");
  await expect(log(her)).toContainText("Good evening");
  await button(man, t("chat:emoji")).click();
  await expect(man.locator(".emoji__view button").first()).toBeVisible();
  expect(await found(man)).toEqual([]);
  await man.keyboard.press("Escape");
  expect(await found(her)).toEqual([]);
  await button(man, t("chat:stop")).click();
  // How long the looking takes is the machine's affair: one minute, or two of which one is given back.
  await expect(man.locator(".chat__meter")).toContainText(/\d minutes?, \d credits?/);
  expect(await found(man)).toEqual([]);
  await man.context().close();
  await her.context().close();
});

test("a name is changed by asking, and never to nothing", async ({ browser }) => {
  const man = await newMan(browser, "Walter");
  await enter(man, "man", "en");
  await button(man, t("chat:name.change")).click();
  const field = dialog(man).getByLabel(t("chat:name.label"));
  await field.fill("  ");
  await dialog(man).getByRole("button", { name: t("chat:name.save") }).click();
  await expect(dialog(man)).toContainText("Name can't be empty!");
  await field.fill("Wat");
  await dialog(man).getByRole("button", { name: t("chat:name.save") }).click();
  await expect(dialog(man)).toBeHidden();
  await expect(man.locator(".chat__me")).toContainText("Wat");
  await man.context().close();
});
