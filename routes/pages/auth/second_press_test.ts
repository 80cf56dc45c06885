/**
 * A button pressed twice: the second press is sent with the cookies of before the first, as a browser does that has not
 * yet heard, or never hears, the first answer. It is told what the first was told.
 */
import { expect } from "expect";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { beginEmailChange, emailChangeKeyOf } from "../../../kv/accounts/email_change.ts";
import { hasSecondFactor } from "../../../kv/accounts/signing_in/second_factors.ts";
import { history } from "../../../kv/credits/ledger/history.ts";
import { signInToken } from "../../../kv/testing/sign_ups.ts";
import { readConfig } from "../../../services/config.ts";
import { appFromPage, codesOnPage, enrolInApp } from "../../testing/factors.ts";
import { marcin } from "../../testing/marcin.ts";
import { pressTwice, shownFields } from "../../testing/second_press.ts";
import { testApp, testPassword as password, type TestSite, type Visitor } from "../../testing/site.ts";

/** Signs Marcin up, and returns the page of the code with the mail. */
async function signUp(site: TestSite, visitor: Visitor) {
  const codePage = await visitor.follow(await visitor.post("/en/auth/sign-up", marcin));
  await site.runJobs();
  const mail = site.outbox.mails()[0]!;
  const link = mail.links.find((each) => each.includes("/email-confirmation/"))!;
  return { codePage, code: mail.text.match(/\d{6}/)![0], link: new URL(link).pathname };
}

async function creditsOf(site: TestSite): Promise<number[]> {
  const user = await userByEmail(site.store, marcin.email);
  return (await history(site.store, user!.id, { page: 1, limit: 100 })).entries.map(({ deltaCredits }) => deltaCredits);
}

const isIn = async (visitor: Visitor) => (await visitor.get("/en/man/mail/inbox")).status === 200;

Deno.test("Marcin presses twice with his code: he is in, with one session and one bonus", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const { codePage, code } = await signUp(site, visitor);
  const fields = { ...await shownFields(codePage), code };
  const [first, second] = await pressTwice(visitor, "/en/auth/confirm", fields);
  expect([second.status, second.headers.get("location")]).toEqual([303, "/en/man/welcome"]);
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  expect(await isIn(visitor)).toBe(true);
  expect(await creditsOf(site)).toEqual([20]);
  const user = await userByEmail(site.store, marcin.email);
  expect((await Array.fromAsync(site.store.kv.list({ prefix: ["session_of_user", user!.id] }))).length).toBe(1);
});

Deno.test("both presses at once, and a third: Marcin is in", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const { codePage, code } = await signUp(site, visitor);
  const fields = { ...await shownFields(codePage), code };
  const before = new Map(visitor.cookies);
  const presses = await Promise.all([1, 2].map(() => visitor.post("/en/auth/confirm", fields)));
  expect(presses.map(({ status }) => status)).toEqual([303, 303]);
  visitor.cookies.clear();
  for (const [name, value] of before) visitor.cookies.set(name, value);
  expect((await visitor.post("/en/auth/confirm", fields)).status).toBe(303);
  expect(await isIn(visitor)).toBe(true);
});

Deno.test("a code is good twice neither elsewhere, nor once its session was ended", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const { codePage, code } = await signUp(site, visitor);
  const { press, ...shown } = await shownFields(codePage);
  const fields = { ...shown, code };
  expect((await visitor.post("/en/auth/confirm", { ...fields, press: press! })).status).toBe(303);
  const thief = site.visitor();
  expect((await thief.post("/en/auth/confirm", fields)).status).toBe(422);
  expect((await thief.post("/en/auth/confirm", { ...fields, press: "a-key-of-another-page" })).status).toBe(422);
  await visitor.post("/en/logout");
  const after = await visitor.post("/en/auth/confirm", { ...fields, press: press! });
  expect(after.status).toBe(422);
  expect(await after.text()).toContain("This code is not correct");
});

Deno.test("the mailed link that confirms: pressed twice it leads in; elsewhere it says that it was used just now", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const { link } = await signUp(site, visitor);
  const fields = await shownFields(await visitor.get(link));
  const [, second] = await pressTwice(visitor, link, fields);
  expect([second.status, second.headers.get("location")]).toEqual([303, "/en/man/welcome"]);
  expect(await isIn(visitor)).toBe(true);
  const stranger = site.visitor({ address: "198.51.100.8" });
  const told = await stranger.post(link, await shownFields(await stranger.get(link)));
  expect(told.status).toBe(422);
  expect(await told.text()).toContain("This link has just been used");
  expect(stranger.cookies.has("slsid")).toBe(false);
  site.advance(61_000);
  expect(await (await stranger.post(link)).text()).toContain("This link no longer works");
  expect(await creditsOf(site)).toEqual([20]);
});

/** A site with the demo's configuration that behaves as in production. */
const strictSite = (): Promise<TestSite> =>
  testApp({ config: { ...readConfig("demo", () => undefined).config, mode: "start" } });

const stepPath = "/en/auth/second-factor";

Deno.test("Ada presses twice with the code of her app: she is in, remembered as she wished", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3, firstname: "Ada" });
  const { app } = await enrolInApp(site, ada);
  const visitor = site.visitor();
  await visitor.post("/en/auth/sign-in", { email: ada.email, password, remember: "on" });
  const [, second] = await pressTwice(visitor, stepPath, { otp: app.code() });
  expect([second.status, second.headers.get("location")]).toEqual([303, "/en/admin"]);
  expect(visitor.lifetimes.get("slsid")).toBe(30 * 24 * 3600);
  expect((await visitor.get("/en/staff/second-factor")).status).toBe(200);
});

/** Ada has signed in with the code of her app; `ticket` was spent by that. */
async function signedInByCode(site: TestSite) {
  const ada = await site.addPerson({ groupId: 3 });
  const { app } = await enrolInApp(site, ada);
  const visitor = site.visitor();
  await visitor.post("/en/auth/sign-in", { email: ada.email, password });
  const ticket = visitor.cookies.get("second_step")!;
  const code = app.code();
  await visitor.post(stepPath, { otp: code });
  return { ada, visitor, ticket, code };
}

Deno.test("a spent ticket gives nothing for another code, and guesses of the code are counted", async () => {
  await using site = await strictSite();
  const { ticket, code } = await signedInByCode(site);
  const thief = site.visitor();
  const guess = async (otp: string) => {
    thief.cookies.set("second_step", ticket);
    return (await thief.post(stepPath, { otp })).headers.get("location");
  };
  for (let n = 0; n < 10; n++) expect(await guess(`00000${n}`)).toBe("/en/auth/sign-in");
  expect(await guess(code)).toBe("/en/auth/sign-in");
  expect(thief.cookies.has("slsid")).toBe(false);
});

Deno.test("Ada sets up her app while signing in and presses twice: she is in, and the codes she sees are good", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3, firstname: "Ada" });
  const visitor = site.visitor();
  const page = await visitor.follow(await visitor.post("/en/auth/sign-in", { email: ada.email, password }));
  const app = appFromPage(site, await page.text());
  const [first, second] = await pressTwice(visitor, stepPath, { otp: app.code() });
  const [lost, seen] = [codesOnPage(await first.text()), codesOnPage(await second.text())];
  expect([second.status, seen.length, seen.some((code) => lost.includes(code))]).toEqual([200, 10, false]);
  expect((await visitor.get("/en/staff/second-factor")).status).toBe(200);
  const signInWith = async (otp: string) =>
    (await site.visitor().call("POST", "/api/authorization", { email: ada.email, password, otp })).status;
  expect([await signInWith(seen[0]!), await signInWith(lost[0]!)]).toEqual([200, 422]);
});

Deno.test("whoever signs out between two presses of the code stays out", async () => {
  await using site = await strictSite();
  const { ada, visitor, ticket, code } = await signedInByCode(site);
  await visitor.post("/en/logout");
  visitor.cookies.set("second_step", ticket);
  expect((await visitor.post(stepPath, { otp: code })).headers.get("location")).toBe("/en/auth/sign-in");
  expect(await hasSecondFactor(site.store, ada.id)).toBe(true);
});

Deno.test("the mailed link that signs in: pressed twice it leads in; elsewhere it says that it was used just now", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const link = `/en/man/mail/inbox?access_token=${await signInToken(site.store, james.email)}`;
  const visitor = site.visitor();
  const [, second] = await pressTwice(visitor, link, await shownFields(await visitor.get(link)));
  expect([second.status, second.headers.get("location")]).toEqual([303, "/en/man/mail/inbox"]);
  expect(await isIn(visitor)).toBe(true);
  const stranger = site.visitor();
  expect(await (await stranger.follow(await stranger.get(link))).text()).toContain(
    "This login link was used a moment ago",
  );
  expect(stranger.cookies.has("slsid")).toBe(false);
});

Deno.test("a new password pressed for twice is said to be changed, and the link is told elsewhere to be used just now", async () => {
  await using site = await testApp();
  const james = await site.addMan({ email: "james@example.test" });
  const visitor = site.visitor();
  await visitor.post("/en/auth/forgot-password", { email: james.email });
  await site.runJobs();
  const link = new URL(site.outbox.mails()[0]!.links.find((each) => each.includes("/password-reset/"))!).pathname;
  const wanted = { newPassword: "Autumn-2026!", confirmPassword: "Autumn-2026!" };
  const shown = await shownFields(await visitor.get(link));
  const [, second] = await pressTwice(visitor, link, { ...shown, ...wanted });
  expect(await (await visitor.follow(second)).text()).toContain("Password changed successfully!");
  const elsewhere = site.visitor();
  const told = [await elsewhere.get(link), await elsewhere.post(link, wanted)];
  for (const page of told) {
    expect([page.status, (await page.text()).includes("This link has just been used")]).toEqual([422, true]);
  }
});

Deno.test("another address confirmed twice is said to be changed, and the link is told elsewhere to be used just now", async () => {
  await using site = await testApp();
  const james = await site.addMan({ email: "james@example.test" });
  const begun = await beginEmailChange(site.store, james.id, { email: "new@example.test", currentPassword: password });
  if (!begun.ok) throw new Error(begun.reason);
  const link = `/en/email-change/${james.id}/${emailChangeKeyOf(site.store, begun.change)}`;
  const visitor = await site.visitorAs(james);
  const [first, second] = await pressTwice(visitor, link, await shownFields(await visitor.get(link)));
  expect([second.status, second.headers.get("location")]).toEqual([303, first.headers.get("location")]);
  const stranger = site.visitor();
  expect(await (await stranger.get(link)).text()).toContain("This link has just been used");
  expect(await (await stranger.post(link)).text()).toContain("This link has just been used");
  // Whoever is logged in need not log in, and reads as whom: it may be somebody else.
  for (
    const [reader, home] of [[james, "/en/man/mail/inbox"], [await site.addLady(), "/en/lady/mail/inbox"]] as const
  ) {
    const told = await (await (await site.visitorAs(reader)).get(link)).text();
    expect(told).toContain(`You are logged in as ${reader.firstname}.`);
    expect(told).toMatch(new RegExp(`href="${home}"[^>]*>Continue<`));
    expect(told).not.toContain("you can simply log in");
  }
  site.advance(60_000);
  expect(await (await stranger.get(link)).text()).toContain("This link no longer works");
});
