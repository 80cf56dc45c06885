/**
 * Asking for a chat and answering, every path of it in each language: nobody there, nobody willing, waiting, no answer,
 * a no, busy, both at once, and conversation requests. Only the chat that begins costs anything.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import {
  button,
  chatBook,
  choose,
  dialog,
  dotted,
  enter,
  idOf,
  isClosed,
  isOpen,
  locales,
  ownSwitch,
  part,
  personItem,
  seesOffline,
  seesOnline,
  shownName,
  textChat,
  type Two,
  twoPeople,
} from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { prefixes, signedIn, type WalkedLocale } from "./people.ts";
import { told } from "./flashes.ts";

/** Another lady for each language, who is online for the second question. */
const others: Record<WalkedLocale, string> = { "en": "Marta", "zh-Hant": "Iryna", "zh-Hans": "Oksana" };

interface Three extends Two {
  other: Page;
  otherId: number;
  otherName: string;
}

async function meet(browser: Browser, locale: WalkedLocale): Promise<Three> {
  const [two, other] = await Promise.all([
    twoPeople(browser, locale),
    signedIn(browser, `${others[locale].toLowerCase()}@demo.test`, { locale }),
  ]);
  const otherId = await idOf(other);
  // By her present name: an admin of this site may have approved the new one that she asked for.
  return { ...two, other, otherName: await shownName(two.man, otherId, locale), otherId };
}

test("whatever can become of a question is said to both in the specified words, and costs nothing", async ({ browser, site }) => {
  const all = await Promise.all(locales.map((locale) => meet(browser, locale)));
  const each = (work: (three: Three) => Promise<void>) => Promise.all(all.map(work));

  await test.step("a link from her profile opens the chat with her, who is not there", async () => {
    await each(async ({ man, t, locale, ladyId, ladyName }) => {
      const { girl } = await (await man.request.get(`/en/api/girls/${ladyId}`)).json();
      expect(girl.id).toBe(ladyId);
      await enter(man, "man", locale, `?with=${ladyId}`);
      await expect(man.locator(".chat__with h2")).toHaveText(ladyName);
      await seesOffline(man);
      await textChat(man, t).click();
      await told(man, t("refusals:partner_offline", { name: ladyName }));
    });
  });

  await test.step("she comes, takes no requests, and takes them again", async () => {
    await each(async ({ man, her, t, locale, manId, ladyName }) => {
      await enter(her, "lady", locale, `?with=${manId}`);
      const takes = await ownSwitch(her, t("chat:allow.text"));
      await takes.uncheck();
      await told(her, t("chat:flash.switched.text.off"));
      await seesOnline(man);
      await textChat(man, t).click();
      await told(man, t("refusals:partner_not_accepting", { name: ladyName }));
      await takes.check();
      await told(her, t("chat:flash.switched.text.on"));
      await her.keyboard.press("Escape");
    });
  });

  await test.step("he takes his question back; she does not decline it, she does not answer", async () => {
    await each(async ({ man, her, t, ladyName, manName, manId }) => {
      await textChat(man, t).click();
      await expect(man.locator(".chat__asking")).toContainText(t("chat:asking", { name: ladyName }));
      await expect(dialog(her)).toContainText(t("chat:invitation.text"));
      await expect(dialog(her)).toContainText(manName);
      await expect(dialog(her)).toContainText(t("chat:id", { id: manId }));
      await expect(dialog(her).getByRole("timer")).toBeVisible();
      await button(man, t("chat:withdraw")).click();
      await expect(dialog(her)).toBeHidden();
      await expect(man.locator(".chat__asking")).toBeEmpty();
    });
  });

  await test.step("she asks him: he sees the price, and declines", async () => {
    await each(async ({ man, her, t, manName }) => {
      await textChat(her, t).click();
      await expect(dialog(man)).toContainText(t("chat:invitation.text"));
      await expect(dialog(man)).toContainText("€");
      await dialog(man).getByRole("button", { name: t("chat:decline") }).click();
      await expect(dialog(man)).toBeHidden();
      await told(her, t("chat:flash.declined", { name: manName }));
    });
  });

  await test.step("he waits for her and asks another one: he has asked already", async () => {
    await each(async ({ man, her, other, t, locale, ladyId, otherId }) => {
      await enter(other, "lady", locale);
      await textChat(man, t).click();
      await expect(dialog(her)).toBeVisible();
      await choose(man, otherId, t);
      await textChat(man, t).click();
      await told(man, t("chat:flash.alreadySent"));
      await expect(dialog(other)).toBeHidden();
      await choose(man, ladyId, t);
      await expect(man.locator(".chat__asking")).not.toBeEmpty();
    });
  });

  await test.step("nobody answers within the minute", async () => {
    await site.step(61);
    await each(async ({ man, her, t }) => {
      await told(man, t("chat:flash.noAnswer"));
      await expect(dialog(her)).toBeHidden();
      await expect(man.locator(".chat__asking")).toBeEmpty();
    });
  });

  await test.step("both ask at once: it is one chat, paid once", async () => {
    await each(async ({ man, her, t }) => {
      for (const page of [man, her]) await expect(textChat(page, t)).toBeEnabled();
      // By script: the invitation that comes first may lie over the other's button, as if that had been pressed already.
      const press = (page: Page) => textChat(page, t).evaluate((element: HTMLElement) => element.click());
      await Promise.all([press(man), press(her)]);
      await Promise.all([isOpen(man, t), isOpen(her, t)]);
      for (const page of [man, her]) await expect(dialog(page)).toBeHidden();
      expect((await chatBook(man)).entries).toEqual([["chat_session", -1]]);
    });
  });

  await test.step("meanwhile another one asks him: he is busy", async () => {
    await each(async ({ man, her, other, t, manId, manName }) => {
      await choose(other, manId, t);
      await textChat(other, t).click();
      await told(other, t("chat:flash.busy", { name: manName }));
      await expect(dialog(man)).toBeHidden();
      await button(her, t("chat:stop")).click();
      await isClosed(man, t);
      expect(await chatBook(man)).toEqual({ entries: [["chat_session", -1], ["refund", 1]], balance: 20 });
    });
  });

  await test.step("he asks another one to correspond: new, there already, to be accepted by who was asked, accepted", async () => {
    await each(async ({ man, other, t, manId, manName, otherId, otherName }) => {
      await choose(man, otherId, t);
      await (await dotted(man, t("chat:request.send"))).click();
      await told(man, t("chat:flash.requestSent", { name: otherName }));
      await told(other, t("chat:flash.requestFrom", { name: manName }));
      await (await dotted(man, t("chat:request.send"))).click();
      await told(man, t("chat:flash.requestExists"));
      await (await dotted(other, t("chat:request.send"))).click();
      await told(other, t("chat:flash.requestWaits"));
      await expect(other.getByRole("tab", { name: t("chat:tab.requests") })).toHaveAttribute("aria-selected", "true");
      const accept = personItem(other, manId, t).getByRole("button", { name: t("chat:accept") });
      await accept.click();
      await expect(accept).toBeHidden();
      await told(man, t("chat:flash.requestAccepted", { name: otherName }));
      // The two know each other from now on, so there is nothing to request.
      await expect(await dotted(man, t("chat:request.send"))).toHaveCount(0);
      await expect(await dotted(other, t("chat:request.send"))).toHaveCount(0);
      for (const [page, id] of [[man, otherId], [other, manId]] as const) {
        await page.getByRole("tab", { name: t("chat:tab.recent") }).click();
        await expect(personItem(page, id, t)).toBeVisible();
      }
    });
  });

  await test.step("a request is declined; who leaves is shown as gone", async () => {
    const [en, hant, hans] = all as [Three, Three, Three];
    // Each man asks the other lady of the next language, in his own language.
    const around = [[en, hant], [hant, hans], [hans, en]] as const;
    await Promise.all(around.map(async ([asker, { other, otherId, t: hers }]) => {
      const { man, manId, t, locale } = asker;
      const otherName = await shownName(man, otherId, locale);
      await choose(man, otherId, t);
      await (await dotted(man, t("chat:request.send"))).click();
      await other.getByRole("tab", { name: hers("chat:tab.requests") }).click();
      await personItem(other, manId, hers).getByRole("button", { name: hers("chat:decline") }).click();
      await told(man, t("chat:flash.requestDeclined", { name: otherName }));
      await expect(personItem(other, manId, hers)).toBeHidden();
    }));
    await Promise.all(all.map(({ other }) => other.context().close()));
    await each(({ man }) => seesOffline(man));
  });

  await test.step("without credits nothing is asked, and there is a way to buy some", async () => {
    await each(async ({ her, t, locale, ladyId }) => {
      const poor = await signedIn(browser, "poor@demo.test", { locale });
      await enter(poor, "man", locale, `?with=${ladyId}`);
      await seesOnline(poor);
      const more = poor.getByRole("link", { name: t("chat:beginLow") });
      const back = encodeURIComponent(`${prefixes[locale]}/man/chat?with=${ladyId}`);
      const buyHref = `${prefixes[locale]}/man/balance/purchase?next=${back}`;
      await expect(more).toHaveAttribute("href", buyHref);
      await textChat(poor, t).click();
      const { links } = await told(poor, t("chat:flash.lowCredits"));
      expect(links).toEqual({ [t("common:buyCredits")]: buyHref });
      await expect(dialog(her)).toBeHidden();
      await poor.context().close();
    });
  });

  await each(async ({ man }) => {
    expect((await chatBook(man)).entries).toEqual([["chat_session", -1], ["refund", 1]]);
  });
  expect(await site.audit()).toBe("");
  for (const three of all) await part(three);
});

test("pressed twice, in two windows, with the page loaded again meanwhile or gone back: one question, one chat, one minute", async ({ browser, site }) => {
  const two = await twoPeople(browser, "en", "Lesia");
  const { man, her, t, ladyId, manId } = two;
  await Promise.all([enter(her, "lady", "en", `?with=${manId}`), enter(man, "man", "en", `?with=${ladyId}`)]);
  const second = await man.context().newPage();
  await enter(second, "man", "en", `?with=${ladyId}`);

  await test.step("a double click is one question, and so is a click in the other window", async () => {
    await seesOnline(man);
    await textChat(man, t).dblclick();
    await expect(dialog(her)).toHaveCount(1);
    await expect(button(man, t("chat:withdraw"))).toBeVisible();
    await textChat(second, t).click();
    await told(second, t("chat:flash.alreadySent"));
  });

  await test.step("she loads her page again while she is asked, and is asked still", async () => {
    await her.reload();
    await expect(dialog(her)).toContainText(t("chat:invitation.text"));
  });

  await test.step("he loads his page again: his question is not lost, and the answer finds him in both windows", async () => {
    await man.reload();
    await dialog(her).getByRole("button", { name: t("chat:accept") }).dblclick();
    await Promise.all([man, second, her].map((page) => isOpen(page, t)));
    expect((await chatBook(man)).entries).toEqual([["chat_session", -1]]);
  });

  await test.step("away and back again by the browser's own button, within the grace: the same chat", async () => {
    await second.close();
    await man.goto("/en/man/mail/inbox");
    await man.goBack();
    await isOpen(man, t);
    await site.step(20);
    await button(man, t("chat:stop")).dblclick();
    await expect(man.locator(".chat__meter p")).toHaveText("1 minute, 1 credit.");
    expect(await chatBook(man)).toEqual({ entries: [["chat_session", -1]], balance: 19 });
  });
  await part(two);
});
