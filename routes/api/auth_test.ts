/** The calls for signing up, confirming, signing in and out, and a forgotten password. */
import { expect } from "expect";
import { testApp, testPassword } from "../testing/site.ts";
import { encoded, encodings, jamesSignsUp, keyIn, mailTo, read, refused, silent } from "./testing/calls.ts";

interface Confirmation {
  confirmation: { id: string };
}

for (const encoding of encodings) {
  for (const slash of ["", "/"]) {
    Deno.test(`James signs up and confirms his code by ${encoding}, addresses ending in "${slash}"`, async () => {
      await using site = await testApp();
      const james = site.visitor();
      const send = (path: string, fields: Record<string, string>) =>
        james.request(`/api${path}${slash}`, { method: "POST", ...encoded(fields, encoding) });

      const asked = await read<Confirmation>(send("/users", jamesSignsUp));
      expect(Object.keys(asked)).toEqual(["confirmation"]);
      expect(Object.keys(asked.confirmation)).toEqual(["id"]);
      expect(typeof asked.confirmation.id).toBe("string");

      const { text, code } = await mailTo(site, jamesSignsUp.email);
      expect(text.match(/\d{6,}/g)).toEqual([code]);
      const proof = { identifier: jamesSignsUp.email, action: "email_verify", code };
      const confirmed = await send("/auth/confirmation", proof);
      expect(confirmed.headers.getSetCookie().some((line) => line.startsWith("slsid="))).toBe(true);
      const { access_token, ...rest } = await read<{ access_token: string }>(confirmed);
      expect(rest).toEqual({});
      expect(james.cookies.get("slsid")).toBe(access_token);

      // The code is spent.
      await refused(site.visitor().call("POST", "/api/auth/confirmation", proof), 422, "invalid_code");
    });

    Deno.test(`James signs in and out by ${encoding}, addresses ending in "${slash}"`, async () => {
      await using site = await testApp();
      const user = await site.addMan({ email: "james@example.test", credits: 30 });
      const james = site.visitor();
      const fields = { email: user.email, password: testPassword, remember: "true" };
      const init = { method: "POST", ...encoded(fields, encoding) };
      const answer = await read<{ access_token: string; user: Record<string, unknown> }>(
        james.request(`/api/authorization${slash}?relations=country,girl,man,mainphoto,nonsense`, init),
      );
      expect(Object.keys(answer).sort()).toEqual(["access_token", "user"]);
      expect(answer.user).toMatchObject({
        id: user.id,
        userId: user.id,
        balance: 30,
        girl: null,
        man: { id: user.id },
        additionalData: { email: user.email, groupId: 1, balance: 30 },
      });
      expect(james.cookies.get("slsid")).toBe(answer.access_token);
      expect(james.cookies.get("uid")).toBe(String(user.id));
      expect(james.lifetimes.get("slsid")).toBe(30 * 24 * 60 * 60);

      await silent(james.call("POST", `/api/auth/logout${slash}`));
      // What stays says only that somebody signed in from this browser.
      expect([...james.cookies.keys()]).toEqual(["browser"]);
      const late = { headers: { authorization: `Bearer ${answer.access_token}` } };
      await refused(site.visitor().call("GET", "/api/users", undefined, late), 401, "not_signed_in");
    });
  }
}

Deno.test("the session is kept for three hours unless James wants to be remembered", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const james = site.visitor();
  const answer = await james.call("POST", "/api/authorization", { email, password: testPassword });
  const [line = ""] = answer.headers.getSetCookie().filter((each) => each.startsWith("slsid="));
  expect(line).toMatch(/HttpOnly/);
  expect(line).toMatch(/SameSite=Lax/);
  expect(line).not.toMatch(/Secure/);
  expect(james.lifetimes.get("slsid")).toBe(10_800);
});

Deno.test("the mailed key confirms too: it answers the user, and the cookie signs in", async () => {
  await using site = await testApp();
  await read(site.visitor().call("POST", "/api/users", jamesSignsUp));
  const { links } = await mailTo(site, jamesSignsUp.email);
  const activationKey = keyIn(links.find((link) => link.includes("/email-confirmation/"))!);
  const james = site.visitor();

  const wrong = { email: jamesSignsUp.email, activationKey: `${activationKey}x` };
  await refused(james.call("POST", "/api/users/activation", wrong), 422, "expired");

  const right = { email: jamesSignsUp.email.toUpperCase(), activationKey };
  const answer = await read<{ user: Record<string, unknown> }>(james.call("POST", "/api/users/activation/", right));
  expect(Object.keys(answer)).toEqual(["user"]);
  expect(answer.user).toMatchObject({ firstname: "James", email: jamesSignsUp.email, balance: 20 });
  await read(james.call("GET", "/api/users"));
  await refused(james.call("POST", "/api/users/activation", right), 422, "expired");
});

Deno.test("a code is sent again at once, and then after a minute; unknown ids are answered alike, and neither says anything", async () => {
  await using site = await testApp();
  const { confirmation } = await read<Confirmation>(site.visitor().call("POST", "/api/users", jamesSignsUp));
  const first = await mailTo(site, jamesSignsUp.email);
  const codes = [first.code];
  for (const seconds of [0, 61]) {
    site.advance(seconds * 1000);
    await silent(site.visitor().call("POST", `/api/auth/confirmations/${confirmation.id}/resend`));
    codes.push((await mailTo(site, jamesSignsUp.email)).code);
  }
  expect(new Set(codes).size).toBe(3);
  await silent(site.visitor().call("POST", "/api/auth/confirmations/nobody-asked-for-this/resend/"));
  await silent(site.visitor().request("/api/auth/confirmations/%E0%A4%A/resend", { method: "POST" }));
});

Deno.test("a forgotten password: 204, then the mailed key sets a new one and answers the user", async () => {
  await using site = await testApp();
  const user = await site.addMan({ email: "james@example.test" });
  const elsewhere = await site.visitorAs(user);
  await silent(site.visitor().call("POST", "/api/users/passwordRecovery", { email: user.email }));
  const { links } = await mailTo(site, user.email);
  const recoveryKey = keyIn(links.find((link) => link.includes("/password-reset/"))!);
  const wanted = { email: user.email, recoveryKey, newPassword: "Autumn-2026!" };

  const weak = await refused(
    site.visitor().call("POST", "/api/users/passwordRecoveryConfirm", { ...wanted, newPassword: "weak" }),
    422,
    "invalid",
  );
  expect(Object.keys(weak.fields!)).toEqual(["newPassword"]);

  const answer = await read<{ user: { id: number } }>(
    site.visitor().call("POST", "/api/users/passwordRecoveryConfirm", wanted),
  );
  expect(Object.keys(answer)).toEqual(["user"]);
  expect(answer.user.id).toBe(user.id);
  await refused(elsewhere.call("GET", "/api/users"), 401);
  const signIn = (password: string) =>
    site.visitor().call("POST", "/api/authorization", { email: user.email, password });
  await refused(signIn(testPassword), 401, "wrong_credentials");
  await read(signIn("Autumn-2026!"));
  await refused(site.visitor().call("POST", "/api/users/passwordRecoveryConfirm", wanted), 422, "expired");
});

Deno.test("logging out is always allowed: for guests, with a dead cookie, twice", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  await silent(guest.call("POST", "/api/auth/logout"));
  guest.cookies.set("slsid", "a-session-that-never-was");
  await silent(guest.call("POST", "/api/auth/logout/"));
  expect(guest.cookies.has("slsid")).toBe(false);
});

Deno.test("somebody whose e-mail is not confirmed hears so only with the right password", async () => {
  await using site = await testApp();
  const { email, password } = jamesSignsUp;
  await read(site.visitor().call("POST", "/api/users", jamesSignsUp));
  await refused(site.visitor().call("POST", "/api/authorization", { email, password }), 403, "email_not_confirmed");
  await refused(
    site.visitor().call("POST", "/api/authorization", { email, password: "Other-2026!" }),
    401,
    "wrong_credentials",
  );
});

Deno.test("in production staff never sign in by a password alone; in the demo they do", async () => {
  for (const [mode, status] of [["start", 403], ["demo", 200]] as const) {
    await using site = await testApp({ config: { mode } });
    const { email } = await site.addPerson({ groupId: 3, firstname: "Anna" });
    const answer = await site.visitor().call("POST", "/api/authorization", { email, password: testPassword });
    expect([mode, answer.status]).toEqual([mode, status]);
    const { code, user } = await answer.json();
    if (mode === "start") expect(code).toBe("second_factor_required");
    else expect(user.additionalData.groupId).toBe(3);
  }
});
