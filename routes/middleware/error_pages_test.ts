/** What a visitor reads if something is missing, has failed or is not allowed: in the specified words, with a way home. */
import { expect } from "expect";
import { expectHolds, expectLacks, mainOf } from "../pages/girls/testing/html.ts";
import { testApp } from "../testing/site.ts";

Deno.test("a page that does not exist says so and leads home, in each language", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  for (
    const [prefix, lang, title] of [
      ["/en", "en", "Page not found"],
      ["", "zh-Hant", "找不到"],
      ["/zh-hans", "zh-Hans", "找不到"],
    ] as const
  ) {
    const answer = await visitor.get(`${prefix}/no-such-page`);
    expect([lang, answer.status]).toEqual([lang, 404]);
    const html = await answer.text();
    expectHolds(html, `<html lang="${lang}"`, title, `href="${prefix || "/"}"`);
  }
  const html = await mainOf(await visitor.get("/en/no-such-page"));
  expectHolds(html, "Page not found", "This page could not be found.", ">Back to the home page</a>");
});

Deno.test("a page that fails says its status, that the link may be broken, and leads home", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  Object.defineProperty(site.store, "kv", {
    get() {
      throw new Error("the store is gone");
    },
  });
  const answer = await james.get("/en/search");
  expect(answer.status).toBe(500);
  const html = await mainOf(answer);
  expectHolds(html, "Error 500", "The link may be broken or no longer exist.", ">Back to the home page</a>");
  expectLacks(html, "the store is gone");
});

Deno.test("what is not there yet is said, with the way back and home", async () => {
  await using site = await testApp();
  const html = await mainOf(await site.visitor().get("/en/not-yet"));
  // An apostrophe may be written as an entity.
  expectHolds(html, /Oops, this feature isn(?:'|&#39;)t available just yet/, ">Back to the home page</a>");
  expectHolds(html, "This feature is not yet enabled, we will finish it soon.");
  for (const path of ["/not-yet", "/zh-hans/not-yet"]) {
    expectLacks(await mainOf(await site.visitor().get(path)), "Oops", "not yet enabled", "errors:");
  }
});

Deno.test("a guest is told that there is more to see for who logs in, and to log in or register", async () => {
  await using site = await testApp();
  const olena = await site.addLady({ birthdate: "1994-05-17" }, { religion: "catholic" });
  const profile = await site.visitor().get(`/en/girl/x-1-x-x-${olena.id}`);
  const html = await mainOf(await site.visitor().get(profile.headers.get("location")!));
  expectHolds(html, "Catholic", "You need to log in to see more information", "Her birthday");
  expectLacks(html, "17 May");
  const refused = await site.visitor().call("POST", `/en/api/users/${olena.id}/favorite`);
  expect([refused.status, await refused.json()]).toEqual([401, {
    code: "not_signed_in",
    message: "Please login or register!",
  }]);
});
