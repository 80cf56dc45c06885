/**
 * The background that men in the United States state: a letter that has to wait, the statement, an admin's search of the
 * registry, her consent in her own language, and the letter that then goes.
 */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./chat_site.ts";
import { newMan, settled, signedIn } from "./people.ts";

const pamphlet = "https://pamphlet.test/rights";

test.use({ settings: { IMBRA_PAMPHLET: pamphlet } });

const words = "Dear Olena, the orchards of Ohio are white this week.";

test("a man in the United States writes once she has read his background and consented", async ({ browser, site }) => {
  const his = await newMan(browser, "Hank");
  const headers = { origin: site.origin };
  const moved = await his.request.patch("/en/api/users", { headers, data: { country: 840, city: "Toledo" } });
  expect(moved.ok(), await moved.text()).toBe(true);
  const hers = await signedIn(browser, "olena@demo.test", { locale: "uk" });
  const olenaId = (await (await hers.request.get("/api/users")).json()).user.id as number;
  const compose = `/en/man/mail/new-conversation/${olenaId}`;
  await his.goto(compose);
  await settled(his);
  await his.getByLabel("Your letter").fill(words);
  await his.getByRole("button", { name: /Send/ }).click();
  await expect(his.locator("main")).toContainText("What you wrote is kept as a draft.");
  expect(await axeFindings(his)).toEqual([]);
  await his.getByRole("link", { name: "To the background statement" }).click();
  await settled(his);
  expect(await axeFindings(his)).toEqual([]);

  // A question that was left out is named at the top, and no answer is lost.
  const form = his.locator("main form").last();
  for (const name of ["protectionOrders", "prostitution", "substances", "married", "sponsored"]) {
    await form.locator(`[name=${name}][value=no]`).check();
  }
  await form.locator("[name=violence][value=yes]").check();
  await form.getByLabel("Assault, battery").check();
  await form.getByLabel("Marriage 1 ended by").selectOption({ label: "Divorce" });
  await form.getByLabel("Marriage 1 ended on").fill("2015-06-30");
  await form.getByLabel("How old are your children under 18?").fill("11");
  await form.getByLabel("Ohio").check();
  await form.getByLabel("Country 1", { exact: true }).selectOption({ label: "Canada" });
  await form.getByLabel("Your full name, as your signature").fill("Hank Doe");
  await form.locator("[name=certifies]").check();
  await form.getByRole("button", { name: "File this statement" }).click();
  await settled(his);
  await expect(his.locator(".notice--bad")).toContainText("Please fill this in.");
  expect(await axeFindings(his)).toEqual([]);
  await form.locator("[name=violenceWords]").fill("A brawl in Toledo in 2009; I paid a fine.");
  await form.locator("[name=certifies]").check();
  await form.getByRole("button", { name: "File this statement" }).click();
  await expect(his.getByRole("heading", { name: "Your statement no. 1" })).toBeVisible();

  const desk = await signedIn(browser, "admin@demo.test");
  await desk.goto("/en/admin");
  await desk.getByRole("link", { name: "Backgrounds to be searched" }).click();
  await settled(desk);
  expect(await axeFindings(desk)).toEqual([]);
  await desk.locator("main").getByRole("link", { name: /^Hank #/ }).click();
  await settled(desk);
  expect(await axeFindings(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Mark as searched" }).click();
  await expect(desk.locator("main")).toContainText("no record of him");

  await his.reload();
  await settled(his);
  await his.getByRole("button", { name: "Show Olena my statement and ask her" }).click();
  await expect(his.locator("main")).toContainText("has not answered yet");

  await hers.goto("/uk/lady/profile/safety");
  await hers.getByRole("link", { name: "Прочитати й відповісти" }).click();
  await settled(hers);
  for (const told of ["Напад, побиття", "Розлучення", "Огайо, Канада", "запису про нього немає"]) {
    await expect(hers.locator("main")).toContainText(told);
  }
  await expect(hers.locator("main [lang=en]")).toContainText("A brawl in Toledo");
  await expect(hers.getByRole("link", { name: "Прочитати брошуру" })).toHaveAttribute("href", pamphlet);
  expect(await axeFindings(hers)).toEqual([]);
  await hers.getByLabel("Ваше повне ім’я як підпис").fill("Олена Петренко");
  await hers.getByRole("button", { name: /погоджуюся на спілкування/ }).click();
  await expect(hers.locator("main .notice--good")).toContainText("Ви дали згоду");
  expect(await axeFindings(hers)).toEqual([]);

  await his.reload();
  await his.getByRole("link", { name: "Write to Olena" }).click();
  await settled(his);
  await expect(his.getByLabel("Your letter")).toHaveValue(words);
  await his.getByRole("button", { name: /Send/ }).click();
  await expect(his.locator("main article").filter({ hasText: "orchards of Ohio" })).toBeVisible();
  expect(await site.audit()).toBe("");
});
