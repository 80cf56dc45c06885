/** How staff sign in: by password, then by code, and nothing opens in between. */
import { expect } from "expect";
import {
  beginPasswordReset,
  passwordResetById,
  recoveryKeyOf,
} from "../../../kv/accounts/signing_in/password_reset.ts";
import { hasSecondFactor } from "../../../kv/accounts/signing_in/second_factors.ts";
import { keys } from "../../../kv/store/keys.ts";
import { signInToken } from "../../../kv/testing/sign_ups.ts";
import { readConfig } from "../../../services/config.ts";
import { appFromPage, codesOnPage, enrolInApp } from "../../testing/factors.ts";
import { testApp, testPassword, type TestSite } from "../../testing/site.ts";

const password = testPassword;
const signInPath = "/en/auth/sign-in";
const stepPath = "/en/auth/second-factor";

/** A site with the demo's configuration that behaves as in production. */
const strictSite = (): Promise<TestSite> =>
  testApp({ config: { ...readConfig("demo", () => undefined).config, mode: "start" } });

Deno.test("without an app nothing opens; the first right code opens the door and tells ten recovery codes", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3, firstname: "Ada" });
  const visitor = site.visitor();
  const asked = await visitor.post(`${signInPath}?next=%2Fen%2Fadmin%3Fx%3D1`, { email: ada.email, password });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `${stepPath}?next=%2Fen%2Fadmin%3Fx%3D1`]);
  const page = await visitor.follow(asked);
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  const html = await page.text();
  expect(html).toContain('<svg class="qr"');
  expect(html).toContain("otpauth://totp/");
  expect([...visitor.cookies.keys()]).not.toContain("slsid");
  for (const path of ["/en/staff/second-factor", "/en/agency/mail"]) {
    expect((await visitor.get(path)).headers.get("location")).toContain("/auth/sign-in?next=");
  }
  const app = appFromPage(site, html);
  const wrong = await visitor.post(stepPath, { otp: "000000", next: "/en/admin?x=1" });
  expect(wrong.status).toBe(422);
  // The same key is shown again, so that the app on the phone stays right.
  expect(appFromPage(site, await wrong.text()).code()).toBe(app.code());
  const done = await visitor.post(stepPath, { otp: app.code(), next: "/en/admin?x=1" });
  const told = await done.text();
  expect([done.status, codesOnPage(told).length]).toEqual([200, 10]);
  expect(told).toContain('href="/en/admin?x=1"');
  expect((await visitor.get("/en/staff/second-factor")).status).toBe(200);
  expect(visitor.cookies.has("second_step")).toBe(false);
});

Deno.test("with an app the code is asked for after the password, and e-mail and goal are kept", async () => {
  await using site = await strictSite();
  const nadia = await site.addPerson({ groupId: 5, firstname: "Nadia" });
  const { app, recoveryCodes } = await enrolInApp(site, nadia);
  const visitor = site.visitor();
  const asked = await visitor.post(signInPath, { email: nadia.email, password, remember: "on" });
  const html = await (await visitor.follow(asked)).text();
  expect(html).toContain("Nadia, enter the code");
  expect(html).not.toContain('class="qr"');
  expect((await visitor.post(stepPath, {})).status).toBe(422);
  expect((await visitor.post(stepPath, { otp: "123456" })).status).toBe(422);
  const done = await visitor.post(stepPath, { otp: app.code() });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
  expect(visitor.lifetimes.get("slsid")).toBe(30 * 24 * 3600);
  const elsewhere = site.visitor();
  await elsewhere.post(signInPath, { email: nadia.email, password });
  const byRecovery = await elsewhere.post(stepPath, { otp: "", recovery: recoveryCodes[0]!.toUpperCase() });
  expect(byRecovery.status).toBe(303);
});

Deno.test("the second step is nobody's without the password, and is given up by a button", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3 });
  await enrolInApp(site, ada);
  const stranger = site.visitor();
  expect((await stranger.get(stepPath)).headers.get("location")).toBe(signInPath);
  expect((await stranger.post(stepPath, { otp: "123456" })).headers.get("location")).toBe(signInPath);
  const visitor = site.visitor();
  await visitor.post(signInPath, { email: ada.email, password });
  const taken = visitor.cookies.get("second_step")!;
  expect((await visitor.post(stepPath, { action: "leave" })).headers.get("location")).toBe(signInPath);
  expect(visitor.cookies.has("second_step")).toBe(false);
  visitor.cookies.set("second_step", taken);
  expect((await visitor.get(stepPath)).headers.get("location")).toBe(signInPath);
});

Deno.test("guessing codes ends with 429, however often the password is given anew", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3 });
  const { app } = await enrolInApp(site, ada);
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    const visitor = site.visitor({ address: `192.0.2.${round}` });
    await visitor.post(signInPath, { email: ada.email, password });
    for (let guess = 0; guess < 5; guess++) {
      statuses.push((await visitor.post(stepPath, { otp: `00000${guess}` })).status);
    }
  }
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(5).fill(429)]);
  const call = await site.visitor().call("POST", "/api/authorization", { email: ada.email, password, otp: app.code() });
  expect([call.status, (await call.json()).code]).toEqual([429, "too_many_requests"]);
  expect(call.headers.get("retry-after")).toBeTruthy();
});

Deno.test("the call takes the code with the password: field otp, code second_factor_required", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3 });
  const visitor = site.visitor();
  const call = async (body: object) => {
    const answer = await visitor.call("POST", "/api/authorization", { email: ada.email, password, ...body });
    return { status: answer.status, ...await answer.json() };
  };
  expect(await call({})).toMatchObject({ status: 403, code: "second_factor_required" });
  expect(await call({ otp: "123456" })).toMatchObject({ status: 403, code: "second_factor_required" });
  const { app } = await enrolInApp(site, ada);
  const required = await call({});
  expect(required).toMatchObject({ status: 403, code: "second_factor_required" });
  // What the sign-in page needs to go on is not told to calls.
  expect(Object.keys(required).sort()).toEqual(["code", "message", "status"]);
  expect(await call({ otp: "123456" })).toMatchObject({
    status: 422,
    code: "invalid_code",
    fields: { otp: expect.any(String) },
  });
  expect(visitor.cookies.has("slsid")).toBe(false);
  expect(await call({ otp: app.code() })).toMatchObject({ status: 200, user: { id: ada.id } });
  expect(visitor.cookies.has("slsid")).toBe(true);
});

Deno.test("neither a new password by mail nor a ticket passes the second factor by", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3 });
  await enrolInApp(site, ada);
  const visitor = site.visitor();
  await beginPasswordReset(site.store, ada.email);
  const resetId = (await site.store.kv.get<string>(keys.passwordResetOfUser(ada.id))).value!;
  const key = recoveryKeyOf(site.store, (await passwordResetById(site.store, resetId))!);
  const fresh = "Autumn-2026!";
  const link = `/en/password-reset/${encodeURIComponent(ada.email)}/${key}`;
  expect((await visitor.post(link, { newPassword: fresh, confirmPassword: fresh })).status).toBe(303);
  expect(visitor.cookies.has("slsid")).toBe(false);
  expect(await hasSecondFactor(site.store, ada.id)).toBe(true);
  const asked = await visitor.post(signInPath, { email: ada.email, password: fresh });
  expect(asked.headers.get("location")).toBe(stepPath);
  expect(visitor.cookies.has("slsid")).toBe(false);
  const ticket = await signInToken(site.store, ada.email);
  const other = site.visitor();
  expect((await other.post(`/en/admin?access_token=${ticket}`)).status).toBe(422);
  expect((await other.get(`/en/staff/second-factor?access_token=${ticket}`)).status).toBe(303);
  expect(other.cookies.has("slsid")).toBe(false);
});

Deno.test("in the demo staff sign in by password alone until they set an app up, and men and ladies always", async () => {
  await using site = await testApp();
  const ada = await site.addPerson({ groupId: 3 });
  const signIn = async (email: string) =>
    (await site.visitor().post(signInPath, { email, password })).headers.get("location");
  expect(await signIn(ada.email)).toBe("/en/admin");
  await enrolInApp(site, ada);
  expect(await signIn(ada.email)).toBe(stepPath);
  expect(await signIn((await site.addMan()).email)).toBe("/en/man/mail/inbox");
});

Deno.test("a session that began without a second factor opens nothing outside the demo", async () => {
  await using site = await strictSite();
  const ada = await site.addPerson({ groupId: 3 });
  const visitor = await site.visitorAs(ada);
  expect((await visitor.get("/en/staff/second-factor")).headers.get("location")).toContain("/auth/sign-in?next=");
  expect((await (await site.visitorAs(ada)).call("GET", "/api/users")).status).toBe(401);
  await enrolInApp(site, ada);
  expect((await (await site.visitorAs(ada)).call("GET", "/api/users")).status).toBe(200);
  await using demo = await testApp();
  const clerk = await demo.visitorAs(await demo.addPerson({ groupId: 3 }));
  expect((await clerk.call("GET", "/api/users")).status).toBe(200);
});
