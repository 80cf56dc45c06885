/** The form of a new draft is not filled in with anything that nobody has said. */
import { expect } from "expect";
import { testApp } from "../../testing/site.ts";

Deno.test("a draft names no country before the agency does", async () => {
  await using site = await testApp();
  const agency = await site.visitorAs(await site.addPerson({ groupId: 4, firstname: "Agata" }));
  const chosen = (html: string) => /<select(?=[^>]* name="country")[^>]*>(<option[^>]*>[^<]*)/.exec(html)?.[1];
  const shown = await agency.get("/en/agency/ladies/new");
  expect(chosen(await shown.text())).toBe("<option value selected>Choose");
  const refused = await agency.post("/en/agency/ladies/new", {
    email: "vera@ladies.test",
    locale: "en",
    firstname: "Vera",
  });
  expect(chosen(await refused.text())).toMatch(/>Choose$/);
});
