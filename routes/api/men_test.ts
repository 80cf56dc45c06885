/** Calls by which people change their own data: nobody else's, and never what is not theirs to change. */
import { expect } from "expect";
import { userById } from "../../kv/accounts/users.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { ladyById } from "../../kv/ladies/ladies.ts";
import { approvalOf } from "../../kv/vetting/approvals.ts";
import { testApp } from "../testing/site.ts";
import type { Own } from "./describing/own_shape.ts";
import { read, refused } from "./testing/calls.ts";

const manPatch = {
  firstname: "Jim",
  lastname: "Whit",
  phone: "+44 113 496 0000",
  address: "4, The Calls",
  city: "Leeds",
  zipCode: "LS2 7JU",
  country: 826,
  birthdate: "1979-02-28",
  promoEmails: true,
  locale: "zh-Hant",
  height: 184,
  weight: "82",
  hairColor: "brown",
  eyeColor: "grey",
  maritalStatus: "divorced",
  childrenNumber: 0,
  education: "college",
  profession: "bookbinder",
  religion: "none",
  smoking: "no",
  drinking: "socially",
  interests: "clocks, walking,  clocks",
  about: "I mend clocks.\r\n\r\n\r\n\r\nSlowly.\u0007",
  quote: "Slowly is also a speed.",
  lookingFor: ["marriage", "serious"],
  idealPartner: "Somebody who writes back.",
  ageFrom: 35,
  ageTo: 50,
};

Deno.test("a man changes everything that is his, and finds it in his own record", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const { man } = await read<{ man: Own }>(asJames.call("PATCH", `/api/men/${james.id}`, manPatch));
  expect(man).toMatchObject({
    ...manPatch,
    weight: 82,
    country: { id: 826 },
    interests: ["clocks", "walking"],
    about: "I mend clocks.\n\nSlowly.",
    lookingFor: ["serious", "marriage"],
    zodiacSign: "pisces",
    waiting: null,
  });
  const { user } = await read<{ user: Own }>(asJames.get("/api/users/"));
  // The account's language has changed, so this answer names the country in another one.
  expect(user).toEqual({ ...man, country: user.country });
  // Fields that are left out stay, and empty ones are cleared, also by the general call.
  const next = await read<{ user: Own }>(
    asJames.call("PATCH", "/api/users/", { height: "", hairColor: null, lookingFor: [] }),
  );
  expect(next.user).toMatchObject({ height: null, hairColor: null, lookingFor: [], weight: 82, city: "Leeds" });
});

Deno.test("nobody changes somebody else, or what is not a field of the form", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan({ credits: 5 }), await site.addMan()];
  const olena = await site.addLady();
  const [asJames, asOlena] = [await site.visitorAs(james), await site.visitorAs(olena)];
  for (const id of [wei.id, olena.id, 999_999]) {
    await refused(asJames.call("PATCH", `/api/men/${id}`, { firstname: "Eve" }), 403, "forbidden");
  }
  await refused(asOlena.call("PATCH", `/api/men/${james.id}`, { firstname: "Eve" }), 403, "wrong_role");
  await refused(asOlena.call("PATCH", `/api/men/${olena.id}`, { firstname: "Eve" }), 403, "wrong_role");
  await refused(site.visitor().call("PATCH", `/api/men/${james.id}`, { firstname: "Eve" }), 401, "not_signed_in");
  await refused(site.visitor().call("PATCH", "/api/users", { firstname: "Eve" }), 401, "not_signed_in");
  const elsewhere = { headers: { origin: "https://evil.example" } };
  await refused(asJames.call("PATCH", "/api/users", { firstname: "Eve" }, elsewhere), 403, "wrong_origin");

  const power = {
    groupId: 3,
    id: wei.id,
    email: "eve@evil.example",
    confirmedAt: 1,
    balance: 1000,
    additionalData: { groupId: 3, balance: 1000 },
    photo: { path: "https://evil.example/x.jpg" },
    isPublished: true,
    __proto__: { groupId: 3 },
  };
  await refused(asJames.call("PATCH", "/api/users", power), 422, "invalid");
  await read(asJames.call("PATCH", `/api/men/${james.id}`, { ...power, city: "Leeds" }));
  const kept = await userById(site.store, james.id);
  expect(kept).toEqual({ ...james, city: "Leeds" });
  expect(await balanceOf(site.store, james.id)).toBe(5);
  expect(await userById(site.store, wei.id)).toEqual(wei);
});

Deno.test("each field at fault is named, and then nothing is kept", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const faults: [string, unknown][] = [
    ["firstname", ""],
    ["firstname", "\u200b \u200b"],
    ["firstname", "x".repeat(41)],
    ["lastname", "two\nlines"],
    ["phone", "call me <b>now</b>"],
    ["birthdate", "2008-03-15"],
    ["birthdate", "1979-02-29"],
    ["birthdate", "1879-02-28"],
    ["birthdate", "yesterday"],
    ["country", 999],
    ["locale", "tlh"],
    ["height", 99],
    ["height", 251],
    ["height", "tall"],
    ["height", 170.5],
    ["hairColor", "green"],
    ["hairColor", ["black"]],
    ["childrenNumber", -1],
    ["lookingFor", ["serious", "money"]],
    ["lookingFor", { 0: "serious" }],
    ["interests", Array.from({ length: 13 }, (_, n) => `interest ${n}`)],
    ["interests", ["x".repeat(41)]],
    ["quote", "x".repeat(51)],
    ["about", "x".repeat(2001)],
    ["about", 7],
    ["idealPartner", "x".repeat(1001)],
    ["ageFrom", 17],
    ["promoEmails", "perhaps"],
  ];
  for (const [name, value] of faults) {
    const answer = await asJames.call("PATCH", `/api/men/${james.id}`, { city: "Leeds", [name]: value });
    const { fields } = await answer.json();
    expect([name, answer.status, Object.keys(fields ?? {})]).toEqual([name, 422, [name]]);
  }
  const crossed = await asJames.call("PATCH", "/api/users", { ageFrom: 50, ageTo: 30 });
  expect(Object.keys((await crossed.json()).fields)).toEqual(["ageTo"]);
  expect(await userById(site.store, james.id)).toEqual(james);
});

Deno.test("a megabyte in a field is cut off, and HTML stays text", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const huge = await asJames.call("PATCH", "/api/users", { about: "x".repeat(1_100_000) });
  expect([413, 422]).toContain(huge.status);
  await huge.text();
  const html = "<script>alert(1)</script>";
  const { user } = await read<{ user: Own }>(asJames.call("PATCH", "/api/users", { about: html, firstname: "<b>Jim" }));
  expect([user.about, user.firstname]).toEqual([html, "<b>Jim"]);
  const page = await (await asJames.get("/en/man/men-account/about")).text();
  expect(page).not.toContain(html);
  expect(page).toContain("&lt;script>");
});

Deno.test("a lady's own words, name and facts wait; her surname and her wishes hold at once", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { about: "Old." });
  const asOlena = await site.visitorAs(olena);
  const wanted = {
    firstname: "Alona",
    about: "New.",
    city: "Odesa",
    height: 171,
    englishRating: "fluent",
    motherTongue: "uk",
  };
  const settings = { lastname: "Koval", isPutForward: false, readsLanguages: ["en"], locale: "zh-Hans" };
  const { user } = await read<{ user: Own }>(asOlena.call("PATCH", "/api/users", { ...wanted, ...settings }));
  expect(user).toMatchObject({
    ...settings,
    firstname: "Olena",
    about: "Old.",
    city: "Lviv",
    height: null,
    waiting: { ...wanted, isRefused: false },
  });
  // Now that her account is Chinese, her own city is still as she wrote it.
  const again = await read<{ user: Own }>(asOlena.call("PATCH", "/api/users", { lastname: "Koval" }));
  expect(again.user.city).toBe("Lviv");
  expect(await approvalOf(site.store, { kind: "profile", subjectId: olena.id })).not.toBeNull();
  expect(await approvalOf(site.store, { kind: "name", subjectId: olena.id })).not.toBeNull();
  const seen = await read<{ girl: Record<string, unknown> }>(site.visitor().get(`/api/girls/${olena.id}`));
  expect(seen.girl).toMatchObject({ name: "Olena", about: "Old.", city: "利維夫" });
  expect(JSON.stringify(seen)).not.toContain("New.");
  // Refused: a country that is only for men, a minor's birthdate, and a field that only men have.
  await refused(asOlena.call("PATCH", "/api/users", { country: 840 }), 422, "invalid");
  await refused(asOlena.call("PATCH", "/api/users", { birthdate: "2010-01-01" }), 422, "invalid");
  await refused(asOlena.call("PATCH", "/api/users", { ageFrom: 40 }), 403, "wrong_role");
  expect(await ladyById(site.store, olena.id)).toMatchObject({ about: "Old.", isUnlisted: true });
});

Deno.test("staff have an account too, and no profile", async () => {
  await using site = await testApp();
  const nadia = await site.addPerson({ groupId: 5 });
  const asNadia = await site.visitorAs(nadia);
  const { user } = await read<{ user: Own }>(asNadia.call("PATCH", "/api/users", { phone: "1", lastname: "N" }));
  expect(user).toMatchObject({ phone: "1", lastname: "N", groupId: 5 });
  await refused(asNadia.call("PATCH", "/api/users", { ageFrom: 20 }), 403, "wrong_role");
});
