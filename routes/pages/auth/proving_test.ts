/** An address is proven in another browser than the sign-up's: by the owner of the mailbox, or on a laptop. */
import { expect } from "expect";
import { sessionsOf } from "../../../kv/accounts/signing_in/sessions.ts";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";

const email = "marcin@example.test";
const form = {
  groupId: "1",
  firstname: "Marcin",
  country: "616",
  birthdate: "1984-05-02",
  email,
  password: "Spring-2026!",
  acceptTerms: "on",
};
const own = "Autumn-2026!";

async function signedUp(
  site: TestSite,
  visitor: Visitor,
  query = "",
): Promise<{ link: string; code: string; id: string }> {
  const answer = await visitor.post(`/en/auth/sign-up${query}`, form);
  await site.runJobs();
  const mail = site.outbox.mails()[0]!;
  return {
    id: new URL(answer.headers.get("location")!, "http://x").searchParams.get("id")!,
    link: new URL(mail.links.find((each) => each.includes("/email-confirmation/"))!).pathname,
    code: mail.text.match(/\d{6}/)![0],
  };
}

const signIn = async (site: TestSite, password: string): Promise<number> =>
  (await site.visitor({ address: "192.0.2.77" }).post("/en/auth/sign-in", { email, password })).status;

Deno.test("who signs up with another's address never has a way in: the owner chooses the password by the mailed link", async () => {
  await using site = await testApp();
  const stranger = site.visitor({ address: "198.51.100.7" });
  const { link } = await signedUp(site, stranger);
  const owner = site.visitor();
  const page = await (await owner.get(link)).text();
  expect(page).toContain("started in another browser");
  expect(page).toContain('name="newPassword"');
  // In the browser of the sign-up one press is enough, as ever.
  expect(await (await stranger.get(link)).text()).not.toContain('name="newPassword"');

  const pressed = await owner.post(link);
  expect([pressed.status, owner.cookies.has("slsid")]).toEqual([422, false]);
  expect(await pressed.text()).toContain("Choose a password.");
  const differing = await owner.post(link, { newPassword: own, confirmPassword: "Other-2026!" });
  expect(await differing.text()).toContain('id="confirm-password-error"');
  const confirmed = await owner.post(link, { newPassword: own, confirmPassword: own });
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, "/en/man/welcome"]);
  expect(owner.cookies.has("slsid")).toBe(true);
  expect(await signIn(site, own)).toBe(303);
  // The stranger's password signs nobody in, as with any other sign-up with this address.
  const tried = await stranger.post("/en/auth/sign-in", { email, password: form.password });
  expect([tried.status, stranger.cookies.has("slsid")]).toEqual([401, false]);
});

Deno.test("the code asks for a new password in another browser, too, and is typed once", async () => {
  await using site = await testApp();
  const { code } = await signedUp(site, site.visitor({ address: "198.51.100.7" }));
  const owner = site.visitor();
  const asked = await owner.post("/en/auth/confirm", { email, code });
  const html = await asked.text();
  expect([asked.status, owner.cookies.has("slsid")]).toEqual([422, false]);
  expect(html).toContain('name="newPassword"');
  expect(html).toContain(`value="${code}"`);
  const confirmed = await owner.post("/en/auth/confirm", { email, code, newPassword: own, confirmPassword: own });
  expect(confirmed.status).toBe(303);
  expect(await signIn(site, own)).toBe(303);
});

Deno.test("who knows the password goes on with it on another device", async () => {
  await using site = await testApp();
  const { code } = await signedUp(site, site.visitor({ address: "198.51.100.7" }));
  const laptop = site.visitor();
  const led = await laptop.post("/en/auth/sign-in", { email, password: form.password });
  const id = new URL(led.headers.get("location")!, "http://x").searchParams.get("id")!;
  expect((await laptop.post("/en/auth/confirm", { id, code })).status).toBe(303);
  expect(await signIn(site, form.password)).toBe(303);
});

Deno.test("a stranger's sign-up with the same address changes nothing for who has signed up here", async () => {
  await using site = await testApp();
  const owner = site.visitor();
  await signedUp(site, owner);
  site.advance(1000);
  const stranger = site.visitor({ address: "198.51.100.7" });
  await stranger.post("/en/auth/sign-up", { ...form, firstname: "Mallory", password: "Stranger-2026!" });
  await site.runJobs();
  const strangersLink = site.outbox.mails()[0]!.links.find((each) => each.includes("/email-confirmation/"))!;
  expect((await owner.post("/en/auth/sign-in", { email, password: form.password })).status).toBe(303);
  const confirmed = await owner.post(new URL(strangersLink).pathname);
  expect(confirmed.status).toBe(303);
  expect(await (await owner.get("/en")).text()).toContain("Marcin");
  expect(await signIn(site, form.password)).toBe(303);
});

Deno.test("by call the link needs a new password from another browser and network, and says so", async () => {
  await using site = await testApp();
  const { link } = await signedUp(site, site.visitor({ address: "198.51.100.7" }));
  const activationKey = decodeURIComponent(link.split("/").at(-1)!);
  const program = site.visitor();
  const refused = await program.call("POST", "/en/api/users/activation", { email, activationKey });
  expect([refused.status, await refused.json()]).toMatchObject([422, {
    code: "invalid",
    fields: { newPassword: "Choose a password." },
  }]);
  const sure = await program.call("POST", "/en/api/users/activation", { email, activationKey, newPassword: own });
  expect([sure.status, (await sure.json()).user.email]).toEqual([200, email]);
  expect(await signIn(site, own)).toBe(303);
});

Deno.test("the page that was wanted is kept in the sign-up: the mailed link leads there, whoever wrote its address", async () => {
  for (
    const [next, arrived] of [
      ["/en/search?x=1", "/en/man/welcome?next=%2Fen%2Fsearch%3Fx%3D1"],
      ["//evil.test/", "/en/man/welcome"],
    ] as const
  ) {
    await using site = await testApp();
    const visitor = site.visitor();
    const { link } = await signedUp(site, visitor, `?next=${encodeURIComponent(next)}`);
    const confirmed = await visitor.post(`${link}?next=https%3A%2F%2Fevil.test%2F`);
    expect(confirmed.headers.get("location")).toBe(arrived);
  }
});

Deno.test("signing up again begins with what was typed, in this browser alone, without the password", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const { id } = await signedUp(site, visitor);
  const codePage = await (await visitor.get(`/en/auth/confirm?id=${id}`)).text();
  expect(codePage).toContain(`href="/en/auth/sign-up?again=${id}"`);
  const again = await visitor.get(`/en/auth/sign-up?again=${id}`);
  const html = await again.text();
  expect(again.headers.get("cache-control")).toContain("no-store");
  for (const value of ["Marcin", "1984-05-02", email]) expect(html).toContain(`value="${value}"`);
  expect(html).toMatch(/<option value="616" selected/);
  expect(html).not.toContain(form.password);
  expect(await (await site.visitor().get(`/en/auth/sign-up?again=${id}`)).text()).not.toContain("Marcin");
});

Deno.test("a link pressed where somebody else is logged in logs nobody in: no device and no line of the log says so", async () => {
  await using site = await testApp();
  const { link } = await signedUp(site, site.visitor({ address: "198.51.100.7" }));
  const weis = await site.visitorAs(await site.addMan({ firstname: "Wei" }));
  const pressed = await weis.post(link, { newPassword: own, confirmPassword: own });
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/en"]);
  // Wei is not told of credits that are not his either.
  const html = await (await weis.follow(pressed)).text();
  expect(["are yours, welcome", "log out and log in with that address"].map((words) => html.includes(words)))
    .toEqual([false, true]);
  const { id } = (await userByEmail(site.store, email))!;
  expect(await sessionsOf(site.store, id)).toEqual([]);
  const { records } = await auditRecords(site.store, { page: 1, limit: 100 });
  expect(records.filter(({ action }) => action === "signed_in")).toEqual([]);
  expect(await signIn(site, own)).toBe(303);
});
