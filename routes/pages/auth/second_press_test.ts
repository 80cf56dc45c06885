/**
 * A button pressed twice: the second press is sent with the cookies of before the first, as a browser does that has not
 * yet heard, or never hears, the first answer. It is told what the first was told.
 */
import { expect } from "expect";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { history } from "../../../kv/credits/ledger/history.ts";
import { pressTwice, shownFields } from "../../testing/second_press.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";

const marcin = {
  groupId: "1",
  firstname: "Marcin",
  lastname: "Nowak",
  country: "616",
  birthdate: "1984-05-02",
  email: "marcin@example.test",
  password: "Spring-2026!",
  acceptTerms: "on",
};

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
