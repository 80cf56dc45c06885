/** Reaching people who are away: by the mail and the note of a saved search, and by those of an invitation. */
import { expect, type Page } from "@playwright/test";
import { Buffer } from "node:buffer";
import { createECDH } from "node:crypto";
import { readFile } from "node:fs/promises";
import { startPushServer, type TestDevice } from "../servers/push_server.ts";
import { dialog, enter, idOf, isOpen, seesOffline, textChat } from "./chat_people.ts";
import { test as base } from "./chat_site.ts";
import { approveAllOf, ladyIdOf, linkOf, newLady, newMan, settled, signedIn } from "./people.ts";
import { told } from "./flashes.ts";
import { wordsFor } from "./words.ts";

/** The same keys in every process that reads this file. */
const vapid = createECDH("prime256v1");
vapid.setPrivateKey(Buffer.alloc(32, 7));
const settings = {
  VAPID_PUBLIC_KEY: vapid.getPublicKey("base64url"),
  VAPID_PRIVATE_KEY: vapid.getPrivateKey("base64url"),
};
/** Shortly before the hour at which saved searches tell whom they have found. */
const beginsAt = Date.UTC(2026, 2, 14, 10, 58);

const t = wordsFor("en");

interface Note {
  title: string;
  body: string;
  url: string;
}

const test = base.extend<{ deviceOf: (page: Page) => Promise<TestDevice> }>({
  /** A person's device, played by a push service on loopback: browsers without a screen have none. */
  deviceOf: async ({ site }, use) => {
    const pushes = startPushServer();
    await use(async ({ request }) => {
      const device = pushes.subscribe(settings.VAPID_PUBLIC_KEY);
      const kept = await request.post("/en/api/push-subscriptions", {
        data: device,
        headers: { origin: site.origin },
      });
      expect(kept.ok(), await kept.text()).toBe(true);
      return device;
    });
    await pushes.stop();
  },
});

// One site for both tests.
test.describe.configure({ mode: "default" });
test.use({ settings, beginsAt });

const notesOf = ({ notes }: TestDevice): Note[] => notes as Note[];

test("a lady who is published is told to one man by mail and to another on his device, at the hour and once", async ({ browser, site, deviceOf }) => {
  const [byMail, byNote] = [await newMan(browser, "Joris"), await newMan(browser, "Jelmer")];
  const device = await deviceOf(byNote);
  for (const [man, how] of [[byMail, "mail"], [byNote, "push"]] as const) {
    await man.goto("/en/search?countryId=804");
    await man.getByText(t("searches:keep")).first().click();
    await man.getByLabel(t("searches:alert.label")).selectOption(how);
    await man.getByRole("button", { name: t("searches:save"), exact: true }).click();
    await expect(man.getByText(t("searches:flash.saved"))).toBeVisible();
  }
  await site.step(1);

  const lady = await newLady(browser, "Radomyra");
  const ladyId = await idOf(lady);
  const headers = { origin: site.origin };
  await lady.request.post("/en/lady/verification", { headers, form: { do: "ask" } });
  const { liveCheck: { id: checkId } } = await (await lady.request.get("/en/api/verification")).json();
  // The admin sees a clip of the demo in place of a recording.
  const buffer = await readFile("demo/videos/clips/ioana-preview.webm");
  const video = { name: "live.webm", mimeType: "video/webm", buffer };
  const sent = await lady.request.post("/en/api/verification/live-check", { headers, multipart: { checkId, video } });
  expect(sent.ok(), await sent.text()).toBe(true);
  const admin = await signedIn(browser, "admin@demo.test");
  expect(await approveAllOf(admin, "Radomyra")).toBe(2);
  const decide = (form: Record<string, string>) =>
    admin.request.post(`/en/admin/verifications/${ladyId}`, { headers, form });
  expect((await decide({ do: "identity", documentKind: "passport", checkedOn: "2026-03-13" })).ok()).toBe(true);
  const shown = await (await admin.request.get(`/en/admin/verifications/${ladyId}`)).text();
  const photoId = /name="photoId" value="(\d+)"/.exec(shown)![1]!;
  expect((await decide({ do: "accept", checkId, photoId, sure: "yes" })).ok()).toBe(true);

  await site.step(120);
  const { email } = (await (await byMail.request.get("/en/api/users")).json()).user;
  const link = await linkOf(byMail, email, `-${ladyId}`);
  await byMail.goto(new URL(link).pathname);
  await expect(byMail.getByRole("heading", { level: 1 })).toContainText("Radomyra");
  await expect.poll(() => notesOf(device)).toMatchObject([{ title: t("searches:push.title") }]);
  await byNote.goto(new URL(notesOf(device)[0]!.url).pathname);
  await expect(byNote.getByText("1 new lady since")).toBeVisible();
});

test("a lady whose browser is closed is asked on her device, comes by its note, and is mailed what she missed by her wish", async ({ browser, site, deviceOf }) => {
  const her = await signedIn(browser, "olena@demo.test");
  await her.goto("/en/lady/mail/settings");
  const section = her.getByRole("region", { name: t("notifications:settings.invitations.title") });
  await section.getByRole("switch").check({ force: true });
  await section.getByRole("button").click();
  await settled(her);
  await expect(section.getByRole("switch")).toBeChecked();
  const device = await deviceOf(her);
  await her.goto("about:blank");
  const man = await newMan(browser, "Jurrien");
  const [manId, olenaId] = [await idOf(man), await ladyIdOf(man, "Olena")];
  await enter(man, "man", "en", `?with=${olenaId}`);
  // A person who has just closed a page may be opening another one.
  await seesOffline(man);
  const titles = () => notesOf(device).map(({ title }) => title);
  const asks = async () => {
    await textChat(man, t).click();
    await told(man, t("refusals:partner_offline_told", { name: "Olena" }));
  };
  const [asking, past] = ["Somebody asks to talk", "Somebody asked to talk"];

  await test.step("she does not answer within the minute: her device says that it is past, and a mail who it was", async () => {
    await asks();
    await expect.poll(titles).toEqual([asking]);
    await site.step(61);
    await expect.poll(titles).toEqual([asking, past]);
    const link = new URL(await linkOf(man, "olena@demo.test", "/lady/chat"));
    expect(link.pathname + link.search).toBe(`/en/lady/chat?with=${manId}`);
  });

  await test.step("he asks again: its note leads to the question, and she accepts", async () => {
    await asks();
    await expect.poll(titles).toEqual([asking, past, asking]);
    await her.goto(notesOf(device).at(-1)!.url);
    await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
    await Promise.all([isOpen(man, t), isOpen(her, t)]);
    await expect.poll(titles).toEqual([asking, past, asking, past]);
  });
  expect(await site.audit()).toBe("");
});
