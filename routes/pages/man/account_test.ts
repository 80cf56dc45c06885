/** A man's account by plain forms: what is saved, what is refused and how, and who may see it. */
import { expect } from "expect";
import { userById } from "../../../kv/accounts/users.ts";
import { changeOwn, manProfileOf } from "../../../kv/ladies/profiles.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { testApp } from "../../testing/site.ts";
import { seenIn } from "../account/testing/seen.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { expectLacks } from "../girls/testing/html.ts";

const base = "/en/man/men-account";

const information = {
  firstname: "Jim",
  lastname: "Whit",
  birthdate: "1979-02-28",
  country: "826",
  city: "Leeds",
  address: "4, The Calls",
  zipCode: "LS2 7JU",
  phone: "+44 113",
  locale: "zh-Hans",
};

Deno.test("a form without a script keeps everything, and what is not ticked is off", async () => {
  await using site = await testApp();
  const james = await site.addMan({ promoEmails: true });
  const his = await site.visitorAs(james);
  const saved = await his.post(`${base}/information`, { ...information, acceptsIntroductions: "on" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${base}/information`]);
  expect(await htmlOf(his.follow(saved))).toContain("The changes are successfully saved!");
  const { country: _, ...texts } = information;
  expect(await userById(site.store, james.id)).toMatchObject({
    ...texts,
    countryId: 826,
    promoEmails: false,
    letterEmails: false,
    acceptsIntroductions: true,
  });
  await his.post(`${base}/about`, {
    height: "184",
    profession: "bookbinder",
    interests: "clocks\r\n walks \r\n\r\n",
    about: "One.\r\nTwo.",
  });
  await his.post(`${base}/looking-for`, { lookingFor: ["marriage", "serious"], ageFrom: "35", idealPartner: "Kind." });
  const profile = { heightCm: 184, profession: "bookbinder", interests: ["clocks", "walks"], about: "One.\nTwo." };
  const wishes = { lookingFor: ["serious", "marriage"], ageFrom: 35, ageTo: null, idealPartner: "Kind." };
  expect(await manProfileOf(site.store, james.id)).toMatchObject({ ...profile, ...wishes });
  const page = await htmlOf(his.get(`${base}/about`));
  expect(page).toMatch(/<option value="bookbinder" selected/);
  expect(page).toContain("Your sign, by your date of birth: Pisces.");
  // Without any tick he looks for nothing; the rest of the profile stays.
  await his.post(`${base}/looking-for`, { ageFrom: "", idealPartner: "Kind." });
  expect(await manProfileOf(site.store, james.id)).toMatchObject({ ...profile, lookingFor: [], ageFrom: null });
});

Deno.test("a sixth name in a day is refused at its field, and the rest is saved once the former one stands there", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const his = await site.visitorAs(james);
  for (const firstname of ["Jimmy", "Jamie", "Jem", "Jay", "Jack"]) {
    await his.call("PATCH", "/api/users", { firstname });
  }
  const page = await htmlOf(his.get(`${base}/information`));
  const sent = { ...information, seen: seenIn(page) };
  const refused = await his.post(`${base}/information`, sent);
  expect(refused.status).toBe(429);
  const words = await htmlOf(refused);
  expect(words).toContain("You can change your first name five times in 24 hours. Please try again later.");
  expect(words).toMatch(/<input[^>]*name="firstname"[^>]*aria-invalid="true"/);
  expect(words).toContain("The name cannot change again yet. Put the former one back to save the rest.");
  expect((await his.post(`${base}/information`, { ...sent, firstname: "Jack" })).status).toBe(303);
  expect(await userById(site.store, james.id)).toMatchObject({ firstname: "Jack", city: "Leeds" });
  // The call says it alike.
  const called = await his.call("PATCH", "/api/users", { firstname: "Jim" });
  expect(await called.json()).toMatchObject({ code: "too_many_requests", fields: { firstname: expect.any(String) } });
});

Deno.test("a form that stayed open takes back nothing of another window, and what both changed is asked about", async () => {
  await using site = await testApp();
  const james = await site.addMan({ promoEmails: true });
  const his = await site.visitorAs(james);
  const [about, mails] = [seenIn(await htmlOf(his.get(`${base}/about`))), await htmlOf(his.get(`${base}/information`))];
  await changeOwn(site.store, james.id, { profile: { about: "I mend clocks." }, account: { promoEmails: false } });
  expect((await his.post(`${base}/about`, { seen: about, about: "", height: "184" })).status).toBe(303);
  expect(await manProfileOf(site.store, james.id)).toMatchObject({ about: "I mend clocks.", heightCm: 184 });
  const wishes = { promoEmails: "on", letterEmails: "on", acceptsIntroductions: "on" };
  const { firstname, lastname, birthdate, countryId, city, address, zipCode, phone, locale } = james;
  const same = { firstname, lastname, birthdate, country: String(countryId), city, address, zipCode, locale };
  await his.post(`${base}/information`, { ...same, ...wishes, seen: seenIn(mails), timeZone: "", phone: `${phone}1` });
  expect(await userById(site.store, james.id)).toMatchObject({ promoEmails: false, phone: `${phone}1` });

  const refused = await his.post(`${base}/about`, { seen: about, about: "I row.", height: "184" });
  const html = await refused.text();
  expect([refused.status, html.includes('id="about-error"'), html.includes("I row.</textarea>")])
    .toEqual([409, true, true]);
  await his.post(`${base}/about`, { seen: seenIn(html), about: "I row.", height: "184" });
  expect((await manProfileOf(site.store, james.id)).about).toBe("I row.");
});

Deno.test("what is wrong is said beside its field, what was written stays in the form, and nothing is kept", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const wrong = { ...information, city: "Leeds", birthdate: "2010-01-01", phone: "<b>call</b>" };
  const refused = await his.post(`${base}/information`, wrong);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toMatch(/id="phone-error"/);
  expect(html).toContain('aria-describedby="phone-error" aria-invalid="true" id="phone"');
  expect(html).toContain('value="Leeds"');
  expect(html).not.toContain("<b>call</b>");
  const minor = await (await his.post(`${base}/information`, { ...wrong, phone: "" })).text();
  expect(minor).toContain("You must be 18 or older.");
  const crossed = await his.post(`${base}/looking-for`, { ageFrom: "50", ageTo: "40" });
  expect([crossed.status, (await crossed.text()).includes('id="ageTo-error"')]).toEqual([422, true]);
  expect(await userById(site.store, james.id)).toEqual(james);
});

Deno.test("what is not a field of the page is not read", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  await his.post(`${base}/about`, {
    height: "184",
    firstname: "Eve",
    groupId: "3",
    email: "eve@evil.example",
    balance: "9",
  });
  expect(await userById(site.store, james.id)).toEqual(james);
});

Deno.test("the account is for men, and a form from elsewhere is turned away", async () => {
  await using site = await testApp();
  const [james, olena] = [await site.addMan(), await site.addLady()];
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  for (const path of ["information", "about", "looking-for", "security"]) {
    const guest = await site.visitor().get(`${base}/${path}`);
    expect(guest.headers.get("location")).toBe(`/en/auth/sign-in?next=${encodeURIComponent(`${base}/${path}`)}`);
    expect((await hers.get(`${base}/${path}`)).status).toBe(403);
    expect((await hers.post(`${base}/${path}`, { firstname: "Eve" })).status).toBe(403);
    const foreign = await his.post(`${base}/${path}`, { firstname: "Eve" }, {
      headers: { origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(403);
  }
  expect(await userById(site.store, james.id)).toEqual(james);
});

Deno.test("a lady reads what he tells of himself, and nothing that is the site's alone", async () => {
  await using site = await testApp();
  const james = await site.addMan({
    firstname: "James",
    lastname: "Secretname",
    birthdate: "1979-02-28",
    address: "4, The Calls",
    phone: "555-0100",
    credits: 137,
  });
  await changeOwn(site.store, james.id, {
    profile: { about: "I mend <clocks>.", profession: "actress", lookingFor: ["marriage"], ageFrom: 30, heightCm: 184 },
  });
  const olena = await site.addLady();
  const hers = await site.visitorAs(olena);
  const html = await htmlOf(hers.get(`/en/lady/man/${james.id}`));
  for (const told of ["James", "I mend &lt;clocks>.", "184 cm", "Actor", "Marriage", "from 30", "Pisces", "Utrecht"]) {
    expect(html).toContain(told);
  }
  expectLacks(html, "Secretname", "1979", "28 Feb", "The Calls", "555-0100", james.email, "137", "<clocks>");
  expect(await htmlOf(hers.get(`/zh-hans/lady/man/${james.id}`))).toContain("30\u00a0岁以上");
  expect(await htmlOf(hers.get(`/en/lady/mail/new-conversation/${james.id}`))).toContain(`/en/lady/man/${james.id}`);
  // Not found: a lady, and ids of nobody. Kept out: an unpublished lady, men, guests, and then a lady whom he has blocked.
  const mia = await site.visitorAs(await site.addLady({}, { isPublished: false }));
  const his = await site.visitorAs(james);
  const answers = [
    await hers.get(`/en/lady/man/${olena.id}`),
    await hers.get("/en/lady/man/999999"),
    await hers.get("/en/lady/man/x"),
    await mia.get(`/en/lady/man/${james.id}`),
    await his.get(`/en/lady/man/${james.id}`),
    await site.visitor().get(`/en/lady/man/${james.id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403, 303]);
  await setBlocked(site.store, james.id, olena.id, true);
  expect((await hers.get(`/en/lady/man/${james.id}`)).status).toBe(404);
});

Deno.test("what he likes is marked with its language where the page is in another, and so are the names of languages", async () => {
  await using site = await testApp();
  const wei = await site.addMan();
  await changeOwn(site.store, wei.id, { profile: { interests: ["旧书", "骑车环湖"] } });
  const hers = await site.visitorAs(await site.addLady());
  const likes = async (prefix: string) =>
    /<dd([^>]*)>旧书 · 骑车环湖</.exec(await htmlOf(hers.get(`${prefix}/lady/man/${wei.id}`)))?.[1];
  expect([await likes("/en"), await likes("/zh-hans")]).toEqual([' lang="zh-Hans"', ""]);
  const his = await site.visitorAs(wei);
  expect(await htmlOf(his.get("/en/man/men-account/information"))).toMatch(/<option[^>]* lang="uk"[^>]*>Українська</);
});

Deno.test("of a man who has written nothing she reads what is known, and begins a letter with a question", async () => {
  await using site = await testApp();
  const james = await site.addMan({ locale: "en", readsLanguages: ["en", "ro"], credits: 20 });
  const hers = await site.visitorAs(await site.addLady());
  const html = await htmlOf(hers.get(`/en/lady/man/${james.id}`));
  for (const told of ["has not written about himself yet", "Utrecht", "English and Romanian", "Write to him"]) {
    expect(html).toContain(told);
  }
  expect(html).toMatch(/Member since<\/dt><dd[^>]*>[A-Z][a-z]+ \d{4}</);
  const ask = `/en/lady/mail/new-conversation/${james.id}?ask=sunday`;
  expect(html).toContain(`href="${ask}"`);
  const question = "What is a good Sunday of yours like?</textarea>";
  expect(await htmlOf(hers.get(ask))).toContain(question);
  expect(await htmlOf(hers.get(ask.replace("sunday", "constructor")))).not.toContain("yours like?");

  const his = await site.visitorAs(james);
  await his.post("/en/man/men-account/about", { profession: "bookbinder" });
  const atWork = await htmlOf(hers.get(`/en/lady/man/${james.id}`));
  expect([atWork.includes("?ask=sunday"), atWork.includes("?ask=work")]).toEqual([true, false]);
  await his.post("/en/man/men-account/about", { about: "I mend clocks." });
  const written = await htmlOf(hers.get(`/en/lady/man/${james.id}`));
  expect(written).toContain("I mend clocks.");
  expect(written).not.toContain("?ask=");
});
