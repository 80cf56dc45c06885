/** A man's account says what is specified: its four labels, what was saved and what was not; and so do its calls. */
import { expect } from "expect";
import { keys } from "../../../kv/store/keys.ts";
import { testApp, testPassword } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf } from "../girls/testing/html.ts";

const labels = {
  information: "Information",
  about: "About me",
  photos: "My Photos",
  "looking-for": "Looking for",
};

Deno.test("the account leads to its information, and its pages have their specified labels", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  for (const prefix of ["", "/en", "/zh-hans"]) {
    const home = await his.get(`${prefix}/man/men-account`);
    expect([home.status, home.headers.get("location")]).toEqual([302, `${prefix}/man/men-account/information`]);
    for (const path of Object.keys(labels)) {
      const page = await his.get(`${prefix}/man/men-account/${path}`);
      expect([prefix, path, page.status]).toEqual([prefix, path, 200]);
      expectLacks(await mainOf(page), "account:", "photos:", "{{");
    }
  }
  for (const [path, label] of Object.entries(labels)) {
    const html = await (await his.get(`/en/man/men-account/${path}`)).text();
    expectHolds(html, `<title>${label}`);
    for (const each of Object.values(labels)) expectHolds(html, new RegExp(`>\\s*${each}\\s*<`));
  }
});

Deno.test("what is saved on each of its pages says so in the specified words, and stands there afterwards", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  for (
    const [path, fields] of [
      ["information", { firstname: "Jim", lastname: "Reed", birthdate: "1985-02-03", country: "528", city: "Leiden" }],
      ["about", { height: "181", quote: "Letters first." }],
      ["looking-for", { idealPartner: "Somebody who answers." }],
    ] as [string, Record<string, string>][]
  ) {
    const done = await his.post(`/en/man/men-account/${path}`, fields);
    expect([path, done.status]).toEqual([path, 303]);
    const html = await (await his.follow(done)).text();
    expectHolds(html, "The changes are successfully saved!");
    for (const value of Object.values(fields).filter((each) => !/^\d+$/.test(each))) expectHolds(html, value);
  }
});

Deno.test("a quote has fifty characters at most", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  const save = async (quote: string) => (await his.post("/en/man/men-account/about", { quote })).status;
  expect(await save("q".repeat(50))).toBe(303);
  expect(await save("q".repeat(51))).toBe(422);
});

Deno.test("words of a profile that nobody can see are none", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const unseen = { about: "\u3164\n\u200b", quote: "\u2800" };
  expect((await his.post("/en/man/men-account/about", unseen)).status).toBe(303);
  expect((await site.store.kv.get(keys.manProfile(james.id))).value).toMatchObject({ about: "", quote: "" });
});

Deno.test("a password that could not be changed is said so in the specified words, and one that was, too", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  const change = (currentPassword: string) => {
    const [password, confirmPassword] = ["Another-2026!", "Another-2026!"];
    return his.post("/en/man/men-account/security", {
      section: "password",
      currentPassword,
      password,
      confirmPassword,
    });
  };
  const refused = await change("not-this-one");
  expect(refused.status).toBe(422);
  expectHolds(await mainOf(refused), "Unable to change password!");
  const changed = await change(testPassword);
  expect(changed.status).toBe(303);
  expectHolds(await (await his.follow(changed)).text(), "Password changed successfully!");
});

Deno.test("a man changes his profile by the men's call, everybody the own record by the other, and nobody another's", async () => {
  await using site = await testApp();
  const [james, wei, olena] = [await site.addMan(), await site.addMan({ firstname: "Wei" }), await site.addLady()];
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  const patched = await his.call("PATCH", `/api/men/${james.id}/`, { city: "Leiden", height: 181 });
  expect([patched.status, (await patched.json()).man]).toMatchObject([200, { id: james.id, city: "Leiden" }]);
  for (const [id, visitor] of [[wei.id, his], [james.id, hers]] as const) {
    const refused = await visitor.call("PATCH", `/api/men/${id}`, { city: "Elsewhere" });
    expect([id, [403, 404].includes(refused.status)]).toEqual([id, true]);
  }
  const own = await hers.call("PATCH", "/api/users/", { phone: "+380 00 000", groupId: 3, balance: 1000 });
  expect([own.status, (await own.json()).user.additionalData.groupId]).toEqual([200, 2]);
  expect((await site.visitor().call("PATCH", "/api/users/", { phone: "+1" })).status).toBe(401);
});
