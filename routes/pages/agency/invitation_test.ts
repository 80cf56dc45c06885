/** Where somebody else is signed in as a lady answers her agency's draft. */
import { expect } from "expect";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { draftKeyOf, draftLady } from "../../../kv/ladies/agencies.ts";
import { testApp } from "../../testing/site.ts";
import { htmlOf } from "../mail/testing/mail.ts";

Deno.test("who agrees in James's browser reads that the account is there and how to come to it", async () => {
  await using site = await testApp();
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata" });
  const vera = { email: "vera@ladies.test", firstname: "Vera", birthdate: "1995-04-02", countryId: 804, city: "" };
  const drafted = await draftLady(site.store, agata.id, { ...vera, facts: {}, locale: "en" });
  if (!drafted.ok) throw new Error(drafted.reason);
  const his = await site.visitorAs(await site.addMan({ firstname: "James" }));
  const password = { newPassword: "Clocks-2026!", confirmPassword: "Clocks-2026!" };
  const link = `/en/agency-invitation/${drafted.draft.id}/${draftKeyOf(site.store, drafted.draft)}`;
  const agreed = await his.post(link, { ...password, do: "accept", agree: "on", acceptTerms: "on" });
  expect(await userByEmail(site.store, vera.email)).not.toBeNull();
  const html = await htmlOf(his.follow(agreed));
  expect([html.includes("James"), html.includes("The account is ready.")]).toEqual([true, true]);
});
