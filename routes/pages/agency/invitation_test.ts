/** What a lady reads when she agrees to her agency's draft. */
import { expect } from "expect";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { type DraftFacts, draftKeyOf, draftLady } from "../../../kv/ladies/agencies/agencies.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { htmlOf } from "../mail/testing/mail.ts";

const vera = { email: "vera@ladies.test", firstname: "Vera", birthdate: "1995-04-02", countryId: 804, city: "" };
const answer = {
  newPassword: "Clocks-2026!",
  confirmPassword: "Clocks-2026!",
  do: "accept",
  agree: "on",
  acceptTerms: "on",
};

/** The path of the link that was mailed to her. */
async function draftedLink(site: TestSite, facts: DraftFacts["facts"] = {}): Promise<string> {
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata" });
  const drafted = await draftLady(site.store, agata.id, { ...vera, facts, locale: "en" });
  if (!drafted.ok) throw new Error(drafted.reason);
  return `/en/agency-invitation/${drafted.draft.id}/${draftKeyOf(site.store, drafted.draft)}`;
}

Deno.test("who agrees in James's browser reads that the account is there and how to come to it", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan({ firstname: "James" }));
  const agreed = await his.post(await draftedLink(site), answer);
  expect(await userByEmail(site.store, vera.email)).not.toBeNull();
  const html = await htmlOf(his.follow(agreed));
  expect([html.includes("James"), html.includes("The account is ready.")]).toEqual([true, true]);
});

Deno.test("a profile with words waits for approval; one without waits for her, and is not said to wait for us", async () => {
  for (const facts of [{ about: "I restore old clocks." }, {}]) {
    await using site = await testApp();
    const hers = site.visitor();
    const html = await htmlOf(hers.follow(await hers.post(await draftedLink(site, facts), answer)));
    const words = ["Your profile is waiting for approval", "Your profile is still empty"];
    expect(words.map((each) => html.includes(each))).toEqual("about" in facts ? [true, false] : [false, true]);
  }
});
