/** Password, address and sessions by plain forms, for men and ladies. */
import { expect } from "expect";
import { userById } from "../../../kv/accounts/users.ts";
import { testApp, testPassword } from "../../testing/site.ts";
import { htmlOf } from "../mail/testing/mail.ts";

const path = "/en/man/men-account/security";
const newPassword = "Autumn-2026!";

Deno.test("a new password holds, and signs out everywhere but here", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const [here, there] = [await site.visitorAs(olena), await site.visitorAs(olena)];
  const hers = "/en/lady/profile/security";
  const change = {
    section: "password",
    currentPassword: testPassword,
    password: newPassword,
    confirmPassword: newPassword,
  };
  const wrongs: [Partial<typeof change>, string][] = [
    [{ currentPassword: "Wrong-2026!" }, "current-password-error"],
    [{ password: "weak", confirmPassword: "weak" }, "new-password-error"],
    [{ confirmPassword: "Winter-2026!" }, "confirm-password-error"],
  ];
  for (const [wrong, error] of wrongs) {
    const refused = await here.post(hers, { ...change, ...wrong });
    const html = await refused.text();
    expect([refused.status, html.includes(error), html.includes("Unable to change password!")]).toEqual([
      422,
      true,
      true,
    ]);
    // No page shows a password.
    expect(html).not.toContain(testPassword);
  }
  const done = await here.post(hers, change);
  expect(done.headers.get("location")).toBe(`${hers}#password`);
  expect(await htmlOf(here.get(hers))).toContain("Password changed successfully!");
  expect((await there.get(hers)).status).toBe(303);
  const signedIn = await site.visitor().call("POST", "/api/authorization", {
    email: olena.email,
    password: newPassword,
  });
  expect(signedIn.status).toBe(200);
});

Deno.test("a new password that is sent twice is told as changed, and a wish for an address mails one link", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const wish = { section: "email", email: "jim@example.test", currentPassword: testPassword };
  const passwords = { currentPassword: testPassword, password: newPassword, confirmPassword: newPassword };
  for (
    const [form, flash] of [[wish, "A link is on its way"], [
      { section: "password", ...passwords },
      "Password changed",
    ]] as const
  ) {
    for (const pressed of [await his.post(path, form), await his.post(path, form)]) expect(pressed.status).toBe(303);
    expect(await htmlOf(his.get(path))).toContain(flash);
    await site.runJobs();
  }
  expect(site.outbox.mails().map(({ to }) => to).toSorted()).toEqual(
    [james.email, james.email, "jim@example.test"].toSorted(),
  );
});

Deno.test("another address: the link's GET changes nothing, its POST does so once, and the old address is told", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const asked = await his.post(path, { section: "email", email: "jim@example.test", currentPassword: testPassword });
  expect(asked.headers.get("location")).toBe(`${path}#email`);
  const waiting = await htmlOf(his.get(path));
  expect(waiting).toContain("Waiting for jim@example.test to be confirmed.");
  await site.runJobs();
  const [mail] = site.outbox.mails().filter(({ to }) => to === "jim@example.test");
  const notices = () => site.outbox.mails().filter(({ to }) => to === james.email).map(({ subject }) => subject);
  expect(notices()).toEqual(["Another address was asked for at Vesna"]);
  // Only mails about sign-ups hold a code of six digits.
  expect(mail!.text).not.toMatch(/\d{6}/);
  const link = new URL(mail!.links.find((each) => each.includes("email-change"))!).pathname;
  const guest = site.visitor();
  expect(await htmlOf(guest.get(link))).toContain("Use this address");
  expect((await userById(site.store, james.id))!.email).toBe(james.email);
  const foreign = await guest.post(link, {}, { headers: { origin: "https://evil.example" } });
  expect(foreign.status).toBe(403);
  const pressed = await guest.post(link);
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/en/auth/sign-in"]);
  expect((await userById(site.store, james.id))!.email).toBe("jim@example.test");
  site.advance(60_000);
  for (const spent of [await guest.post(link), await guest.get(link), await guest.get(link.replace(/.$/, "_"))]) {
    expect([spent.status, (await spent.text()).includes("This link no longer works")]).toEqual([422, true]);
  }
  await site.runJobs();
  expect(notices()).toContain("Your address for Vesna was changed");
});

Deno.test("a wish for another address is taken back, and a wrong one stays in the form", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  const wish = { section: "email", email: "jim@example.test", currentPassword: testPassword };
  const refused = await his.post(path, { ...wish, currentPassword: "Wrong-2026!" });
  const html = await refused.text();
  expect([refused.status, html.includes("email-password-error"), html.includes('value="jim@example.test"')])
    .toEqual([422, true, true]);
  await his.post(path, wish);
  const cancelled = await his.post(path, { section: "email-cancel" });
  expect(cancelled.headers.get("location")).toBe(`${path}#email`);
  expect(await htmlOf(his.get(path))).not.toContain("Waiting for");
  await site.runJobs();
  expect(site.outbox.mails().map(({ to }) => to)).not.toContain("jim@example.test");
});

Deno.test("one signs out elsewhere, of one place or of all", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const weis = await site.visitorAs(await site.addMan());
  const [his, phone, tablet] = [await site.visitorAs(james), await site.visitorAs(james), await site.visitorAs(james)];
  const html = await htmlOf(his.get(path));
  expect(html.match(/name="id"/g)!.length).toBe(2);
  const ids = [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id!);
  const ended = await his.post(path, { section: "session", id: ids[0]! });
  expect(ended.headers.get("location")).toBe(`${path}#sessions`);
  const isIn = async (visitor: typeof his) => (await visitor.get(path)).status === 200;
  expect([await isIn(phone), await isIn(tablet)].filter(Boolean).length).toBe(1);
  expect((await weis.post(path, { section: "session", id: ids[1]! })).status).toBe(404);
  await his.post(path, { section: "sessions" });
  expect([await isIn(phone), await isIn(tablet), await isIn(his), await isIn(weis)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  for (const section of ["nothing", "__proto__", "toString"]) {
    expect((await his.post(path, { section })).status).toBe(422);
  }
});
