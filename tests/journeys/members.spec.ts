import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { creditsOf, ladyIdOf, newMan, prefixes, settled, signedIn, visitor } from "./people.ts";
import { wordsFor } from "./words.ts";

const main = (page: Page) => page.locator("main");

/** The card of the lady with this id; names differ from language to language. */
const cardOf = (page: Page, ladyId: number) =>
  main(page).locator(".card", { has: page.locator(`.keep[value="${ladyId}"]`) });
const heartOf = (page: Page, ladyId: number) => cardOf(page, ladyId).locator(".keep");

async function profileOf(page: Page, prefix: string, ladyId: number): Promise<void> {
  await page.goto(`${prefix}/girl/x-1-x-x-${ladyId}`);
  await settled(page);
}

/** Plays the only video of the page, and returns how long it is and whether it moved. */
const played = (page: Page): Promise<{ seconds: number; hasMoved: boolean }> =>
  main(page).locator("video").evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
    while (video.currentTime === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return { seconds: Math.round(video.duration), hasMoved: video.currentTime > 0 };
  });

for (const locale of ["en", "zh-Hant", "zh-Hans"] as const) {
  test(`a man keeps a lady, finds birthdays, votes, and watches a video once paid, ${locale}`, async ({ browser }) => {
    const t = wordsFor(locale);
    const prefix = prefixes[locale];
    const page = await newMan(browser, "Felix", { locale });
    const daria = await ladyIdOf(page, "Daria");

    await test.step("the heart is pressed in place, and fills everywhere", async () => {
      await page.goto(`${prefix}/search?id=&sort=new`);
      await settled(page);
      const address = page.url();
      await heartOf(page, daria).click();
      await expect(heartOf(page, daria)).toHaveAttribute("aria-pressed", "true");
      expect(page.url()).toBe(address);
      await profileOf(page, prefix, daria);
      const words = main(page).locator(".who .keeping");
      await expect(words).toHaveAttribute("aria-pressed", "true");
      await expect(words).toHaveAccessibleName(t("favorites:kept"));
    });

    await test.step("she stands among the favourites until she is let go, by keyboard", async () => {
      await page.goto(`${prefix}/girls/Favorites`);
      await settled(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("favorites:title"));
      await expect(main(page).locator(".card")).toHaveCount(1);
      await heartOf(page, daria).focus();
      await page.keyboard.press("Enter");
      await expect(heartOf(page, daria)).toHaveAttribute("aria-pressed", "false");
      await expect(heartOf(page, daria)).toBeFocused();
      await expect.poll(async () => (await (await page.request.get("/api/users/me/favorite")).json()).totalCount).toBe(
        0,
      );
      await page.reload();
      await expect(main(page).getByText(t("favorites:empty.title"))).toBeVisible();
    });

    await test.step("birthdays are listed", async () => {
      await page.goto(`${prefix}/girls/Upcoming_Birthdays`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("birthdays:title"));
      await expect(main(page).locator(".card .note").first()).not.toBeEmpty();
    });

    await test.step("one vote, found by way of the Top 50", async () => {
      await page.goto(`${prefix}/girls/Top_50`);
      await main(page).getByRole("link", { name: t("vote:short") }).click();
      await main(page).locator("form button[name=id]").first().click();
      await expect(main(page).locator(".notice")).toBeVisible();
      await expect(main(page).locator("form button[name=id]")).toHaveCount(0);
    });

    await test.step("a video: its beginning, 10 credits, the whole of it", async () => {
      await profileOf(page, prefix, daria);
      expect(await played(page)).toEqual({ seconds: 8, hasMoved: true });
      const before = await creditsOf(page);
      await main(page).getByRole("button", { name: t("videos:watch") }).click();
      await expect(main(page).getByText(t("videos:yours"))).toBeVisible();
      expect(await creditsOf(page)).toBe(before - 10);
      expect(await played(page)).toEqual({ seconds: 60, hasMoved: true });
      await page.goto(`${prefix}/man/balance/history`);
      await expect(main(page).getByText(t("balance:operation.video", { name: await nameOf(page, prefix, daria) })))
        .toBeVisible();
    });
    await page.context().close();
  });
}

test("without scripts hearts, votes and videos are forms, and a guest is told to log in or register", async ({ browser }) => {
  const t = wordsFor("zh-Hant");
  const guest = await visitor(browser, { locale: "zh-Hant" });
  const daria = await ladyIdOf(guest, "Daria");
  await guest.goto("/search");
  await settled(guest);
  await heartOf(guest, daria).click();
  await expect(main(guest).getByRole("alert")).toHaveText(t("refusals:not_signed_in"));
  await guest.context().close();

  const page = await newMan(browser, "Anton", { javaScriptEnabled: false });
  await page.goto("/en/search");
  await heartOf(page, daria).click();
  // Not at the top of the page, but where he pressed.
  await expect(page).toHaveURL(`/en/search#keep-${daria}`);
  await expect(heartOf(page, daria)).toHaveAttribute("aria-pressed", "true");
  await page.goto("/en/girls/Favorites");
  await heartOf(page, daria).click();
  await expect(main(page).getByText("No favourites yet")).toBeVisible();
  await page.goto(`/en/girl/x-1-x-x-${daria}`);
  await main(page).getByRole("button", { name: "Give her your vote today" }).click();
  await expect(main(page).getByText("Your vote today")).toBeVisible();
  await main(page).getByRole("button", { name: "Watch the full video" }).click();
  await expect(main(page).getByText("It is yours: watch it as often as you like.")).toBeVisible();
  expect(await creditsOf(page)).toBe(10);
  await page.context().close();
});

test("who has no credits is told so beside the video, and can buy credits", async ({ browser }) => {
  const page = await signedIn(browser, "poor@demo.test", { locale: "en" });
  await profileOf(page, "/en", await ladyIdOf(page, "Daria"));
  await expect(main(page).getByText("Watching costs 10 credits; you have 0 credits.")).toBeVisible();
  await main(page).locator(".videos").getByRole("link", { name: "Buy credits" }).click();
  await expect(page).toHaveURL(/\/man\/balance\/purchase\?next=/);
  await page.goBack();
  await expect(main(page).locator(".videos").getByRole("link", { name: "Buy credits" })).toBeVisible();
  await page.context().close();
});

async function nameOf(page: Page, prefix: string, ladyId: number): Promise<string> {
  return (await (await page.request.get(`${prefix}/api/girls/${ladyId}`)).json()).girl.name;
}
