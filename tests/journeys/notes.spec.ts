import { expect, type Page } from "@playwright/test";
import { patience } from "../patience.ts";
import { test } from "./journey.ts";

test("the worker shows what is pushed as one note, and a browser without a push service says that it did not work", async ({ browser }) => {
  const context = await browser.newContext({ locale: "en-GB", permissions: ["notifications"] });
  const page = await context.newPage();
  await page.goto("/en/auth/sign-in?next=/en/man/mail/settings");
  await page.getByRole("main").getByLabel("E-mail").fill("wei@demo.test");
  await page.getByRole("main").getByLabel("Password").fill("Demo-2026!");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  const change = page.getByRole("switch", { name: "Notify me on this device" });
  await expect(change).toBeEnabled();
  await expect(change).not.toBeChecked();

  // A private window has no push service: the worker is there, but the switch stays off.
  await change.press("Space");
  await expect(page.getByText("That did not work.")).toBeVisible();
  await expect(change).not.toBeChecked();
  await expect(change).toBeFocused();

  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  // One after the other: two pushes at once may be shown in either order.
  for (const title of ["A new letter", "Another letter"]) {
    const note = { title, body: "It is waiting on your desk.", lang: "en", url: `${origin}/en/man/mail/inbox` };
    const push = { origin, registrationId, data: JSON.stringify(note) };
    // A push service tries again if a worker was not up yet; the browser's tools drop the push.
    await expect(async () => {
      await devtools.send("ServiceWorker.deliverPushMessage", push);
      const isShown = expect.poll(() => shownNotes(page), { timeout: patience(5) });
      await isShown.toEqual([{ title, body: "It is waiting on your desk.", tag: "letters" }]);
    }).toPass();
  }

  await test.step("who asks to talk is said where nobody looks at a page, and quietly as past once it is over", async () => {
    const note = {
      title: "Somebody asks to talk",
      body: "Open the chat to answer. It waits for a minute.",
      past: { title: "Somebody asked to talk", body: "The chat shows you who it was." },
      lang: "en",
      url: `${origin}/en/man/chat?with=7`,
      tag: "invitation-7",
    };
    const [worker] = context.serviceWorkers();
    const shown = () =>
      worker!.evaluate(async (tag) => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications({ tag })).map(({ title, silent }) => ({ title, silent }));
      }, note.tag);
    const push = async (isOver: boolean, becomes: { title: string; silent: boolean }[]) => {
      const data = JSON.stringify({ ...note, isOver });
      await expect(async () => {
        await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
        await expect.poll(shown, { timeout: patience(5) }).toEqual(becomes);
      }).toPass();
    };
    const [asks, asked] = [{ title: note.title, silent: false }, { title: note.past.title, silent: true }];
    await page.goto("about:blank");
    await push(false, [asks]);
    await push(true, [asked]);
    await push(false, [asks]);
    // A page that is in view rings itself.
    await page.goto("/en/man/mail/settings");
    await push(false, []);
  });
  await context.close();
});

const shownNotes = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
