/** How a lady comes to be published: by herself, with a live check before a camera; or with an agency that invited her. */
import { expect } from "@playwright/test";
import process from "node:process";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { approveAllOf, linkOf, newLady, password, prefixes, settled, signedIn, visitor } from "./people.ts";
import { wordsFor } from "./words.ts";

const { CHROMIUM = "/usr/bin/chromium" } = process.env;

// A drawn camera; whether it may be used is up to each context.
test.use({
  launchOptions: {
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--use-fake-device-for-media-stream=fps=5"],
  },
});

test("a lady registers, records her live check, is seen, approved, published and found", async ({ browser }) => {
  const name = `Rada${crypto.randomUUID().replaceAll(/[^a-f]/g, "").slice(0, 6)}`;
  const lady = await test.step("registers, tells of herself and adds a photo", () => newLady(browser, name));

  await test.step("is told why there is no camera, then records ten seconds at most and sends them", async () => {
    await lady.goto("/en/lady/verification");
    await expect(lady.locator(".steps .mark--ink")).toHaveCount(2);
    await lady.getByRole("button", { name: "Show me the poses" }).click();
    await expect(lady.locator(".poses li")).toHaveCount(2);
    await settled(lady);
    // By keyboard alone: after each press the focus is on the next button.
    const button = (name: string) => lady.getByRole("button", { name });
    await button("Open the camera").press("Enter");
    await expect(lady.getByRole("alert")).toContainText("The camera is not allowed here.");
    await expect(button("Open the camera")).toBeFocused();
    await lady.context().grantPermissions(["camera"]);
    await lady.keyboard.press("Enter");
    await expect(button("Record")).toBeFocused();
    await lady.keyboard.press("Enter");
    await expect(lady.getByRole("timer")).toBeVisible();
    await expect(lady.getByRole("timer")).toContainText(/: [1-8] s left/);
    await expect(button("Stop")).toBeFocused();
    await lady.keyboard.press("Enter");
    await expect(lady.locator(".recorder__stills canvas").first()).toBeVisible();
    expect(await axeFindings(lady, ".account")).toEqual([]);
    await expect(lady.locator(".actions").filter({ has: button("Send it") })).toBeFocused();
    await lady.keyboard.press("Tab");
    await expect(button("Send it")).toBeFocused();
    await lady.keyboard.press("Enter");
    await expect(lady.getByText("Your video arrived on")).toBeVisible();
  });

  const admin = await signedIn(browser, "admin@demo.test");
  await test.step("the site reads her profile, looks at her video and notes her document", async () => {
    expect(await approveAllOf(admin, name)).toBe(2);
    await admin.goto("/en/admin/verifications");
    expect(await axeFindings(admin)).toEqual([]);
    await admin.getByRole("link", { name: `Look at it: the video of ${name}` }).click();
    const video = admin.locator("video");
    await video.evaluate((player: HTMLVideoElement) => player.play());
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.videoWidth)).toBeGreaterThan(0);
    expect(await axeFindings(admin)).toEqual([]);
    await admin.getByLabel("Kind").selectOption("passport");
    await admin.getByRole("button", { name: "Record it" }).click();
    await expect(admin.getByText("The document is recorded.")).toBeVisible();
    await admin.getByRole("button", { name: "It is her: accept" }).click();
    await expect(admin.getByText("The live check is accepted, the video deleted.")).toBeVisible();
  });

  await test.step("and she is there: found, with the mark and what it means", async () => {
    const guest = await visitor(browser);
    await guest.goto(`/en/search?firstname=${name}`);
    await guest.locator(".card a").first().click();
    await expect(guest.getByRole("heading", { level: 1 })).toContainText(name);
    await guest.getByText(/^Verified on/).click();
    await expect(guest.getByText("No picture of the document is kept")).toBeVisible();
    await guest.context().close();
  });
  await lady.context().close();
  await admin.context().close();
});

test("an agency drafts a profile; she reads it in Chinese, agrees with her own password, and it is approved", async ({ browser }) => {
  const say = wordsFor("zh-Hant");
  const name = `Vira${crypto.randomUUID().replaceAll(/[^a-f]/g, "").slice(0, 6)}`;
  const email = `${name.toLowerCase()}@example.test`;
  const agency = await signedIn(browser, "agency@demo.test");

  await test.step("the agency writes what it knows", async () => {
    await agency.goto("/en/agency");
    await agency.locator("main").getByRole("link", { name: "Draft a profile" }).click();
    await agency.getByLabel("Her e-mail").fill(email);
    await agency.getByLabel("Language of our e-mails").selectOption("zh-Hant");
    await agency.getByLabel("First name").fill(name);
    await agency.getByLabel("Date of birth").fill("1993-07-01");
    await agency.getByLabel("Country").selectOption("Ukraine");
    await agency.getByLabel("City").fill("Lutsk");
    await agency.getByLabel("About her").fill("I tune pianos.");
    expect(await axeFindings(agency)).toEqual([]);
    await agency.getByRole("button", { name: "Send her the draft" }).click();
    await expect(agency.getByText(`To ${email}`)).toBeVisible();
  });

  const lady = await visitor(browser, { locale: "zh-Hant" });
  await test.step("she follows the mail's link, reads it and agrees", async () => {
    const link = await linkOf(lady, email, "agency-invitation");
    await lady.goto(prefixes["zh-Hant"] + new URL(link).pathname);
    await expect(lady.locator("html")).toHaveAttribute("lang", "zh-Hant");
    await expect(lady.getByText("I tune pianos.")).toBeVisible();
    expect(await axeFindings(lady)).toEqual([]);
    await lady.getByLabel(say("agency:answer.password"), { exact: true }).fill(password);
    await lady.getByLabel(say("agency:answer.again")).fill(password);
    await lady.getByLabel(say("agency:answer.agree", { name: "Agata Lis" })).check();
    await lady.locator("#acceptTerms").check();
    await lady.getByRole("button", { name: say("agency:answer.submit") }).click();
    await expect(lady.getByText(say("agency:flash.welcome"))).toBeVisible();
  });

  await test.step("the site approves it, and the agency sees what is missing still", async () => {
    const admin = await signedIn(browser, "admin@demo.test");
    expect(await approveAllOf(admin, name)).toBe(1);
    await admin.context().close();
    await agency.goto("/en/agency/ladies");
    await agency.getByRole("link", { name }).click();
    await expect(agency.getByText("Missing: document, live check.")).toBeVisible();
    await expect(agency.getByLabel("About her")).toHaveValue("I tune pianos.");
  });
  await lady.context().close();
  await agency.context().close();
});
