/** Sessions by cookie: prolonged while they are used, and cleared by the answer once they are over. */
import { expect } from "expect";
import { hashToken, keepSession, startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { admin, type User } from "../../kv/accounts/users.ts";
import { suspend } from "../../kv/safety/suspensions.ts";
import { read, refused } from "../api/testing/calls.ts";
import { testApp, testPassword } from "../testing/site.ts";

const minutes = 60_000;

Deno.test("a session slides for three hours from its last use, a remembered one for thirty days", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const visitor = await site.visitorAs(james);
  for (let hours = 0; hours < 10; hours += 2) {
    site.advance(2 * 60 * minutes);
    await read(visitor.call("GET", "/api/users"));
    expect(visitor.lifetimes.get("slsid")).toBe(10_800);
  }
  site.advance(3 * 60 * minutes);
  await refused(visitor.call("GET", "/api/users"), 401);

  const { token } = await startSession(site.store, james.id, true);
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  for (let days = 0; days < 100; days += 29) {
    site.advance(29 * 24 * 60 * minutes);
    await read(site.visitor().call("GET", "/api/users", undefined, bearer));
  }
});

Deno.test("the cookie slides with its session on a clock that goes on, and by what is written in the chat alone", async () => {
  await using site = await testApp({ tickMs: 1 });
  const { email } = await site.addMan();
  const visitor = site.visitor();
  await read(visitor.call("POST", "/api/authorization", { email, password: testPassword }));
  for (let used = 0; used < 24; used++) {
    site.advance(15 * minutes);
    await read(visitor.call("GET", "/api/users"));
  }

  const tokenHash = hashToken(visitor.cookies.get("slsid")!);
  for (let written = 0; written < 16; written++) {
    site.advance(10 * minutes);
    await keepSession(site.store, tokenHash, "other");
  }
  // The session was prolonged a moment ago, but its cookie was not.
  await read(visitor.call("GET", "/api/users"));
  site.advance(150 * minutes);
  await read(visitor.call("GET", "/api/users"));
});

Deno.test("an answer that renews or clears the cookie is kept by no cache that others share", async () => {
  await using site = await testApp({ tickMs: 1 });
  const visitor = await site.visitorAs(await site.addMan());
  const cacheControl = async () => {
    const answer = await visitor.get("/sitemap.xml");
    await answer.body?.cancel();
    return [answer.headers.getSetCookie().length, answer.headers.get("cache-control")];
  };
  site.advance(6 * minutes);
  expect(await cacheControl()).toEqual([2, "private, max-age=3600"]);
  expect(await cacheControl()).toEqual([0, "max-age=3600"]);
  visitor.cookies.set("slsid", "a-token-of-some-other-day");
  expect(await cacheControl()).toEqual([2, "private, max-age=3600"]);
});

Deno.test("both cookies of a session live for three hours, everywhere on the site", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const signedIn = await site.visitor().call("POST", "/api/authorization", { email, password: testPassword });
  const cookies = Object.fromEntries(
    signedIn.headers.getSetCookie().map((line) => [line.split("=")[0]!, line.split("; ").slice(1)]),
  );
  await signedIn.body?.cancel();
  for (const name of ["slsid", "uid"]) {
    expect(cookies[name]).toEqual(expect.arrayContaining(["Max-Age=10800", "Path=/"]));
  }
});

Deno.test("a session that was used a moment ago leaves answers free of cookies", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  site.advance(1 * minutes);
  const answer = await visitor.call("GET", "/api/users");
  expect(answer.headers.getSetCookie()).toEqual([]);
  await read(answer);
});

Deno.test("a dead cookie is cleared by the very answer, on calls and on pages; sign-in then leads back", async () => {
  await using site = await testApp();
  for (
    const [path, status] of [["/api/users", 401], ["/api/girls", 200], ["/en/search", 200], [
      "/en/man/balance",
      303,
    ]] as const
  ) {
    const visitor = site.visitor();
    visitor.cookies.set("slsid", "a-token-of-some-other-day");
    visitor.cookies.set("uid", "10001");
    const answer = await visitor.get(path);
    expect([path, answer.status, visitor.cookies.size]).toEqual([path, status, 0]);
    if (status === 303) {
      expect(answer.headers.get("location")).toBe(`/en/auth/sign-in?next=${encodeURIComponent("/en/man/balance")}`);
    }
    await answer.body?.cancel();
  }
});

Deno.test("a page gives back the number of its session to a browser that lost it or has another's; calls leave it", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const visitor = await site.visitorAs(james);
  site.advance(1 * minutes);
  for (const had of [undefined, String(james.id + 1), "nonsense"]) {
    if (had) visitor.cookies.set("uid", had);
    else visitor.cookies.delete("uid");
    await read(visitor.call("GET", "/api/users"));
    expect(visitor.cookies.get("uid")).toBe(had);
    const page = await visitor.get("/en/faq");
    await page.body?.cancel();
    expect(page.headers.getSetCookie().map((line) => line.split(";")[0])).toEqual([`uid=${james.id}`]);
    expect(page.headers.get("cache-control")).toContain("private");
    expect(visitor.cookies.get("uid")).toBe(String(james.id));
  }
  const whole = await visitor.get("/en/faq");
  await whole.body?.cancel();
  expect(whole.headers.getSetCookie()).toEqual([]);
});

Deno.test("the uid cookie is never believed", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan({ firstname: "James" }), await site.addMan({ firstname: "Wei" })];
  const visitor = await site.visitorAs(james);
  visitor.cookies.set("uid", String(wei.id));
  const { user } = await read<{ user: { firstname: string } }>(visitor.call("GET", "/api/users"));
  expect(user.firstname).toBe("James");
  const guest = site.visitor();
  guest.cookies.set("uid", String(wei.id));
  await refused(guest.call("GET", "/api/users"), 401);
});

Deno.test("on https the cookie is Secure, also where only the configured address knows of the encryption", async () => {
  await using site = await testApp();
  Object.assign(site.deps.config.english, { url: "https://vesna.test", hosts: ["vesna.test"] });
  const { email } = await site.addMan();
  for (
    const [origin, isSecure] of [
      ["http://localhost:8000", false],
      ["https://localhost:8000", true],
      ["https://vesna.test", true],
      ["http://vesna.test", true],
    ] as const
  ) {
    const visitor = site.visitor({ origin });
    const answer = await visitor.call("POST", "/api/authorization", { email, password: "Demo-2026!" });
    const line = answer.headers.getSetCookie().find((each) => each.startsWith("slsid="))!;
    expect([origin, line.includes("Secure"), line.includes("HttpOnly"), line.includes("SameSite=Lax")]).toEqual([
      origin,
      isSecure,
      true,
      true,
    ]);
    await read(answer);
  }
});

Deno.test("a session of staff who are kept out opens nothing, however it came to be; a member's leads to the reasons", async () => {
  await using site = await testApp();
  const [vera, ada] = [await site.addPerson({ groupId: admin }), await site.addPerson({ groupId: admin })];
  const james = await site.addMan();
  for (const { id: userId } of [ada, james]) {
    const suspended = await suspend(site.store, { userId, kind: "conduct", reason: "Left", actorId: vera.id });
    if (!suspended.ok) throw new Error(suspended.reason);
  }
  const enter = async ({ id }: User) => {
    const browser = site.visitor();
    browser.cookies.set("slsid", (await startSession(site.store, id, false)).token);
    return browser;
  };
  const [hers, his] = [await enter(ada), await enter(james)];
  for (const path of ["/en/admin", "/en/decisions"]) {
    const answer = await hers.get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, expect.stringContaining("/en/auth/sign-in")]);
  }
  await refused(hers.call("GET", "/api/users"), 401);
  expect((await his.get("/en/decisions")).status).toBe(200);
});
