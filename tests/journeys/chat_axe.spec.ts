/** axe checks a chat in all its states, in each language, by day and by night; the site's clock stands still meanwhile. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import {
  button,
  dialog,
  dotted,
  enter,
  locales,
  log,
  part,
  seesOnline,
  sheet,
  showsEnd,
  summaryOf,
  textChat,
  twoPeople,
} from "./chat_people.ts";
import { test } from "./chat_site.ts";
import type { WalkedLocale } from "./people.ts";
import { wordsFor } from "./words.ts";

const ladies: Record<WalkedLocale, string> = { "en": "Nataliya", "zh-Hant": "Svitlana", "zh-Hans": "Bohdana" };

async function found(page: Page, state: string): Promise<unknown[]> {
  const all: unknown[] = [];
  // By night only the colours differ.
  for (const [colorScheme, rules] of [["light", undefined], ["dark", ["color-contrast"]]] as const) {
    await page.emulateMedia({ colorScheme });
    const findings = await axeFindings(page, undefined, rules && [...rules]);
    all.push(...findings.map((finding) => ({ state, colorScheme, ...finding })));
  }
  return all;
}

for (const locale of locales) {
  test(`axe finds nothing in an invitation, an open chat, its end and a block, by day and by night, ${locale}`, async ({ browser, site }) => {
    const t = wordsFor(locale);
    const two = await twoPeople(browser, locale, ladies[locale]);
    const { man, her, ladyId, manId } = two;
    const findings: unknown[] = [];
    const look = async (state: string, ...pages: Page[]) => {
      for (const page of pages) findings.push(...await found(page, state));
    };
    await Promise.all([enter(her, "lady", locale, `?with=${manId}`), enter(man, "man", locale, `?with=${ladyId}`)]);
    await seesOnline(man);
    await textChat(man, t).click();
    await expect(dialog(her)).toBeVisible();
    await look("asked", her, man);
    await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
    await expect(sheet(man, t)).toHaveAttribute("placeholder", t("chat:placeholder.open"));
    await sheet(man, t).fill("Good evening");
    await man.keyboard.press("Enter");
    await expect(log(her)).toContainText("Good evening");
    await look("open", man, her);
    if (locale === "en") {
      await button(man, t("chat:emoji")).click();
      await expect(man.locator(".emoji__view button").first()).toBeVisible();
      await look("emoji", man);
      await man.keyboard.press("Escape");
      for (const menu of [".chat__me", ".chat__more"]) {
        await man.locator(`${menu} summary`).click();
        await look(menu, man);
        await man.keyboard.press("Escape");
      }
      await man.setViewportSize({ width: 390, height: 844 });
      await look("open on a telephone", man);
      await man.setViewportSize({ width: 1280, height: 720 });
    }
    await site.step(40);
    await button(man, t("chat:stop")).click();
    const words = summaryOf(t, "man", { minutes: 1, credits: 1, refunded: 0 });
    await expect(man.locator(".chat__meter p")).toHaveText(words);
    await showsEnd(man, t, words);
    await look("over", man);
    await (await dotted(her, t("chat:block.label", { name: two.manName }))).click();
    await expect(dialog(her)).toBeVisible();
    await look("about to block", her);
    await dialog(her).getByRole("button", { name: t("chat:block.do"), exact: true }).click();
    await expect(button(her, t("chat:block.undo"))).toBeVisible();
    await look("blocked", her);
    expect(findings).toEqual([]);
    await part(two);
  });
}
