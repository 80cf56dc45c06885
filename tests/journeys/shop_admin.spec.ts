import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { type JourneyLocale, picture, prefixes, signedIn, visitor } from "./people.ts";
import { wordsFor } from "./words.ts";

const t = wordsFor("en");
const button = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true });

/** Dates far from those that other journeys read. */
const someday = { planned: "2031-05-01T08:00", long_ago: "2019-04-02T08:00" };

test("an admin without a script plans prices, publishes a post with a picture, and ends a promo code", async ({ browser }) => {
  const admin = await signedIn(browser, "admin@demo.test", { javaScriptEnabled: false });
  await admin.goto("/en/admin/rates");
  await admin.getByRole("link", { name: t("shop:rates.new") }).click();
  const basic = admin.getByRole("group", { name: t("shop:rates.packageOf", { name: "Basic", id: 1 }) });
  await basic.getByLabel(t("shop:rates.priceEuro")).fill("nothing");
  await admin.getByLabel(t("shop:rates.validFrom")).fill(someday.planned);
  await button(admin, "shop:rates.plan").click();
  await expect(basic.getByLabel(t("shop:rates.priceEuro"))).toHaveAttribute("aria-invalid", "true");
  await basic.getByLabel(t("shop:rates.priceEuro")).fill("16.50");
  await button(admin, "shop:rates.plan").click();
  const planned = admin.getByRole("region", { name: t("shop:rates.planned"), exact: true });
  await expect(planned.getByRole("row", { name: /Basic/ })).toContainText("€16.50");
  await planned.getByRole("link", { name: t("shop:rates.change") }).click();
  await button(admin, "shop:rates.drop").click();
  await expect(admin.getByText(t("shop:forGood"))).toBeVisible();
  await button(admin, "shop:rates.drop").click();
  await expect(planned.getByText(t("shop:rates.nonePlanned"))).toBeVisible();

  const title = `A walk by the river ${crypto.randomUUID().slice(0, 8)}`;
  await admin.goto("/en/admin/stories");
  await admin.getByRole("link", { name: t("shop:stories.newPost") }).click();
  for (const locale of ["en", "zh-Hant", "zh-Hans"]) {
    const words = admin.getByRole("group", { name: t(`admin:language.${locale}`), exact: true });
    await words.getByLabel(t("shop:field.title")).fill(title);
    await words.getByLabel(t("shop:stories.body")).fill("We **walked** for an hour.");
  }
  await button(admin, "shop:stories.preview").click();
  await expect(admin.locator(".shop__preview strong").first()).toHaveText("walked");
  await button(admin, "shop:stories.saveDraft").click();
  // Only a page with scripts can paint the picture to upload.
  const painter = await visitor(browser);
  await admin.getByLabel(t("shop:stories.file")).setInputFiles(await picture(painter, "river.jpg", "#456"));
  await button(admin, "shop:stories.upload").click();
  await expect(admin.getByRole("img", { name: t("shop:stories.picture", { number: 1 }) })).toBeVisible();
  await admin.getByLabel(t("shop:stories.publishedAt")).fill(someday.long_ago);
  await button(admin, "shop:stories.publish").click();
  await painter.goto("/en/blog/2019/4");
  await painter.getByRole("link", { name: title }).click();
  await expect(painter.locator(".article > img")).toHaveAttribute("src", /^\/story-files\//);
  await expect(painter.locator(".article strong")).toHaveText("walked");
  await button(admin, "shop:stories.withdraw").click();
  await expect(admin.getByText(t("shop:stories.willWithdraw"))).toBeVisible();
  await button(admin, "shop:stories.withdraw").click();
  expect((await painter.reload())?.status()).toBe(404);

  const code = `END-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
  await admin.goto("/en/admin/promo-codes/new");
  await admin.getByLabel(t("shop:promos.field.code")).fill(code);
  await admin.getByLabel(t("shop:promos.field.percent")).fill("20");
  await button(admin, "shop:save").click();
  await button(admin, "shop:promos.end").click();
  await expect(admin.getByText(t("shop:promos.willEnd"))).toBeVisible();
  await button(admin, "shop:promos.end").click();
  await admin.getByRole("link", { name: t("shop:promos.title") }).first().click();
  await expect(admin.getByRole("row", { name: code })).toContainText(t("shop:state.over"));
  await admin.context().close();
  await painter.context().close();
});

const rooms = [
  "/admin/rates",
  "/admin/rates/new",
  "/admin/tariffs",
  "/admin/tariffs/new",
  "/admin/promo-codes",
  "/admin/promo-codes/SPRING10",
  "/admin/promotions",
  "/admin/promotions/1",
  "/admin/stories",
  "/admin/stories/1",
  "/admin/figures",
  "/admin/tax",
];

/** All pages wide by day; by night, as on a phone, one of each kind. */
const looks: { locale: JourneyLocale; colorScheme: "light" | "dark"; width: number; paths: string[] }[] = [
  { locale: "en", colorScheme: "light", width: 1440, paths: rooms },
  {
    locale: "zh-Hans",
    colorScheme: "dark",
    width: 390,
    paths: ["/admin/rates/new", "/admin/stories", "/admin/figures"],
  },
];

for (const { locale, colorScheme, width, paths } of looks) {
  test(`axe finds nothing in the rooms of the shop, nor does a page overflow or complain, ${locale}`, async ({ browser }) => {
    const admin = await signedIn(browser, "admin@demo.test", { locale });
    await admin.emulateMedia({ colorScheme });
    await admin.setViewportSize({ width, height: 900 });
    const found: unknown[] = [];
    admin.on("console", (message) => {
      if (message.type() === "error") found.push({ path: admin.url(), said: message.text() });
    });
    for (const path of paths) {
      await admin.goto(prefixes[locale] + path);
      if (path === "/admin/figures") {
        await expect(admin.locator(".figure__place canvas")).toHaveCount(8);
        await admin.locator(".figures__charts summary").first().click();
        await expect(admin.getByRole("row")).toHaveCount(31);
      }
      for (const finding of await axeFindings(admin)) found.push({ path, ...finding });
      const isWider = await admin.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isWider) found.push({ path, isWider });
    }
    expect(found).toEqual([]);
    await admin.context().close();
  });
}
