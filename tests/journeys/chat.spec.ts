/** A chat of two people in two browsers, in each language: paid, written, read, broken off and taken up again. */
import { expect } from "@playwright/test";
import {
  button,
  chatBook,
  enter,
  isClosed,
  isOpen,
  locales,
  log,
  part,
  sheet,
  showsEnd,
  summaryOf,
  talk,
  textChat,
  twoPeople,
} from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { settled } from "./people.ts";
import { told } from "./flashes.ts";
import { wordsFor } from "./words.ts";

for (const locale of locales) {
  const t = wordsFor(locale);

  test(`two people write to each other through all that happens to a line, ${locale}`, async ({ browser, site }) => {
    const two = await twoPeople(browser, locale);
    const { man, her, manId, ladyId } = two;
    await Promise.all([
      enter(her, "lady", locale, `?with=${manId}`),
      enter(man, "man", locale, `?with=${ladyId}`),
    ]);
    await expect(sheet(her, t)).toHaveAttribute("placeholder", t("chat:placeholder.closed"));

    await test.step("he asks, she accepts, and one minute is paid", async () => {
      await talk(two);
      await told(man, t("chat:flash.accepted"));
      for (const page of [man, her]) await expect(page.locator(".chat__meter")).toContainText(/0:\d\d/);
      await expect(man.locator(".chat__meter")).toContainText(t("common:credits", { count: 19 }));
      await expect(man.locator(".top .balance b").first()).toHaveText("19");
      await expect(her.locator(".chat__meter")).not.toContainText(t("chat:meter.spent"));
      // Vermilion marks what costs: nothing here costs her anything.
      await expect(her.locator(".chat__meter")).toHaveClass(/chat__meter--quiet/);
      await expect(man.locator(".chat__meter")).not.toHaveClass(/chat__meter--quiet/);
      expect(await chatBook(man)).toEqual({ entries: [["chat_session", -1]], balance: 19 });
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
    let isHeld = false;
    await test.step("a page that is loaded again stands in the same chat with what was begun, and nothing is paid", async () => {
      await man.routeWebSocket(/\/chat\/socket\?/, (line) => {
        const server = line.connectToServer();
        line.onMessage((words) => isHeld || server.send(words));
        lines.push(async () => {
          await server.close();
          await line.close({ code: 1011 });
        });
      });
      await sheet(man, t).fill("I had begun to say");
      await man.reload();
      await settled(man);
      await isOpen(man, t);
      await expect(sheet(man, t)).toHaveValue("I had begun to say");
      await sheet(man, t).fill("It went out into the dark");
      isHeld = true;
      await man.keyboard.press("Enter");
      await expect(log(man)).toContainText("It went out into the dark");
      isHeld = false;
      await man.reload();
      await settled(man);
      for (const page of [man, her]) await expect(log(page).getByText("It went out into the dark")).toHaveCount(1);
      await expect(log(man)).toContainText("晚安 · Добрый вечер");
      await expect(man.locator(".chat__meter")).toContainText(t("common:credits", { count: 1 }));
      expect((await chatBook(man)).entries).toHaveLength(1);
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
      expect((await chatBook(man)).entries).toHaveLength(1);
    });

    await test.step("she stops; both see what it came to, after the last message, and still when the page is new", async () => {
      await site.step(40);
      await button(her, t("chat:stop")).click();
      await told(man, t("chat:flash.left", { name: two.ladyName }));
      const sums = { minutes: 1, credits: 1, refunded: 0 };
      for (const [page, side] of [[man, "man"], [her, "lady"]] as const) {
        const words = summaryOf(t, side, sums);
        await expect(page.locator(".chat__meter p")).toHaveText(words);
        await showsEnd(page, t, words);
      }
      await expect(man.locator(".top .balance b").first()).toHaveText("19");
      await isClosed(man, t);
      await expect(textChat(man, t)).toBeVisible();
      await enter(man, "man", locale, `?with=${ladyId}`);
      await showsEnd(man, t, summaryOf(t, "man", sums));
      await expect(log(man).locator(".msg, .event").last()).toHaveClass("event");
      expect(await chatBook(man)).toEqual({ entries: [["chat_session", -1]], balance: 19 });
    });
    await part(two);
  });
}
