/** A forgotten password: the answer tells nothing, the link works once, and every session ends. */
import { expect } from "expect";
import { rules } from "../../../islands/password_field/state.ts";
import { passwordRules } from "../../../kv/accounts/signing_in/passwords.ts";
import { testApp, testPassword, type TestSite } from "../../testing/site.ts";

const chosen = { newPassword: "Autumn-2026?", confirmPassword: "Autumn-2026?" };

/** Asks for a link by form, and returns the path in the mail. */
async function mailedPath(site: TestSite, email: string): Promise<string> {
  await site.visitor().post("/en/auth/forgot-password", { email });
  await site.runJobs();
  return new URL(site.outbox.mails()[0]!.links.find((each) => each.includes("/password-reset/"))!).pathname;
}

const mainOf = async (answer: Response): Promise<string> => (await answer.text()).match(/<main[\s\S]*<\/main>/)![0];

Deno.test("asking for a known and an unknown address is answered alike, and only the known one gets a mail", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const pages: string[] = [];
  for (const asked of [email, "nobody@example.test"]) {
    const visitor = site.visitor();
    const answer = await visitor.post("/en/auth/forgot-password", { email: asked });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).not.toContain("example");
    pages.push(await mainOf(await visitor.follow(answer)));
  }
  expect(pages[1]).toBe(pages[0]);
  expect(pages[0]).toContain("Please check your email!");
  await site.runJobs();
  expect(site.outbox.mails().map(({ to }) => to)).toEqual([email]);
});

Deno.test("asking without an address, with a broken one, and too often", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  for (const email of ["", "james@", "a@example.test\r\nBcc: b@example.test"]) {
    const answer = await visitor.post("/en/auth/forgot-password", { email });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('id="email-error"');
  }
  const statuses: number[] = [];
  for (let each = 0; each < 6; each++) {
    statuses.push((await visitor.post("/en/auth/forgot-password", { email: "nobody@example.test" })).status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});

Deno.test("the link opens a form as often as it is followed, changes the password once, and ends every session", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const atHome = await site.visitorAs(james);
  const path = await mailedPath(site, james.email);

  for (let each = 0; each < 3; each++) {
    const page = await site.visitor().get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const html = await page.text();
    expect(html).toContain('id="new-password-rules"');
    // The head, which others may read, does not hold the key.
    expect(html.match(/<head>[\s\S]*<\/head>/)![0]).not.toContain("password-reset");
  }
  const done = await atHome.post(path, chosen);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/en/auth/sign-in"]);
  expect(await (await atHome.follow(done)).text()).toContain("Password changed successfully!");
  expect(atHome.cookies.has("slsid")).toBe(false);

  const visitor = site.visitor();
  expect((await visitor.post("/auth/sign-in", { email: james.email, password: testPassword })).status).toBe(401);
  expect((await visitor.post("/auth/sign-in", { email: james.email, password: chosen.newPassword })).status).toBe(303);
  site.advance(60_000);
  for (const again of [await site.visitor().get(path), await site.visitor().post(path, chosen)]) {
    expect(again.status).toBe(422);
    expect(await again.text()).toContain("/en/auth/forgot-password");
  }
  await site.runJobs();
  expect(site.outbox.mails()[0]!.subject).toBe("Your password for Vesna was changed");
});

Deno.test("a weak password and a repetition that differs are refused at their fields, and the link stays good", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const path = await mailedPath(site, email);
  const visitor = site.visitor();
  for (const weak of ["Short-1", "spring-2026!", "Spring-only!", "Spring2026"]) {
    const answer = await visitor.post(path, { newPassword: weak, confirmPassword: weak });
    expect(answer.status).toBe(422);
    expect(await mainOf(answer)).toContain('id="new-password-error"');
  }
  const differs = await visitor.post(path, { ...chosen, confirmPassword: "Autumn-2027?" });
  expect(differs.status).toBe(422);
  expect(await mainOf(differs)).toContain("The password is not match");
  expect((await visitor.post(path, chosen)).status).toBe(303);
});

Deno.test("a link ends after an hour, with the next one, and with any other address or key", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const oliver = await site.addMan();
  const first = await mailedPath(site, james.email);
  const second = await mailedPath(site, james.email);
  const visitor = site.visitor();
  expect((await visitor.post(first, chosen)).status).toBe(422);
  const hers = second.replace(encodeURIComponent(james.email), encodeURIComponent(oliver.email));
  expect(hers).not.toBe(second);
  expect((await visitor.post(hers, chosen)).status).toBe(422);
  expect((await visitor.post(`${second}x`, chosen)).status).toBe(422);
  site.advance(60 * 60_000);
  expect((await visitor.get(second)).status).toBe(422);
  expect((await visitor.post(second, chosen)).status).toBe(422);
  expect((await visitor.post("/auth/sign-in", { email: james.email, password: testPassword })).status).toBe(303);
});

Deno.test("the browser's rules of a password are the server's", () => {
  expect(Object.keys(rules)).toEqual(Object.keys(passwordRules));
  const samples = [
    "",
    "a",
    "Aa1!",
    "Spring-2026!",
    "ПРИВЕТмир1-",
    "密碼密碼密碼密碼1!",
    "        ",
    "AAAAAAAA",
    "aaaaaaa1",
    "A1#a".repeat(9),
  ];
  for (const sample of samples) {
    for (const [name, holds] of Object.entries(rules)) expect(holds(sample)).toBe(passwordRules[name]!(sample));
  }
});
