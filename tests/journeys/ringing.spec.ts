/** A person who is signed in on any page is online, and hears there that somebody asks for a chat. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { dialog, enter, isOpen, seesOnline, textChat, twoPeople } from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { prefixes, settled } from "./people.ts";

const bar = (page: Page) => page.locator(".ringing");

test("a lady who reads her letters is asked on that page, declines there, and accepts on another", async ({ browser }) => {
  const { man, her, t, manId, ladyId, manName } = await twoPeople(browser, "en", "Nina");
  await her.setViewportSize({ width: 390, height: 844 });
  await her.goto("/en/lady/mail/inbox");
  await settled(her);
  const second = await her.context().newPage();
  await second.goto("/en/lady/profile/settings");
  await settled(second);
  await enter(man, "man", "en", `?with=${ladyId}`);
  await seesOnline(man);

  await test.step("both of her pages show who asks, and hide it when one declines", async () => {
    await textChat(man, t).click();
    for (const page of [her, second]) {
      await expect(bar(page)).toContainText(t("notifications:ringing.text", { name: manName, age: 41 }));
    }
    expect(await axeFindings(her, ".ringing")).toEqual([]);
    await bar(second).getByRole("button", { name: t("chat:decline") }).press("Enter");
    for (const page of [her, second]) await expect(bar(page)).toHaveCount(0);
    await expect(second.getByRole("main")).toBeFocused();
    await expect(man.locator(".chat__asking")).toBeEmpty();
  });

  await test.step("accepted with the keyboard, the chat opens and goes on by itself", async () => {
    await textChat(man, t).click();
    await bar(her).getByRole("button", { name: t("chat:accept") }).press("Enter");
    await her.waitForURL(`**/lady/chat?with=${manId}`);
    await Promise.all([isOpen(man, t), isOpen(her, t)]);
    // The chat page asks by itself, so nothing asks above it.
    await expect(bar(her)).toHaveCount(0);
    await expect(dialog(her)).toHaveCount(0);
  });
  await Promise.all([man.context().close(), her.context().close()]);
});

test("a man who looks around is told what a minute costs before he accepts, and no link can accept for him", async ({ browser }) => {
  const { man, her, t, manId, ladyId } = await twoPeople(browser, "zh-Hant", "Bianca");
  await man.goto("/search");
  await settled(man);
  await enter(her, "lady", "zh-Hant", `?with=${manId}`);
  await seesOnline(her);
  await textChat(her, t).click();
  await expect(bar(man)).toContainText(t("chat:accept"));
  await expect(bar(man).locator(".btn--priced")).toContainText("€");

  await man.goto(`/man/chat?with=${ladyId}&accept=${ladyId}`);
  await expect(dialog(man)).toContainText(t("chat:invitation.text"));
  await man.goto("/search");
  await bar(man).getByRole("button", { name: t("chat:accept") }).click();
  await Promise.all([isOpen(man, t), isOpen(her, t)]);
  await Promise.all([man.context().close(), her.context().close()]);
});

test("in a browser without channels, whose clock is set, the bar says how long it still waits", async ({ browser }) => {
  const { man, her, t, manId } = await twoPeople(browser, "zh-Hans", "Solomiya");
  await man.addInitScript(() => {
    const { now } = Date;
    let aheadMs = 0;
    Date.now = () => now() + aheadMs;
    Object.assign(globalThis, { BroadcastChannel: undefined, setClock: (ms: number) => aheadMs = ms });
  });
  await man.goto(`${prefixes["zh-Hans"]}/search`);
  await settled(man);
  await enter(her, "lady", "zh-Hans", `?with=${manId}`);
  await seesOnline(her);
  await textChat(her, t).click();
  await expect(bar(man)).toContainText(t("chat:accept"));
  const left = bar(man).locator(".figures");
  for (const aheadMs of [120_000, -3600_000]) {
    const before = await left.textContent();
    await man.evaluate((ms) => (globalThis as unknown as { setClock: (ms: number) => void }).setClock(ms), aheadMs);
    await expect(left).not.toHaveText(before!);
    const seconds = Number(/\d+/.exec((await left.textContent())!)![0]);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  await Promise.all([man.context().close(), her.context().close()]);
});
