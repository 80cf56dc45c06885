/**
 * Two people who share no language: a lady who reads only her own is published, writes, is written to and chats, all in her
 * language, and men who read another one read her words in theirs.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import process from "node:process";
import { libretranslateServer } from "../../services/testing/libretranslate_server.ts";
import { ownPort, SteppedSite } from "./chat_site.ts";
import { choose, dialog, enter, idOf, isOpen, log, sheet, textChat } from "./chat_people.ts";
import { test as base } from "./journey.ts";
import {
  approveAllOf,
  codeFor,
  type JourneyLocale,
  newMan,
  password,
  picture,
  prefixes,
  settled,
  signedIn,
  visitor,
} from "./people.ts";
import { type Say, wordsFor } from "./words.ts";

const { CHROMIUM = "/usr/bin/chromium" } = process.env;

type Provider = ReturnType<typeof libretranslateServer>;

/** A site of its own whose configuration names a translation provider: LibreTranslate on this machine. */
const test = base.extend<{ provider: Provider; site: SteppedSite; baseURL: string }>({
  // deno-lint-ignore no-empty-pattern -- what a fixture needs is read from its pattern
  async provider({}, use) {
    await using provider = libretranslateServer();
    await use(provider);
  },
  async site({ provider }, use, { workerIndex }) {
    const site = new SteppedSite(ownPort(workerIndex), { LIBRETRANSLATE_URL: provider.base });
    await site.start();
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => await use(site.origin),
});

// A drawn camera, for the live check.
test.use({
  launchOptions: {
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--use-fake-device-for-media-stream=fps=5"],
  },
});

interface Lady {
  page: Page;
  t: Say;
  name: string;
  email: string;
  prefix: string;
}

/** Visits the home page with a browser of that language, and signs up by the form. */
async function registers(browser: Browser, locale: JourneyLocale, country: string): Promise<Lady> {
  const t = wordsFor(locale);
  const name = `Rada${crypto.randomUUID().replaceAll(/[^a-f]/g, "").slice(0, 6)}`;
  const email = `${name.toLowerCase()}@example.test`;
  const page = await visitor(browser, { locale });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await page.getByRole("link", { name: t("home:cover.ladies") }).click();
  await expect(page.locator('[name="groupId"][value="2"]')).toBeChecked();
  await expect(page.locator(`[name="readsLanguages"][value="${locale}"]`)).toBeChecked();
  await expect(page.getByText(t("auth:signUp.leadLady"))).toBeVisible();
  await expect(page.getByText(t("auth:signUp.lead"))).toBeHidden();
  await page.locator("#firstname").fill(name);
  await page.locator("#country").selectOption(country);
  await page.locator("#birthdate").fill("1994-03-08");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("#accept-terms").check();
  await page.getByRole("button", { name: t("auth:signUp.submit") }).click();
  await page.locator('[name="code"]').fill(await codeFor(page, email));
  await page.getByRole("button", { name: t("auth:confirm.submit") }).click();
  await expect(page.locator(`a[href^="${prefixes[locale]}/lady/"]`).first()).toBeAttached();
  return { page, t, name, email, prefix: prefixes[locale] };
}

const mailsTo = async (page: Page, email: string): Promise<{ subject: string; text: string }[]> => {
  const { mails } = await (await page.request.get("/dev/outbox.json")).json();
  return mails.filter((each: { to: string }) => each.to === email);
};

/** Takes the letter of two people, named like "Rada to 志明", from the queue, and translates it. */
async function translates(nadia: Page, people: string, words: string): Promise<void> {
  await nadia.goto("/en/agency/mail");
  await nadia.getByRole("row", { name: people }).getByRole("button", { name: /Take it/ }).click();
  await nadia.getByRole("textbox", { name: /Translation of paragraph/ }).first().fill(words);
  await nadia.getByRole("button", { name: "Finish and send" }).click();
  await expect(nadia.getByRole("heading", { level: 1 })).toHaveText("Translations");
}

test("a Ukrainian lady who reads no English comes, is published, writes and talks with a man who reads Chinese", async ({ browser, baseURL, provider }) => {
  const lady = await registers(browser, "uk", "804");
  const { page, t, name, email, prefix } = lady;
  const headers = { origin: baseURL! };

  await test.step("fills her profile, adds a photo and does her live check in Ukrainian", async () => {
    await page.goto(`${prefix}/lady/profile`);
    await settled(page);
    await page.locator('[name="about"]').fill("Я сортую бурштин і читаю листи повільно.");
    await page.locator('[name="city"]').fill("Рівне");
    await page.locator("main form:has([name=about]) button[type=submit]").first().click();
    const photo = await picture(page, "face.jpg", "#a55");
    expect((await page.request.post(`${prefix}/api/photos`, { headers, multipart: { photo } })).ok()).toBe(true);
    await page.goto(`${prefix}/lady/verification`);
    await page.getByRole("button", { name: t("verification:live.begin") }).click();
    await page.context().grantPermissions(["camera"]);
    await settled(page);
    await page.getByRole("button", { name: t("verification:record.open") }).click();
    await page.getByRole("button", { name: t("verification:record.start"), exact: true }).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await page.waitForTimeout(1500);
    await page.getByRole("button", { name: t("verification:record.stop") }).click();
    await page.getByRole("button", { name: t("verification:record.send"), exact: true }).click();
    const [waiting] = t("verification:live.waiting", { date: "|" }).split("|");
    await expect(page.getByText(waiting!.trim())).toBeVisible();
  });

  await test.step("the site approves her, and she is told in Ukrainian that she is shown", async () => {
    const admin = await signedIn(browser, "admin@demo.test");
    expect(await approveAllOf(admin, name)).toBeGreaterThan(0);
    await admin.goto("/en/admin/verifications");
    await admin.getByRole("link", { name: `Look at it: the video of ${name}` }).click();
    await admin.getByLabel("Kind").selectOption("passport");
    await admin.getByRole("button", { name: "Record it" }).click();
    await expect(admin.getByText("The document is recorded.")).toBeVisible();
    await admin.getByRole("button", { name: "It is her: accept" }).click();
    await admin.getByRole("button", { name: "Accept without having played it" }).click();
    await expect(admin.getByText("The live check is accepted, the video deleted.")).toBeVisible();
    await admin.context().close();
    await expect.poll(async () => (await mailsTo(page, email)).map(({ subject }) => subject).join(" | "))
      .toContain(t("safety:published.title"));
    for (const { text } of await mailsTo(page, email)) expect(text).toMatch(/[іїєґ]/);
  });

  const man = await newMan(browser, "志明", { locale: "zh-Hans" });
  const say = wordsFor("zh-Hans");
  const [manId, ladyId] = [await idOf(man), await idOf(page)];
  const nadia = await signedIn(browser, "translator@demo.test");

  await test.step("he reads what she says of herself in Chinese, marked as a machine's, and her own words", async () => {
    const hers = async () => await (await man.request.get(`/zh-hans/girl/x-${ladyId}`)).text();
    await expect.poll(hers).toContain("[uk→zh] Я сортую бурштин і читаю листи повільно.");
    expect(await hers()).toContain(say("profile:translation.machine"));
    expect(await hers()).toMatch(/<p ?>Я сортую бурштин і читаю листи повільно\.<\/p>/);
  });

  await test.step("she writes first in Ukrainian, and he reads it in Chinese", async () => {
    await page.goto(`${prefix}/lady/mail/new-conversation/${manId}`);
    await settled(page);
    await expect(page.locator('[name="translate"]')).toBeChecked();
    await page.locator("textarea").fill("Доброго вечора! Сьогодні я знайшла бурштин із крилом комахи.");
    await page.getByRole("button", { name: t("islands:letter_composer.send") }).click();
    await expect(page.getByText(t("translation:author.heldShort")).first()).toBeVisible();
    await translates(nadia, `${name} to 志明`, "晚上好！今天我找到一块里面有虫翅的琥珀。");
    await man.goto("/zh-hans/man/mail/introduction");
    await man.locator(`a[href*="/conversation/${ladyId}/"]`).first().click();
    await expect(man.locator(".letter").getByText("晚上好！今天我找到一块里面有虫翅的琥珀。")).toBeVisible();
    await expect(man.locator('.letter [lang="uk"]').first()).toContainText("Доброго вечора!");
  });

  await test.step("he answers in Chinese, and she reads it in Ukrainian", async () => {
    const body = "谢谢你的来信，我很想看看那块琥珀。";
    const sent = await man.request.post("/zh-hans/api/mail", { headers, data: { recipientId: ladyId, body } });
    expect((await sent.json()).letter).toMatchObject({ language: "zh-Hans", state: "waiting_for_translation" });
    await translates(nadia, `志明 to ${name}`, "Дякую за листа, дуже хочу побачити той бурштин.");
    await page.goto(`${prefix}/lady/mail/inbox`);
    await page.locator(`a[href*="/conversation/${manId}/"]`).first().click();
    await expect(page.locator(".letter").getByText("Дякую за листа, дуже хочу побачити той бурштин.")).toBeVisible();
    await expect(page.locator(".letter").getByText(body)).toBeVisible();
  });

  await test.step("they talk, each in the own language, and each reads the other below the original", async () => {
    await Promise.all([enter(man, "man", "zh-Hans"), enter(page, "lady", "uk")]);
    await choose(man, ladyId, say);
    await textChat(man, say).click();
    await expect(dialog(page)).toContainText(/китайськ/i);
    await dialog(page).getByRole("button", { name: t("chat:accept") }).click();
    await Promise.all([isOpen(man, say), isOpen(page, t)]);
    await sheet(page, t).fill("Доброго вечора!");
    await page.keyboard.press("Enter");
    await expect(log(man).getByText("Доброго вечора!", { exact: true })).toBeVisible();
    await expect(log(man).locator('.msg__translation [lang="zh-Hans"]')).toHaveText("[uk→zh] Доброго вечора!");
    await sheet(man, say).fill("你好吗？");
    await man.keyboard.press("Enter");
    await expect(log(page).locator('.msg__translation [lang="uk"]')).toHaveText("[zh→uk] 你好吗？");
    const asked = provider.requests.length;
    await man.reload();
    await settled(man);
    await choose(man, ladyId, say);
    await expect(log(man).locator(".msg__translation")).toContainText("[uk→zh] Доброго вечора!");
    expect([provider.problems, provider.requests.length]).toEqual([[], asked]);
  });
  await Promise.all([page, man, nadia].map((each) => each.context().close()));
});

base(
  "a Romanian lady registers in Romanian, and an English letter waits for its translation into it",
  async ({ browser, baseURL }) => {
    const { page, t, prefix } = await registers(browser, "ro", "642");
    await page.goto(`${prefix}/lady/profile`);
    await expect(page.locator("html")).toHaveAttribute("lang", "ro");
    await expect(page.getByText(t("account:unpublished")).first()).toBeVisible();
    const own = (await (await page.request.get(`${prefix}/api/users`)).json()).user;
    expect(own).toMatchObject({ locale: "ro", readsLanguages: ["ro"], readingLanguage: "ro", wantsTranslation: true });
    const refused = await page.request.post("/api/mail", {
      headers: { origin: baseURL! },
      data: { recipientId: 1, body: "" },
    });
    expect((await refused.json()).message).toMatch(/[ăâîșț]/);
    await page.context().close();
  },
);
