/** The tools of the route tests behave as a browser does where tests rely on it. */
import { expect } from "expect";
import { enrolInApp } from "./factors.ts";
import { testApp, testPassword } from "./site.ts";

Deno.test("a visitor signs in by form, keeps the cookie, and loses it with the session", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 7 });
  const visitor = site.visitor();
  const credentials = { email: james.email, password: testPassword };
  expect((await visitor.call("POST", "/api/authorization", credentials)).status).toBe(200);
  expect(visitor.lifetimes.get("slsid")).toBe(3 * 60 * 60);
  expect((await visitor.call("GET", "/api/users/me/balance/history")).status).toBe(200);
  site.advance(3 * 60 * 60 * 1000);
  expect((await visitor.call("GET", "/api/users/me/balance/history")).status).toBe(401);
  expect(visitor.cookies.has("slsid")).toBe(false);
});

Deno.test("a visitor who is signed in already sees the home page as himself", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan({ firstname: "Marcus", credits: 42 }));
  const page = await visitor.get("/en");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Marcus");
});

Deno.test("the codes of a test's site are the same in every run, so that a guess is always wrong or never", async () => {
  const codes: string[] = [];
  for (let run = 0; run < 2; run++) {
    await using site = await testApp();
    const ada = await site.addPerson({ groupId: 3 });
    codes.push((await enrolInApp(site, ada)).app.code());
  }
  expect(codes[1]).toBe(codes[0]);
});
