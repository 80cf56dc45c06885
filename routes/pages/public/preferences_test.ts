/** Small choices about the site itself: they are kept, and their forms go back to their page. */
import { expect } from "expect";
import { testApp, type Visitor } from "../../testing/site.ts";

Deno.test("a choice of colours is kept for a year, and its form is led back to its page", async () => {
  await using site = await testApp();
  const asked = { appearance: "dark", next: "/en/faq#foot" };
  for (
    const [headers, status, location] of [
      [{}, 303, "/en/faq#foot"],
      // As Firefox and Chromium pass on a form through the worker.
      [{ "sec-fetch-dest": "empty", "sec-fetch-mode": "same-origin" }, 303, "/en/faq#foot"],
      [{ "sec-fetch-dest": "empty", "sec-fetch-mode": "navigate" }, 303, "/en/faq#foot"],
    ] as const
  ) {
    const answer = await site.visitor().post("/en/theme", asked, { headers });
    expect([answer.status, answer.headers.get("location")]).toEqual([status, location]);
    expect(answer.headers.getSetCookie().join()).toMatch(/=dark; Max-Age=31536000/);
  }
  expect((await site.visitor().post("/en/theme", { ...asked, appearance: "pink" })).status).toBe(422);
});

Deno.test("a language that is chosen in the menu is also that of mails and translations, and this is told once", async () => {
  await using site = await testApp();
  const choose = async (member: Visitor, locale: string, from = "same-origin") => {
    const answer = await member.get(`/en/language/${locale}?next=/faq`, { headers: { "sec-fetch-site": from } });
    return await (await member.follow(answer)).text();
  };
  const mails = "De acum vă scriem și e-mailurile în română";
  const reading = "ceea ce vă scriu alții se traduce în română";
  const james = await site.visitorAs(await site.addMan());
  const first = await choose(james, "ro");
  expect([first.includes(mails), first.includes(reading)]).toEqual([true, true]);
  expect(await choose(james, "ro")).not.toContain(mails);
  expect(await choose(james, "en")).toContain("what others write to you is translated into English");
  // Who has said what he reads goes on reading it, and nobody writes letters to staff.
  const wei = await site.visitorAs(await site.addMan({ readsLanguages: ["zh"], readingLanguage: "zh-Hans" }));
  for (const member of [wei, await site.visitorAs(await site.addPerson({ groupId: 5 }))]) {
    const told = await choose(member, "ro");
    expect([told.includes(mails), told.includes(reading)]).toEqual([true, false]);
  }
  // A link elsewhere changes no account, and a guest has none.
  expect(await choose(james, "ro", "cross-site")).not.toContain(mails);
  expect(await choose(site.visitor(), "ro")).not.toContain(mails);
});
