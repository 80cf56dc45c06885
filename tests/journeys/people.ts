/** The people of the journeys: how they sign up and in, and what every journey needs of a page. */
import { type Browser, expect, type Page } from "@playwright/test";
import { Buffer } from "node:buffer";
import { rememberTold } from "./flashes.ts";

export const password = "Demo-2026!";

/** The languages in which every journey of members is walked. */
export type WalkedLocale = "en" | "zh-Hant" | "zh-Hans";
export type JourneyLocale = WalkedLocale | "uk" | "ru" | "ro";

export const prefixes: Record<JourneyLocale, string> = {
  "en": "/en",
  "zh-Hant": "",
  "zh-Hans": "/zh-hans",
  "uk": "/uk",
  "ru": "/ru",
  "ro": "/ro",
};
export const browserLocales: Record<JourneyLocale, string> = {
  "en": "en-GB",
  "zh-Hant": "zh-TW",
  "zh-Hans": "zh-CN",
  "uk": "uk-UA",
  "ru": "ru-RU",
  "ro": "ro-RO",
};

export interface VisitorOptions {
  locale?: JourneyLocale;
  javaScriptEnabled?: boolean;
  /** The time zone of the browser; this machine's unless told otherwise. */
  timezoneId?: string;
}

export async function visitor(browser: Browser, options: VisitorOptions = {}): Promise<Page> {
  const { locale = "en", javaScriptEnabled = true, timezoneId } = options;
  const context = await browser.newContext({ javaScriptEnabled, locale: browserLocales[locale], timezoneId });
  await rememberTold(context);
  return await context.newPage();
}

/** A person of the demo, or one with a confirmed account, with a session of the browser's own. */
export async function signedIn(browser: Browser, email: string, options: VisitorOptions = {}): Promise<Page> {
  const page = await visitor(browser, options);
  const answer = await page.request.post("/api/authorization", { data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return page;
}

/** A new man for a journey, with the 20 credits of a new account: other journeys count those of James and Wei. */
export async function newMan(browser: Browser, firstname: string, options: VisitorOptions = {}): Promise<Page> {
  const email = `man-${crypto.randomUUID()}@example.test`;
  const page = await visitor(browser, options);
  const { request } = page;
  const api = `${prefixes[options.locale ?? "en"]}/api`;
  const data = { firstname, email, password, birthdate: "1984-05-02", country: 528, groupId: 1 };
  expect((await request.post(`${api}/users`, { data })).status()).toBe(200);
  const form = { identifier: email, action: "email_verify", code: await codeFor(page, email) };
  const confirmed = await request.post(`${api}/auth/confirmation`, { data: form });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return page;
}

/** A new lady for a journey, who has told of herself and shown a photo: both wait for approval. */
export async function newLady(browser: Browser, firstname: string): Promise<Page> {
  const email = `${firstname.toLowerCase()}@example.test`;
  const lady = await visitor(browser);
  const { request } = lady;
  const data = { firstname, email, password, birthdate: "1994-03-08", country: 804, groupId: 2 };
  expect((await request.post("/en/api/users", { data })).status()).toBe(200);
  const code = { identifier: email, action: "email_verify", code: await codeFor(lady, email) };
  const confirmed = await request.post("/en/api/auth/confirmation", { data: code });
  expect(confirmed.ok()).toBe(true);
  // Sent from our own origin, as our pages do.
  const headers = { origin: new URL(confirmed.url()).origin };
  const told = await request.patch("/en/api/users/", { headers, data: { about: "I grade amber.", city: "Rivne" } });
  expect(told.ok(), await told.text()).toBe(true);
  const photo = await picture(lady, "face.jpg", "#a55");
  expect((await request.post("/en/api/photos", { headers, multipart: { photo } })).ok()).toBe(true);
  return lady;
}

/** The code in a person's mail: the only run of six digits in its text. */
export async function codeFor(page: Page, email: string): Promise<string> {
  let code = "";
  await expect.poll(async () => {
    const { mails } = await (await page.request.get("/dev/outbox.json")).json();
    const mail = mails.find((each: { to: string }) => each.to === email);
    code = mail?.text.match(/\d{6,}/g)?.join(" ") ?? "";
    return code;
  }).toMatch(/^\d{6}$/);
  return code;
}

/** The link of a person's newest mail that contains `part`, as soon as it has come. */
export async function linkOf(page: Page, email: string, part: string): Promise<string> {
  let link = "";
  await expect.poll(async () => {
    const { mails } = await (await page.request.get("/dev/outbox.json")).json();
    const mail = mails.find((each: { to: string }) => each.to === email);
    link = mail?.links.find((each: string) => each.includes(part)) ?? "";
    return link;
  }).not.toBe("");
  return link;
}

/** Waits until every island is hydrated: only then do forms belong to the islands. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
}

export async function ladyIdOf(page: Page, name: string): Promise<number> {
  const { girls } = await (await page.request.get("/en/api/girls?limit=100")).json();
  return girls.find((girl: { name: string }) => girl.name === name).id;
}

/** The credits that the head of the page shows. */
export async function creditsOf(page: Page): Promise<number> {
  return Number((await page.locator(".top .balance").first().innerText()).replace(/\D/g, ""));
}

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of one colour, made by the browser itself: a JPG, or a PNG if its name says so. */
export async function picture(page: Page, name: string, colour: string): Promise<PictureFile> {
  const mimeType = name.endsWith(".png") ? "image/png" : "image/jpeg";
  const url = await page.evaluate(([fill, type]) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 600 });
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = fill;
    pen.fillRect(0, 0, 900, 600);
    return canvas.toDataURL(type);
  }, [colour, mimeType] as const);
  return { name, mimeType, buffer: Buffer.from(url.split(",")[1]!, "base64") };
}

/** A JPG that compression hardly makes smaller, like a photo of leaves or rain. */
export async function noisyPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(async ([width, height]) => {
    const canvas = new OffscreenCanvas(width, height);
    const paper = canvas.getContext("2d")!;
    const pixels = paper.createImageData(width, height);
    let seed = 1;
    for (let at = 0; at < pixels.data.length; at++) {
      seed = (seed * 16807) % 2147483647;
      pixels.data[at] = at % 4 === 3 ? 255 : 80 + seed % 96;
    }
    paper.putImageData(pixels, 0, 0);
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 })).arrayBuffer(),
    );
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }, [width, height] as const);
  return Buffer.from(base64, "base64");
}

/** Approves everything of one person that waits, and skips what others have asked for; returns how much it approved. */
export async function approveAllOf(admin: Page, name: string): Promise<number> {
  let approved = 0;
  await admin.goto("/en/admin/approvals");
  for (let looks = 0; looks < 60; looks++) {
    const field = admin.locator('form input[name="id"]').first();
    if (await field.count() === 0) break;
    const id = await field.inputValue();
    if (await admin.locator("main").getByRole("link", { name, exact: true }).count() > 0) {
      await admin.locator('button[name="action"][value="approve"]').click();
      await admin.waitForURL(new RegExp(`after=${id}$`));
      approved++;
    } else await admin.goto(`/en/admin/approvals?after=${id}`);
  }
  return approved;
}
