import { expect, type Page } from "@playwright/test";
import { Buffer } from "node:buffer";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, noisyPhoto, picture, type PictureFile, settled, signedIn } from "./people.ts";

const noPicture: PictureFile = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg></svg>") };

async function composerFor(page: Page, name: string) {
  await page.goto(`/en/man/mail/new-conversation/${await ladyIdOf(page, name)}`);
  await expect(page.locator("[data-hydrated] .compose")).toBeVisible();
  return page.locator(".compose");
}

/** Drags a file from the desktop, or pastes one that was copied, as a person does. */
async function bring(page: Page, how: "drop" | "paste", file: PictureFile): Promise<void> {
  await page.locator("#letter-body").evaluate((sheet, { how, name, type, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name, { type }));
    const init = { bubbles: true, cancelable: true };
    const event = how === "drop"
      ? new DragEvent("drop", { ...init, dataTransfer: data })
      : new ClipboardEvent("paste", { ...init, clipboardData: data });
    sheet.dispatchEvent(event);
  }, { how, name: file.name, type: file.mimeType, base64: file.buffer.toString("base64") });
}

const expectNoFindings = async (page: Page, within: string) => expect(await axeFindings(page, within)).toEqual([]);

test("three photographs are chosen, dropped and pasted, survive a reload, and lie under the letter for both", async ({ browser }) => {
  const man = await newMan(browser, "Simon");
  const compose = await composerFor(man, "Polina");
  const kept = compose.locator(".photos img");
  const add = compose.getByLabel("Enclose a photograph");

  await test.step("by the picker, with one that is no picture", async () => {
    await compose.getByLabel("Your letter").fill("Dear Polina,\n\nthree colours of this spring.");
    await add.setInputFiles([await picture(man, "red.jpg", "#b33"), noPicture]);
    await expect(kept).toHaveCount(1);
    await expect(compose.getByText("fake.png: Only GIF, JPG and PNG pictures can be enclosed.")).toBeVisible();
    await expectNoFindings(man, ".compose");
    await compose.getByRole("button", { name: "Take out fake.png" }).press("Enter");
    await expect(add).toBeFocused();
    await expect(compose.getByText("fake.png")).toHaveCount(0);
    // That the last one was taken out is told, too.
    await compose.getByRole("button", { name: "Take out red.jpg" }).press("Enter");
    await expect(compose.getByRole("status").filter({ hasText: "0 photographs enclosed" })).toHaveCount(1);
    await add.setInputFiles(await picture(man, "red.jpg", "#b33"));
    await expect(kept).toHaveCount(1);
  });

  await test.step("by dropping and by pasting, and a fourth is too many", async () => {
    await bring(man, "drop", await picture(man, "green.jpg", "#3b3"));
    await expect(kept).toHaveCount(2);
    await bring(man, "paste", await picture(man, "blue.jpg", "#33b"));
    await expect(kept).toHaveCount(3);
    await expect(compose.getByRole("status").filter({ hasText: "3 photographs enclosed" })).toHaveCount(1);
    await bring(man, "drop", await picture(man, "fourth.jpg", "#bb3"));
    await expect(compose.getByText("fourth.jpg: a letter can hold three photographs.")).toBeVisible();
    // Taking one out makes room again; by keyboard, the focus is then on the button that adds one.
    await compose.getByRole("button", { name: "Take out blue.jpg" }).press("Enter");
    await expect(add).toBeFocused();
    await add.setInputFiles(await picture(man, "blue.jpg", "#33b"));
    await expect(kept).toHaveCount(3);
  });

  await test.step("they are kept with the draft", async () => {
    await expect(compose.getByText("Draft saved")).toBeVisible();
    await man.reload();
    await expect(kept).toHaveCount(3);
    await expectNoFindings(man, ".compose");
  });

  await test.step("they lie under the letter, and open large from the keyboard", async () => {
    await compose.getByRole("button", { name: "Send letter" }).click();
    await expect(man.locator(".letter__colophon")).toContainText("3 photographs enclosed.");
    const second = man.getByRole("link", { name: "Photograph 2 of 3, to Polina" });
    await settled(man);
    await second.press("Enter");
    const viewer = man.getByRole("dialog", { name: "Photographs of this letter" });
    await expect(viewer.locator("img")).toHaveAttribute("src", /\/full$/);
    await expectNoFindings(man, ".viewer");
    await man.keyboard.press("ArrowRight");
    await expect(viewer.getByText("Photograph 3 of 3, to Polina")).toBeVisible();
    await man.keyboard.press("ArrowRight");
    await expect(viewer.getByText("Photograph 1 of 3, to Polina")).toBeVisible();
    await man.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(second).toBeFocused();
  });

  await test.step("she sees them, and nobody else does", async () => {
    const address = await man.getByRole("link", { name: "Photograph 1 of 3, to Polina" }).getAttribute("href");
    const polina = await signedIn(browser, "polina@demo.test");
    await polina.goto("/en/lady/mail/inbox");
    await polina.locator(".people").getByRole("link", { name: "Simon" }).click();
    await expect(polina.getByRole("link", { name: /Photograph \d of 3, from Simon/ })).toHaveCount(3);
    expect((await polina.request.get(address!)).status()).toBe(200);
    const olena = await signedIn(browser, "olena@demo.test");
    expect((await olena.request.get(address!)).status()).toBe(404);
  });
});

/** A photo whose camera noted (Exif) that it was held upright: viewers turn it by a quarter. */
const lying = (jpeg: Buffer): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from("ffe10022457869660000" + "4d4d002a00000008" + "0001" + "011200030000000100060000" + "00000000", "hex"),
    jpeg.subarray(2),
  ]);

test("a phone's photograph is made smaller before it is sent, and what this browser cannot open is told of", async ({ browser }) => {
  const man = await newMan(browser, "Marco");
  await man.setViewportSize({ width: 390, height: 844 });
  const compose = await composerFor(man, "Polina");
  const photo = lying(await noisyPhoto(man, 4000, 3000));
  expect(photo.byteLength).toBeGreaterThan(4096 * 1024);
  const sent = man.waitForRequest("**/api/mail/attachments?user=*");
  await compose.getByLabel("Enclose a photograph").setInputFiles([
    { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: photo },
    { name: "IMG_0002.HEIC", mimeType: "image/heic", buffer: Buffer.from("\0\0\0\x18ftypheic".padEnd(5000, ".")) },
  ]);
  await expect(compose.locator(".photos img")).toHaveCount(1);
  await expect(compose.getByText("IMG_0002.HEIC: this browser cannot open it as a picture.")).toBeVisible();
  expect((await (await sent).sizes()).requestBodySize).toBeLessThan(4096 * 1024);
  await compose.getByLabel("Your letter").fill("Dear Polina, from the pier.");
  await compose.getByRole("button", { name: "Send letter" }).click();
  const link = man.getByRole("link", { name: "Photograph 1 of 1, to Polina" });
  const size = await man.evaluate(async (href) => {
    const { width, height } = await createImageBitmap(await (await fetch(href)).blob());
    return [width, height];
  }, (await link.getAttribute("href"))!);
  expect(size).toEqual([1536, 2048]);
});

test("a line that breaks in the middle of an upload costs nothing but time", async ({ browser }) => {
  const man = await newMan(browser, "Ruben");
  const compose = await composerFor(man, "Yana");
  let tries = 0;
  await man.route("**/api/mail/attachments?user=*", (route) => ++tries < 3 ? route.abort() : route.continue());
  await compose.getByLabel("Your letter").fill("Dear Yana, from a train.");
  await compose.getByLabel("Enclose a photograph").setInputFiles(await picture(man, "train.jpg", "#555"));
  // Pressed while the picture is still being uploaded: the letter waits for it.
  await compose.getByRole("button", { name: "Send letter" }).click();
  await expect(man.locator(".letter__colophon")).toContainText("1 photograph enclosed.");
  expect(tries).toBe(3);
});

test("without scripts a refused file keeps the words and the good photographs", async ({ browser }) => {
  const man = await newMan(browser, "Casper", { javaScriptEnabled: false });
  await man.goto(`/en/man/mail/new-conversation/${await ladyIdOf(man, "Hanna")}`);
  await man.getByLabel("Your letter").fill("Dear Hanna, without a script.");
  await man.getByLabel("Photographs").setInputFiles([await picture(man, "good.jpg", "#383"), noPicture]);
  await man.getByRole("button", { name: "Send letter" }).click();
  await expect(man.getByText("Nothing was sent yet: a photograph could not be enclosed.")).toBeVisible();
  await expect(man.locator("#letter-pictures-error")).toContainText(
    "fake.png: Only GIF, JPG and PNG pictures can be enclosed.",
  );
  await expect(man.getByLabel("Your letter")).toHaveValue("Dear Hanna, without a script.");
  await expect(man.getByRole("checkbox", { name: "Photograph 1 to enclose: good.jpg" })).toBeChecked();
  await man.getByRole("button", { name: "Send letter" }).click();
  await expect(man.locator(".letter__colophon")).toContainText("1 photograph enclosed.");
});
