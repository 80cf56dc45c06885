/** The page of the own second factor: every change asks for a proof of who it is, and ends what it replaces. */
import { expect } from "expect";
import { appFromPage, codesOnPage, enrolInApp } from "../../testing/factors.ts";
import { testApp, testPassword } from "../../testing/site.ts";

const path = "/en/staff/second-factor";

Deno.test("somebody without an app sets one up by password, phone and code", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 4 });
  const [visitor, elsewhere] = [await site.visitorAs(ada), await site.visitorAs(ada)];
  expect(await (await visitor.get(path)).text()).toContain("Not set up yet");
  const wrong = await visitor.post(path, { action: "begin", password: "Wrong-2026!" });
  expect([wrong.status, (await wrong.text()).includes('class="qr"')]).toEqual([422, false]);
  const shown = await (await visitor.follow(await visitor.post(path, { action: "begin", password: testPassword })))
    .text();
  const app = appFromPage(site, shown);
  expect((await visitor.post(path, { action: "confirm", otp: "000000" })).status).toBe(422);
  expect(codesOnPage(await (await visitor.post(path, { action: "confirm", otp: app.code() })).text()).length).toBe(10);
  const own = await (await visitor.get(path)).text();
  expect(own).toContain("Recovery codes left");
  expect(own).not.toContain('class="qr"');
  // This person's other sessions have ended.
  expect((await elsewhere.get(path)).status).toBe(303);
});

Deno.test("another phone takes the place of the first with its own code, and not before", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 3 });
  const { app } = await enrolInApp(site, ada);
  const visitor = await site.visitorAs(ada);
  // Once there is an app, the password is no proof any more.
  expect((await visitor.post(path, { action: "begin", password: testPassword })).status).toBe(422);
  const shown = await (await visitor.follow(await visitor.post(path, { action: "begin", otp: app.code() }))).text();
  const second = appFromPage(site, shown);
  expect(second.code()).not.toBe(app.code());
  expect((await visitor.post(path, { action: "confirm", otp: app.code() })).status).toBe(422);
  await visitor.post(path, { action: "cancel" });
  expect(await (await visitor.get(path)).text()).not.toContain('class="qr"');
  site.advance(60_000);
  const again = await visitor.follow(await visitor.post(path, { action: "begin", otp: app.code() }));
  const third = appFromPage(site, await again.text());
  expect((await visitor.post(path, { action: "confirm", otp: third.code() })).status).toBe(200);
  site.advance(60_000);
  const credentials = { email: ada.email, password: testPassword };
  const byOld = await site.visitor().call("POST", "/api/authorization", { ...credentials, otp: app.code() });
  const byNew = await site.visitor().call("POST", "/api/authorization", { ...credentials, otp: third.code() });
  expect([byOld.status, byNew.status]).toEqual([422, 200]);
});

Deno.test("only the session that gave the code sees the new secret and confirms it", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 3 });
  const { app } = await enrolInApp(site, ada);
  const [visitor, elsewhere] = [await site.visitorAs(ada), await site.visitorAs(ada)];
  const shown = await (await visitor.follow(await visitor.post(path, { action: "begin", otp: app.code() }))).text();
  const second = appFromPage(site, shown);
  expect(await (await elsewhere.get(path)).text()).not.toContain('class="qr"');
  const tried = await elsewhere.post(path, { action: "confirm", otp: second.code() });
  expect(codesOnPage(await (await elsewhere.follow(tried)).text())).toEqual([]);
  await elsewhere.post(path, { action: "cancel" });
  expect((await visitor.post(path, { action: "confirm", otp: second.code() })).status).toBe(200);
});

Deno.test("a new password takes back a secret that was shown, also to the session that goes on", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 3 });
  const { app } = await enrolInApp(site, ada);
  const visitor = await site.visitorAs(ada);
  const shown = await visitor.follow(await visitor.post(path, { action: "begin", otp: app.code() }));
  expect(await shown.text()).toContain('class="qr"');
  const [currentPassword, password] = [testPassword, "Autumn-2026!"];
  const change = { currentPassword, password, confirmPassword: password };
  expect((await visitor.call("POST", "/api/users/changePassword", change)).status).toBe(200);
  expect(await (await visitor.get(path)).text()).not.toContain('class="qr"');
});

Deno.test("new recovery codes are told once, and end the old ones", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 5 });
  const { app, recoveryCodes } = await enrolInApp(site, ada);
  const visitor = await site.visitorAs(ada);
  expect((await visitor.post(path, { action: "renew", otp: "000000" })).status).toBe(422);
  const told = codesOnPage(await (await visitor.post(path, { action: "renew", otp: app.code() })).text());
  expect(told.length).toBe(10);
  expect(codesOnPage(await (await visitor.get(path)).text())).toEqual([]);
  expect((await visitor.post(path, { action: "renew", otp: recoveryCodes[0]! })).status).toBe(422);
  expect((await visitor.post(path, { action: "renew", otp: told[0]! })).status).toBe(200);
});

Deno.test("staff of every group ask for another e-mail address here, and its link leads back here", async () => {
  await using site = await testApp();
  for (const groupId of [3, 4, 5] as const) {
    const visitor = await site.visitorAs(await site.addPerson({ groupId }));
    const email = `staff${groupId}@example.test`;
    const wish = { section: "email", email, currentPassword: testPassword };
    const refused = await visitor.post(path, { ...wish, currentPassword: "Wrong-2026!" });
    const html = await refused.text();
    expect([refused.status, html.includes("email-password-error"), html.includes(`value="${email}"`)])
      .toEqual([422, true, true]);
    expect((await visitor.post(path, wish)).headers.get("location")).toBe(`${path}#email`);
    await visitor.post(path, { section: "email-cancel" });
    expect(await (await visitor.get(path)).text()).not.toContain("Waiting for");
    await visitor.post(path, wish);
    expect(await (await visitor.get(path)).text()).toContain(`Waiting for ${email} to be confirmed.`);
    await site.runJobs();
    const mail = site.outbox.mails().findLast(({ to }) => to === email)!;
    const link = new URL(mail.links.find((each) => each.includes("email-change"))!).pathname;
    const confirmed = await visitor.post(link);
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, path]);
    const shown = await visitor.follow(confirmed);
    expect([shown.status, (await shown.text()).includes("your new address is the one we use")]).toEqual([200, true]);
  }
});

Deno.test("a form of a tab that shows no offer is answered beside the offer of another tab, which stays open", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 3 });
  const { app } = await enrolInApp(site, ada);
  const visitor = await site.visitorAs(ada);
  await visitor.post(path, { action: "begin", otp: app.code() });
  const wished = { section: "email", email: "ada@new.test", currentPassword: "Wrong-2026!" };
  for (
    const [form, fault] of [[wished, "email-password-error"], [
      { action: "renew", otp: "000000" },
      "renew-code-error",
    ]] as const
  ) {
    const refused = await visitor.post(path, form);
    const html = await refused.text();
    expect([refused.status, html.includes(`id="${fault}"`), html.includes('class="qr"')]).toEqual([422, true, false]);
  }
  expect(await (await visitor.get(path)).text()).toContain('class="qr"');
  const asked = await visitor.follow(await visitor.post(path, { ...wished, currentPassword: testPassword }));
  expect(await asked.text()).toContain("A link is on its way");
});

Deno.test("members have no such page", async () => {
  await using site = await testApp();
  for (const user of [await site.addMan(), await site.addLady()]) {
    expect((await (await site.visitorAs(user)).get(path)).status).toBe(403);
  }
});

Deno.test("the first code pressed twice shows ten codes, and so does a code for new ones; after its use nothing", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 3 });
  const visitor = await site.visitorAs(ada);
  const begun = await visitor.follow(await visitor.post(path, { action: "begin", password: testPassword }));
  const app = appFromPage(site, await begun.text());
  const codesOf = async (fields: Record<string, string>) =>
    codesOnPage(await (await visitor.post(path, fields)).text());
  const confirm = { action: "confirm", otp: app.code() };
  const [lost, seen] = [await codesOf(confirm), await codesOf(confirm)];
  expect([lost.length, seen.length]).toEqual([10, 10]);
  site.advance(61_000);
  const renew = { action: "renew", otp: app.code() };
  const [again, last] = [await codesOf(renew), await codesOf(renew)];
  expect([again.length, last.length]).toEqual([10, 10]);
  const credentials = { email: ada.email, password: testPassword };
  const signInWith = async (otp: string) =>
    (await site.visitor().call("POST", "/api/authorization", { ...credentials, otp })).status;
  expect([await signInWith(seen[0]!), await signInWith(again[0]!), await signInWith(last[0]!)]).toEqual([
    422,
    422,
    200,
  ]);
  // A code was used: those that she has seen stay good.
  expect(await codesOf(renew)).toEqual([]);
  expect(await signInWith(last[1]!)).toBe(200);
});

Deno.test("the code for another phone pressed twice shows the new key once more, without a fault", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 3 });
  const { app } = await enrolInApp(site, ada);
  const visitor = await site.visitorAs(ada);
  const begin = { action: "begin", otp: app.code() };
  const first = appFromPage(site, await (await visitor.follow(await visitor.post(path, begin))).text());
  const second = appFromPage(site, await (await visitor.follow(await visitor.post(path, begin))).text());
  expect(second.code()).toBe(first.code());
});
