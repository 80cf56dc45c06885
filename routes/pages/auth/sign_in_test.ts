/** Signing in by form: where it leads, how long it lasts, what it refuses, and signing out. */
import { expect } from "expect";
import { admin, agency, translator } from "../../../kv/accounts/users.ts";
import { testApp, testPassword } from "../../testing/site.ts";

const hours3 = 3 * 60 * 60;
const days30 = 30 * 24 * 60 * 60;

Deno.test("everybody is led to the first page of his role, in his language", async () => {
  await using site = await testApp();
  const people = [
    [await site.addMan(), "/man/mail/inbox"],
    [await site.addLady(), "/lady/mail/inbox"],
    [await site.addPerson({ groupId: admin }), "/admin"],
    [await site.addPerson({ groupId: agency }), "/agency"],
    [await site.addPerson({ groupId: translator }), "/agency/mail"],
  ] as const;
  for (const [user, home] of people) {
    for (const prefix of ["", "/en", "/zh-hans"]) {
      const answer = await site.visitor().post(`${prefix}/auth/sign-in`, { email: user.email, password: testPassword });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, prefix + home]);
    }
  }
});

Deno.test("the wanted page comes first, and no spelling of another site is followed", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const lead = async (next: string) => {
    const visitor = site.visitor();
    const html = await (await visitor.get(`/en/auth/sign-in?next=${encodeURIComponent(next)}`)).text();
    const page = html.match(/<main[\s\S]*<\/main>/)![0];
    const hidden = page.match(/name="next" value="([^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const answer = await visitor.post("/en/auth/sign-in", { email, password: testPassword, next: hidden || next });
    return answer.headers.get("location");
  };
  expect(await lead("/en/man/mail/inbox?page=2&x=1")).toBe("/en/man/mail/inbox?page=2&x=1");
  const evil = [
    "//evil.test",
    "/\\evil.test",
    "https://evil.test/",
    "javascript:alert(1)",
    "/\t/evil.test",
    "\\\\evil.test",
  ];
  for (const next of evil) expect(await lead(next)).toBe("/en/man/mail/inbox");
});

Deno.test("a page for members leads a guest here with the full address, and back to it", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const visitor = site.visitor();
  const led = await visitor.get("/zh-hans/man/mail/inbox?page=3");
  const location = led.headers.get("location")!;
  expect(location).toBe("/zh-hans/auth/sign-in?next=%2Fzh-hans%2Fman%2Fmail%2Finbox%3Fpage%3D3");
  const answer = await visitor.post(location, { email, password: testPassword });
  expect(answer.headers.get("location")).toBe("/zh-hans/man/mail/inbox?page=3");
});

Deno.test("the cookie lasts three hours, thirty days when remembered, and slides with use", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  for (const [remember, seconds] of [[false, hours3], [true, days30]] as const) {
    const visitor = site.visitor();
    const fields = { email, password: testPassword, ...(remember ? { remember: "on" } : {}) };
    const answer = await visitor.post("/auth/sign-in", fields);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("slsid="))!;
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Lax");
    expect(cookie).not.toContain("Secure");
    expect(visitor.lifetimes.get("slsid")).toBe(seconds);
    // Used shortly before its end, it lasts as long again.
    site.advance((seconds - 60) * 1000);
    expect((await visitor.get("/logout")).status).toBe(200);
    site.advance((seconds - 60) * 1000);
    expect((await visitor.get("/logout")).status).toBe(200);
    site.advance(seconds * 1000);
    expect((await visitor.get("/logout")).status).toBe(302);
    expect(visitor.cookies.has("slsid")).toBe(false);
  }
});

Deno.test("over https the cookie is for https only", async () => {
  await using site = await testApp({ config: { trustProxy: true } });
  const { email } = await site.addMan();
  const visitor = site.visitor({ origin: "https://localhost", headers: { "x-forwarded-proto": "https" } });
  const answer = await visitor.post("/auth/sign-in", { email, password: testPassword });
  expect(answer.status).toBe(303);
  for (const line of answer.headers.getSetCookie()) expect(line).toContain("Secure");
});

Deno.test("a wrong password and an unknown address are refused in the same words, and nothing typed in secret returns", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const pages: string[] = [];
  for (const tried of [email, "nobody@example.test"]) {
    const answer = await site.visitor().post("/en/auth/sign-in", {
      email: tried,
      password: "Wrong-2026!",
      remember: "on",
    });
    expect(answer.status).toBe(401);
    const html = (await answer.text()).match(/<main[\s\S]*<\/main>/)![0];
    expect(html).toContain(`value="${tried}"`);
    expect(html).toContain('name="remember" checked');
    expect(html).not.toContain("Wrong-2026!");
    pages.push(html.replaceAll(tried, "…"));
  }
  expect(pages[1]).toBe(pages[0]);
  expect(pages[0]).toContain("The e-mail or the password is not correct.");
});

Deno.test("after ten failures an address has to wait for that e-mail; others and other e-mails do not", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const oliver = await site.addMan();
  const fails = { email: james.email, password: "Wrong-2026!" };
  const visitor = site.visitor();
  for (let each = 0; each < 10; each++) expect((await visitor.post("/auth/sign-in", fails)).status).toBe(401);
  const eleventh = await visitor.post("/auth/sign-in", { ...fails, password: testPassword });
  expect(eleventh.status).toBe(429);
  expect(Number(eleventh.headers.get("retry-after"))).toBe(900);
  expect((await visitor.post("/auth/sign-in", { email: oliver.email, password: testPassword })).status).toBe(303);
  const elsewhere = site.visitor({ address: "198.51.100.9" });
  expect((await elsewhere.post("/auth/sign-in", { email: james.email, password: testPassword })).status).toBe(303);
});

Deno.test("empty and malformed fields are named, and a CRLF in the address is no address", async () => {
  await using site = await testApp();
  const empty = await site.visitor().post("/en/auth/sign-in", {});
  expect(empty.status).toBe(422);
  const html = await empty.text();
  expect(html).toContain('id="email-error"');
  expect(html).toContain('aria-describedby="password-error"');
  const broken = await site.visitor().post("/en/auth/sign-in", {
    email: "a@example.test\r\nBcc: b@example.test",
    password: "x",
  });
  expect(broken.status).toBe(422);
});

Deno.test("an unconfirmed person with the right password is led to the code, with any other to nothing", async () => {
  await using site = await testApp();
  const form = {
    groupId: "1",
    firstname: "Marcin",
    country: "616",
    birthdate: "1984-05-02",
    email: "marcin@example.test",
    password: "Spring-2026!",
    acceptTerms: "on",
  };
  await site.visitor().post("/en/auth/sign-up", form);
  await site.runJobs();
  const visitor = site.visitor();
  const wrong = await visitor.post("/en/auth/sign-in", { email: form.email, password: "Wrong-2026!" });
  expect(wrong.status).toBe(401);

  // The first code has expired: a fresh one is sent on the way.
  site.advance(40 * 60_000);
  const led = await visitor.post("/en/auth/sign-in?next=%2Fen%2Fsearch", {
    email: form.email,
    password: form.password,
  });
  expect(visitor.cookies.has("slsid")).toBe(false);
  const page = await visitor.follow(led);
  const html = await page.text();
  expect(html).toContain("Please confirm your e-mail first");
  await site.runJobs();
  const code = site.outbox.mails()[0]!.text.match(/\d{6}/)![0];
  const id = html.match(/name="id" value="([^"]+)"/)![1]!;
  const next = html.match(/name="next" value="([^"]+)"/)![1]!;
  const confirmed = await visitor.post("/en/auth/confirm", { id, next, code });
  expect(confirmed.headers.get("location")).toBe("/en/man/welcome?next=%2Fen%2Fsearch");
});

Deno.test("the page takes an e-mail from its address, as text and nothing else", async () => {
  await using site = await testApp();
  const evil = encodeURIComponent('"><script>alert(1)</script>');
  for (const path of ["sign-in", "sign-up"]) {
    const named = await (await site.visitor().get(`/en/auth/${path}?email=james%40example.test`)).text();
    expect(named).toContain('value="james@example.test"');
    const html = await (await site.visitor().get(`/en/auth/${path}?email=${evil}&next=${evil}`)).text();
    expect(html).not.toContain("<script>alert");
  }
});

Deno.test("somebody who is signed in is led away from every page for guests", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  for (const path of ["sign-in", "sign-up", "confirm", "confirm/resend", "forgot-password"]) {
    for (
      const answer of [
        await visitor.get(`/en/auth/${path}`),
        await visitor.post(`/en/auth/${path}`, { email: "james@example.test" }),
      ]
    ) {
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/en"]);
    }
  }
});

Deno.test("leaving by GET asks only, by POST it ends the session and its cookies", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const visitor = await site.visitorAs(james);
  const stolen = site.visitor();
  stolen.cookies.set("slsid", visitor.cookies.get("slsid")!);
  for (const path of ["/en/logout", "/en/index/logout"]) {
    const page = await visitor.get(path);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('action="/en/logout"');
    const guest = await site.visitor().get(path);
    expect([guest.status, guest.headers.get("location")]).toEqual([302, "/en"]);
  }
  expect((await visitor.post("/en/logout", {}, { headers: { origin: "http://evil.test" } })).status).toBe(403);
  expect((await stolen.get("/en/logout")).status).toBe(200);

  const left = await visitor.post("/en/logout");
  expect([left.status, left.headers.get("location")]).toEqual([303, "/en"]);
  expect(visitor.cookies.has("slsid") || visitor.cookies.has("uid")).toBe(false);
  // The session itself has ended, not only its cookie.
  expect((await stolen.get("/en/logout")).status).toBe(302);
  expect((await site.visitor().post("/en/index/logout")).headers.get("location")).toBe("/en");
});
