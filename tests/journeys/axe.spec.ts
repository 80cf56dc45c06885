import { type BrowserContext, expect, type Page } from "@playwright/test";
import { axeFindings, bringAxe } from "./axe.ts";
import { test } from "./journey.ts";
import { browserLocales, type JourneyLocale, prefixes } from "./people.ts";

const guestPages = [
  "/",
  "/auth/sign-in",
  "/auth/sign-up",
  "/auth/forgot-password",
  "/auth/confirm",
  "/email-confirmation/a@example.test/key",
  "/password-reset/a@example.test/key",
  "/email-change/1/key",
  "/agency-invitation/1/key",
  "/search",
  "/search?hairColor=purple",
  "/unsubscribe/1/key",
  "/search?firstname=nobody-at-all",
  "/search?countryId=112&hairColor=golden&englishRating=fluent",
  "/girls/Belarus-Romania-Russia-Ukraine",
  "/girls/Online_Ladies",
  "/girls/New_Ladies",
  "/girls/Top_50",
  "/girls/Vote_of_the_Day",
  "PROFILE",
  "TRANSLATED",
  "/blog",
  "POST",
  "/about-us",
  "/how-site-works",
  "/faq",
  "/contact-us",
  "/withdraw",
  "/report",
  "/translators",
  "/success-stories",
  "/privacy-policy",
  "/terms-conditions",
  "/consent",
  "/not-yet",
  "/no-such-page",
  "/offline",
  "/dev/gallery",
  "/dev/outbox",
];
const manPages = [
  "/",
  "/search",
  "/girls/Favorites",
  "/girls/Upcoming_Birthdays",
  "/girls/Vote_of_the_Day",
  "PROFILE",
  "/man/mail/inbox",
  "/man/mail/introduction",
  "/man/mail/outbox",
  "CONVERSATION",
  "NEW",
  "TALK",
  "/man/mail/settings",
  "/man/mail/deleted",
  "/man/mail/inbox?q=cuckoo",
  "/man/searches",
  "/man/balance/purchase",
  "/man/balance/purchase?rateId=2&method=paypal",
  "/man/balance/history",
  "/man/balance/history?operation=video",
  "/man/balance/purchase?rateId=2&method=paypal&promoCode=NONE",
  "/man/balance/how-site-works",
  "RECEIPT",
  "/man/welcome",
  "/man/men-account/information",
  "/man/men-account/about",
  "/man/men-account/photos",
  "/man/men-account/looking-for",
  "/man/men-account/security",
  "/man/men-account/safety",
  "/man/men-account/own-data",
  "/man/men-account/delete-account",
  "/man/balance/spending-limit",
  "/man/chat/check",
  "/man/chat",
  "/logout",
  "/lady/mail/inbox",
];
const ladyPages = [
  "/",
  "/lady/mail/settings",
  "/lady/mail/inbox",
  "/lady/mail/outbox",
  "/lady/mail/deleted",
  "CONVERSATION",
  "/lady/profile",
  "/lady/profile/photos",
  "/lady/profile/as-men-see-it",
  "/lady/profile/settings",
  "/lady/profile/security",
  "/lady/verification",
  "/lady/profile/away",
  "/lady/profile/safety",
  "/lady/profile/own-data",
  "/lady/profile/delete-account",
  "/lady/chat/check",
  "MAN",
  "/lady/chat",
  "/logout",
];
const agencyPages = ["/agency", "/agency/ladies", "HERS", "/agency/ladies/new", "/agency/statement"];
const translatorPages = [
  "LETTER",
  "WORDS",
  "/agency/mail",
  "/agency/mail/about-you",
  "/man/mail/inbox",
  "/staff/second-factor",
];
const adminPages = [
  "/admin",
  "/admin/users",
  "JAMES",
  "JAMES/suspension",
  "JAMES/adjustment",
  "PHOTO",
  "TEXT",
  "/admin/approvals",
  "/admin/reports",
  "/admin/reports/1",
  "/admin/transparency",
  "/admin/messages",
  "MESSAGE",
];

const visitors = {
  guest: { email: null, pages: guestPages },
  man: { email: "james@demo.test", pages: manPages },
  lady: { email: "olena@demo.test", pages: ladyPages },
  agency: { email: "agency@demo.test", pages: agencyPages },
  translator: { email: "translator@demo.test", pages: translatorPages },
  admin: { email: "admin@demo.test", pages: adminPages },
} as const;

/** English is checked wide by day and as on a phone by night; each other language in one look. */
const looks = {
  "en": [{ colorScheme: "light", width: 1440 }, { colorScheme: "dark", width: 390 }],
  "zh-Hant": [{ colorScheme: "dark", width: 1440 }],
  "zh-Hans": [{ colorScheme: "light", width: 390 }],
  "uk": [{ colorScheme: "light", width: 390 }],
  "ru": [{ colorScheme: "dark", width: 390 }],
  "ro": [{ colorScheme: "light", width: 390 }],
} as const;

/** Admins' pages exist in the languages in which the site is run. */
const isRead = (who: string, locale: string) => who !== "admin" || !["uk", "ru", "ro"].includes(locale);

const called = (who: string) => `${/^[aeiou]/.test(who) ? "an" : "a"} ${who}`;

for (const [who, { email, pages }] of Object.entries(visitors)) {
  for (const [locale, prefix] of Object.entries(prefixes).filter(([each]) => isRead(who, each))) {
    test(`axe finds nothing on any page of ${called(who)}, by day or night, nor asks one another origin, ${locale}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ locale: browserLocales[locale as JourneyLocale] });
      if (email) await signIn(context, email);
      await bringAxe(context);
      const page = await context.newPage();
      const found: unknown[] = [];
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL!) && !/^(data|blob):/.test(url)) found.push({ path: page.url(), foreign: url });
      });
      page.on("console", (message) => {
        // The list also has pages that answer 403 or 404, which the browser reports as errors of their own.
        const isOfStatus = /Failed to load resource/.test(message.text());
        if (message.type() === "error" && !isOfStatus) found.push({ path: page.url(), said: message.text() });
      });
      const ways = [...looks[locale as JourneyLocale]];
      for (const path of pages) {
        await page.goto(await addressOf(context, prefix, path, who));
        expect({ path, lang: await page.evaluate(() => document.documentElement.lang) }).toEqual({
          path,
          lang: locale,
        });
        await unfold(page, path, locale);
        for (const { colorScheme, width } of ways) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          for (const finding of await axeFindings(page)) found.push({ path, colorScheme, ...finding });
          const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          if (isTooWide) found.push({ path, width, said: "wider than the screen" });
        }
        // The next page begins in the last look of this one: no page is laid out and painted again before its first look.
        ways.reverse();
      }
      expect(found).toEqual([]);
      await context.close();
    });
  }
}

test("axe finds what is wrong with a page, of day and of night alike, whether it was there before the page or not", async ({ browser }) => {
  for (const isBrought of [true, false]) {
    const context = await browser.newContext();
    if (isBrought) await bringAxe(context);
    const page = await context.newPage();
    await page.setContent(`<html lang="en"><title>A page</title><style>
      p { color: black; background: white }
      @media (prefers-color-scheme: dark) { p { color: #111; background: black } }
    </style><main><h1>A page</h1><img src="data:,"><p>Words</p></main>`);
    expect(await page.evaluate(() => "axe" in globalThis)).toBe(isBrought);
    const found = async () => (await axeFindings(page)).map(({ id }) => id);
    expect(await found()).toEqual(["image-alt"]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await found()).toEqual(["color-contrast", "image-alt"]);
    await context.close();
  }
});

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const response = await context.request.post("/api/authorization", { data: { email, password: "Demo-2026!" } });
  expect(response.ok()).toBe(true);
}

/** Unfolds what is one press away, on pages with translations. */
async function unfold(page: Page, path: string, locale: string): Promise<void> {
  if (!["TRANSLATED", "LETTER", "WORDS"].includes(path)) return;
  // Profiles are translated into three languages; readers of others see what she wrote herself.
  const isThere = path !== "TRANSLATED" || !["uk", "ru", "ro"].includes(locale);
  await expect(page.locator(path === "TRANSLATED" ? ".original" : ".pairs")).toHaveCount(isThere ? 1 : 0);
  await page.locator("main details").evaluateAll((all) => all.forEach((each) => each.setAttribute("open", "")));
}

/** Fills in ids, which it gets from the calls. */
async function addressOf(context: BrowserContext, prefix: string, path: string, who: string): Promise<string> {
  if (path === "PROFILE") return `${prefix}/girl/x-1-x-x-${await idOf(context, "Olena")}`;
  if (path === "TRANSLATED") return `${prefix}/girl/x-1-x-x-${await idOf(context, "Halyna")}`;
  if (path === "LETTER") {
    const queue = await (await context.request.get("/en/agency/mail")).text();
    const [, mine, free] = /mail\/(\d+)">Halyna to Wei|Halyna to Wei<.*?name="letterId" value="(\d+)"/.exec(queue)!;
    await take(context, { letterId: mine ?? free! });
    return `${prefix}/agency/mail/${mine ?? free}`;
  }
  if (path === "WORDS") {
    const id = await idOf(context, "Halyna");
    await take(context, { profile: `${id}.zh-Hant` });
    return `${prefix}/agency/mail/profiles/${id}/zh-Hant`;
  }
  if (path === "POST") {
    const { stories } = await (await context.request.get("/api/stories?type=blog&limit=1")).json();
    return `${prefix}/blog/${stories[0].id}`;
  }
  if (path === "MAN") {
    const { dialogues } = await (await context.request.get("/api/dialogues")).json();
    return `${prefix}/lady/man/${dialogues[0].partner.id}`;
  }
  if (path.startsWith("JAMES") || path === "MESSAGE") {
    const isMessage = path === "MESSAGE";
    const list = isMessage ? "/en/admin/messages" : "/en/admin/users?q=james@demo.test";
    const html = await (await context.request.get(list)).text();
    const found = (isMessage ? /\/admin\/messages\/[\w-]+/ : /\/admin\/users\/\d+/).exec(html)![0];
    return prefix + path.replace(/^[A-Z]+/, found);
  }
  if (path === "PHOTO" || path === "TEXT") {
    const list = await (await context.request.get("/en/admin/users?q=olena@demo.test")).text();
    const person = await (await context.request.get(`/en${/\/admin\/users\/\d+/.exec(list)![0]}`)).text();
    const below = path === "PHOTO" ? /\/admin\/users\/\d+\/photos\/\d+/ : /\/admin\/users\/\d+\/texts\/[\w-]+/;
    return prefix + below.exec(person)![0];
  }
  if (path === "HERS") return `${prefix}/agency/ladies/${await idOf(context, "Marta")}`;
  if (path === "NEW") return `${prefix}/man/mail/new-conversation/${await idOf(context, "Olena")}`;
  if (path === "TALK") return `${prefix}/man/mail/talk/${await idOf(context, "Olena")}`;
  if (path === "RECEIPT") {
    const history = await (await context.request.get("/en/man/balance/history")).text();
    return prefix + /\/man\/balance\/receipt\/[\w-]+/.exec(history)![0];
  }
  if (path !== "CONVERSATION") return prefix + path || "/";
  const box = who === "man" ? "/man/mail/inbox" : "/lady/mail/inbox";
  const { dialogues } = await (await context.request.get("/api/dialogues")).json();
  const { partner, lastLetter } = dialogues.find((each: { lettersCount: number }) => each.lettersCount > 1);
  return `${prefix}${box}/conversation/${partner.id}/${lastLetter.id}`;
}

/** A translator takes a letter or a profile; one that she has already stays hers. */
async function take(context: BrowserContext, form: Record<string, string>): Promise<void> {
  const { origin } = new URL((await context.request.get("/healthz")).url());
  const taken = await context.request.post("/en/agency/mail", { form, headers: { origin } });
  expect(taken.ok()).toBe(true);
}

async function idOf(context: BrowserContext, firstname: string): Promise<number> {
  const { girls } = await (await context.request.get(`/api/girls?firstname=${firstname}&limit=1`)).json();
  return girls[0].id;
}
