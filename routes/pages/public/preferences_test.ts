/** Small choices about the site itself: a form goes back to its page, a script stays where it is. */
import { expect } from "expect";
import { testApp } from "../../testing/site.ts";

Deno.test("a choice of colours is kept for a year, and only a form is led back to its page", async () => {
  await using site = await testApp();
  const asked = { appearance: "dark", next: "/en/faq#foot" };
  for (
    const [headers, status, location] of [[{}, 303, "/en/faq#foot"], [
      { "sec-fetch-dest": "empty" },
      204,
      null,
    ]] as const
  ) {
    const answer = await site.visitor().post("/en/theme", asked, { headers });
    expect([answer.status, answer.headers.get("location")]).toEqual([status, location]);
    expect(answer.headers.getSetCookie().join()).toMatch(/=dark; Max-Age=31536000/);
  }
  expect((await site.visitor().post("/en/theme", { ...asked, appearance: "pink" })).status).toBe(422);
});
