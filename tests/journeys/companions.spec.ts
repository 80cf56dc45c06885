/** Alone in the demo: a man who meets nobody but its companions chats, in two languages, and gets letters. */
import { expect } from "@playwright/test";
import { button, enter, isClosed, isOpen, log, seesOnline, sheet, textChat } from "./chat_people.ts";
import { test } from "./journey.ts";
import { creditsOf, ladyIdOf, newMan, settled } from "./people.ts";
import { wordsFor } from "./words.ts";

const t = wordsFor("en");

test("a man alone in the demo chats with a Romanian companion and reads her in English", async ({ browser }) => {
  const man = await newMan(browser, "Oscar");
  const id = await ladyIdOf(man, "Teodora");
  await man.goto("/en/girls/Online_Ladies");
  await expect(man.locator(".card").getByRole("link", { name: "Teodora" })).toBeVisible();
  await enter(man, "man", "en");
  await man.getByRole("tab", { name: t("chat:tab.online") }).click();
  const item = man.locator(".people > li", { hasText: "Teodora" });
  await expect(item).toContainText(t("chat:companion"));
  await item.locator(".name").click();
  await expect(man.locator(".chat__with")).toContainText(t("chat:id", { id }));
  await expect(man.locator(".chat__with")).toContainText(t("chat:companion"));
  await seesOnline(man);
  await textChat(man, t).click();
  await isOpen(man, t);
  await expect(log(man)).toContainText("Sunt o parteneră de conversație din demo");
  await expect(log(man)).toContainText("I am a companion of this demo");
  await sheet(man, t).fill("Where do you live?");
  await sheet(man, t).press("Enter");
  await expect(log(man)).toContainText("Locuiesc la Brașov, sub munte.");
  await expect(log(man)).toContainText("I live in Brașov, under the mountain.");
  await sheet(man, t).fill("What do you do?");
  await sheet(man, t).press("Enter");
  await expect(log(man)).toContainText("I am a mountain guide.");
  // The shortest message: its translator and its time stand beside each other.
  const gap = await log(man).locator(".msg", { hasText: "Sunt ghid montan." }).evaluate((message) => {
    const words = document.createRange();
    words.selectNodeContents(message.querySelector(".msg__translation small")!);
    return message.querySelector("time")!.getBoundingClientRect().left - words.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThan(0);
  await button(man, t("chat:stop")).click();
  await isClosed(man, t);
});

test("a companion answers a letter within a minute, in her language and with a named translation", async ({ browser }) => {
  const man = await newMan(browser, "Ellis");
  const id = await ladyIdOf(man, "Anastasia");
  await man.goto(`/en/man/mail/new-conversation/${id}`);
  await settled(man);
  await man.getByLabel("Your letter").fill("Dear Anastasia, what did the stars do today?");
  await man.getByRole("button", { name: /Send letter.*10 credits/ }).click();
  await expect(man.getByRole("article")).toContainText("what did the stars do today?");
  expect(await creditsOf(man)).toBe(10);
  await expect.poll(async () => (await (await man.request.get("/api/mail/counter")).json()).counter.inbox).toBe(1);
  await man.goto("/en/man/mail/inbox");
  await man.getByRole("main").getByRole("link", { name: "Anastasia" }).first().click();
  await man.getByRole("button", { name: /Break the seal.*5 credits/ }).click();
  const letter = man.getByRole("article").last();
  await expect(letter).toContainText("Каждый день в полдень я гашу солнце.");
  await expect(letter).toContainText("Every day at noon I put out the sun.");
  await expect(letter).toContainText("Nadia Hrytsenko");
  await expect(letter).toContainText("Written for Anastasia, a demo companion, in advance.");
});
