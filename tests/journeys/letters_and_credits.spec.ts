/** Letters and credits from end to end, in each language: what one writes the other reads, and every credit has its line. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { creditsOf, ladyIdOf, newMan, picture, prefixes, settled, signedIn, type WalkedLocale } from "./people.ts";
import { wordsFor } from "./words.ts";

/** Letters of different lengths, so that each is found by its length in the translators' queue. */
const paddings: Record<WalkedLocale, string> = { "en": "", "zh-Hant": ".".repeat(20), "zh-Hans": ".".repeat(40) };
const names: Record<WalkedLocale, string> = { "en": "Edwin", "zh-Hant": "家豪", "zh-Hans": "建国" };

for (const locale of ["en", "zh-Hant", "zh-Hans"] as const) {
  const prefix = prefixes[locale];
  const t = wordsFor(locale);
  const say = (key: string, values?: Record<string, unknown>) => t(key, values).replace(/<[^>]+>/g, "");
  const main = (page: Page) => page.getByRole("main");

  test(`an introduction, an answer with three photographs, its translation, ${locale}`, async ({ browser }) => {
    const name = names[locale];
    const man = await newMan(browser, name, { locale });
    const daria = await signedIn(browser, "daria@demo.test", { locale });
    const ladyId = await ladyIdOf(man, "Daria");
    const herName = ((await (await man.request.get(`${prefix}/api/girls/${ladyId}`)).json()) as {
      girl: { name: string };
    }).girl.name;
    const tag = `${locale}-${Date.now()}`;

    await test.step("he looks at her profile, and she finds him among those to write to", async () => {
      const { girl } = await (await man.request.get(`/en/api/girls/${ladyId}`)).json();
      await man.goto(`${prefix}/girl/${girl.name}-${girl.age}-${girl.country.name}-${girl.city}-${girl.id}`);
      await expect(man.getByRole("heading", { level: 1 })).toContainText(herName);
      await daria.goto(`${prefix}/lady/mail/inbox`);
      await expect(main(daria).getByText(t("mail:meet.title"))).toBeVisible();
      const row = main(daria).locator("li", { hasText: name }).filter({ has: daria.getByRole("link") }).last();
      await row.getByRole("link", { name: new RegExp(t("mail:meet.write")) }).click();
      await settled(daria);
    });

    const introduction = `Good evening, ${name}. I saw that you looked in. ${tag}`;
    await test.step("she writes an introduction, and he reads it free of charge", async () => {
      await daria.getByLabel(t("islands:letter_composer.yours")).fill(introduction);
      // Not to be translated: he may read it with a dictionary.
      await daria.locator('[name="translate"]').uncheck();
      await daria.getByRole("button", { name: t("islands:letter_composer.send") }).click();
      await expect(daria.getByRole("article").getByText(introduction)).toBeVisible();
      await man.goto(`${prefix}/man/mail/introduction`);
      await main(man).getByRole("link", { name: herName }).first().click();
      await expect(man.getByRole("article").getByText(introduction)).toBeVisible();
      expect(await creditsOf(man)).toBe(20);
    });

    const words = `Dear Daria,\n\nHere are three pictures of nothing at all. ${tag}${paddings[locale]}\n\n${name}`;
    await test.step("he answers with three photographs for ten credits, and it waits for a translator", async () => {
      await settled(man);
      await man.getByLabel(t("islands:letter_composer.yours")).fill(words);
      const colours = ["#884422", "#224488", "#228844"];
      const files = await Promise.all(colours.map((colour, at) => picture(man, `${at}.jpg`, colour)));
      await man.locator(".compose input[type=file]").setInputFiles(files);
      await expect(man.locator(".compose").getByRole("img")).toHaveCount(3);
      await man.getByRole("button", { name: new RegExp(t("islands:letter_composer.send")) }).click();
      await expect(man.getByRole("article").getByText(`pictures of nothing at all. ${tag}`)).toBeVisible();
      await expect(main(man).getByText(t("translation:author.heldShort"), { exact: true }).first()).toBeVisible();
      expect(await creditsOf(man)).toBe(10);
      await daria.goto(`${prefix}/lady/mail/inbox`);
      expect(await daria.content()).not.toContain(`nothing at all. ${tag}`);
    });

    const translation = [`Дорогая Дарья! ${tag}`, `Вот три снимка ни о чём. ${tag}`, name];
    await test.step("a translator takes the letter, translates it beside the original, and sends it on", async () => {
      const translator = await signedIn(browser, "translator@demo.test", { locale });
      await translator.goto(`${prefix}/agency/mail`);
      // The queue names the two people, and shows no word of the letter.
      const queue = await translator.content();
      expect([queue.includes(name), queue.includes(tag)]).toEqual([true, false]);
      await main(translator).getByRole("row")
        .filter({ hasText: t("translation:characters", { count: words.length, n: words.length }) })
        .getByRole("button").click();
      await expect(translator.getByRole("heading", { level: 1 })).toContainText(name);
      await settled(translator);
      const parts = main(translator).locator("textarea[name=segment]");
      await expect(parts).toHaveCount(3);
      for (const [at, part] of translation.entries()) await parts.nth(at).fill(part);
      await main(translator).getByRole("button", { name: t("translation:work.finish") }).click();
      await expect(translator.getByText(t("translation:flash.finished"))).toBeVisible();
      await translator.context().close();
    });

    await test.step("she reads both side by side, with the photographs and the translator's name", async () => {
      await daria.goto(`${prefix}/lady/mail/inbox`);
      await main(daria).getByRole("link", { name }).first().click();
      const letter = daria.getByRole("article").filter({ hasText: `pictures of nothing at all. ${tag}` });
      await expect(letter.getByText(translation[1]!)).toBeVisible();
      await expect(letter.locator(".hand")).toContainText(/\S/);
      await expect(letter.getByRole("img")).toHaveCount(3);
      const file = await letter.getByRole("link").filter({ has: daria.locator("img") }).first().getAttribute("href");
      expect((await daria.request.get(file!)).headers()["content-type"]).toMatch(/^image\//);
      expect((await man.request.get(file!)).ok()).toBe(true);
      const stranger = await signedIn(browser, "wei@demo.test", { locale });
      expect((await stranger.request.get(file!)).status()).toBe(404);
      await stranger.context().close();
    });
    await man.context().close();
    await daria.context().close();
  });

  test(`a package is bought with a wallet and a code, declined and left, ${locale}`, async ({ browser }) => {
    const man = await newMan(browser, names[locale], { locale });
    const package_ = (name: string) => main(man).getByRole("radio", { name: new RegExp(t(`balance:rate.${name}`)) });
    const total = (cents: number) =>
      new Intl.NumberFormat(locale === "en" ? "en-GB" : locale, { style: "currency", currency: "EUR" })
        .format(cents / 100);
    const begin = async (method: "card" | "paypal") => {
      await man.goto(`${prefix}/man/balance/purchase`);
      await settled(man);
      await package_("economy").check({ force: true });
      await main(man).locator(`[name=method][value=${method}]`).check();
    };

    await test.step("the order has a line for everything, the same before, at and after the payment", async () => {
      await begin("paypal");
      await main(man).getByLabel(t("balance:order.promo")).fill("spring10");
      await main(man).getByRole("button", { name: t("balance:order.apply") }).click();
      for (const cents of [3000, 150, 285, 2565]) await expect(main(man)).toContainText(total(cents).replace("€", ""));
      await expect(main(man).locator(".quote")).toContainText("65");
      const lines = await main(man).locator(".quote .tariff").innerText();
      await main(man).locator("[name=consent]").check();
      await main(man).getByRole("button", { name: say("balance:purchase.pay", { total: total(2565) }) }).click();
      await expect(man.getByRole("heading", { level: 1 })).toHaveText(t("sandbox:title"));
      await expect(main(man)).toContainText(total(2565));
      await expect(main(man)).toContainText("65");
      await man.locator("button[name=pay]").click();
      await expect(main(man)).toContainText(t("balance:payment.paid.title"));
      const paid = lines.replace(t("balance:quote.receive"), t("balance:quote.received"));
      expect(paid).not.toBe(lines);
      expect(await main(man).locator(".tariff").first().innerText()).toBe(paid);
      expect(await creditsOf(man)).toBe(85);
    });

    await test.step("a declined and an abandoned payment cost nothing and say so", async () => {
      await begin("card");
      await main(man).locator("[name=consent]").check();
      await main(man).getByRole("button", { name: say("balance:purchase.pay", { total: total(3000) }) }).click();
      await man.locator("button[name=decline]").click();
      await expect(main(man)).toContainText(t("balance:payment.declined.title"));
      await begin("card");
      await main(man).locator("[name=consent]").check();
      await main(man).getByRole("button", { name: say("balance:purchase.pay", { total: total(3000) }) }).click();
      await main(man).getByRole("link", { name: t("sandbox:abandon") }).click();
      await expect(man.getByRole("heading", { level: 1 })).toBeVisible();
      expect(new URL(man.url()).pathname).toBe(`${prefix}/man/balance/failed`);
      expect(await creditsOf(man)).toBe(85);
    });

    await test.step("the history has one line of it, and a receipt", async () => {
      await man.goto(`${prefix}/man/balance/history`);
      const lines = main(man).locator("tbody tr");
      await expect(lines).toHaveCount(2);
      await expect(lines.first()).toContainText("+65");
      await lines.first().getByRole("link").first().click();
      await man.waitForURL(/\/man\/balance\/receipt\//);
      await expect(main(man)).toContainText(t("balance:receipt.receiptNumber"));
      await expect(main(man)).toContainText(total(2565));
      await expect(main(man)).toContainText("SPRING10");
      await settled(man);
      const printed = man.waitForEvent("console", (message) => message.text() === "printed");
      await man.evaluate(() => void (globalThis.print = () => console.log("printed")));
      await man.getByRole("button", { name: t("balance:receipt.printButton") }).click();
      await printed;
      await man.emulateMedia({ media: "print" });
      await expect(main(man).getByRole("heading", { level: 1 })).toBeVisible();
      for (const left of ["header.top", "footer", ".tabs", "main button"]) {
        for (const each of await man.locator(left).all()) await expect(each).toBeHidden();
      }
      await man.emulateMedia({ media: null });
      const csv = await man.request.get(`${prefix}/man/balance/history.csv`);
      expect([csv.status(), (await csv.text()).includes("65")]).toEqual([200, true]);
    });
    await man.context().close();
  });
}

test("the price of a package stands in one line, inside its own column, in every language", async ({ browser }) => {
  for (const locale of ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"] as const) {
    const james = await signedIn(browser, "james@demo.test", { locale });
    for (const width of [390, 820, 1100, 1440]) {
      await james.setViewportSize({ width, height: 900 });
      await james.goto(`${prefixes[locale]}/man/balance/purchase`);
      const costs = james.locator(".packages .cost");
      expect(await costs.count()).toBeGreaterThan(2);
      const crooked = await costs.evaluateAll((all) =>
        all.filter((cost) => {
          const range = document.createRange();
          range.selectNodeContents(cost);
          const [first, ...others] = [...range.getClientRects()];
          const column = cost.getBoundingClientRect();
          return others.some(({ top }) => top > first!.top + first!.height / 2) || first!.left < column.left - 1;
        }).map(({ textContent }) => textContent)
      );
      expect({ locale, width, crooked }).toEqual({ locale, width, crooked: [] });
    }
    await james.context().close();
  }
});
