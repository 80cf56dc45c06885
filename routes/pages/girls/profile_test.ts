/** A lady's page: one address, what guests and men see, what stays hidden, and others to write to. */
import { expect } from "expect";
import type { LadyPhoto, LadyRecord } from "../../../kv/ladies/record.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { languageList } from "../../../i18n/languages.ts";
import { similarLadies } from "./similar_ladies.ts";
import { expectHolds, expectLacks, mainOf, namesIn } from "./testing/html.ts";

const photo = (id: number): LadyPhoto => {
  const path = `/static/images/portraits/olena-${id}.webp`;
  return {
    id,
    key: `olena-${id}`,
    path,
    pathOfQuad: path,
    sizes: { full: path, medium: path, quad: path, avatar: path },
  };
};

const record: Partial<LadyRecord> = {
  birthdate: "1994-05-17",
  heightCm: 168,
  weightKg: 57,
  hairColor: "brown",
  eyeColor: "grey",
  maritalStatus: "divorced",
  education: "master",
  religion: "catholic",
  smoking: "no",
  drinking: "occasionally",
  englishRating: "fluent",
  profession: "bookbinder",
  childrenNumber: 0,
  lookingFor: ["serious", "marriage"],
  quote: "Slow mornings, long letters.",
  about: "I bind books.\nBy hand.\n\nAnd teach.",
  idealPartner: "Somebody who reads.",
  interests: ["Chess, badly"],
  photos: [1, 2, 3, 4, 5].map(photo),
};

const addOlena = (site: TestSite, facts: Partial<LadyRecord> = {}) =>
  site.addLady({
    firstname: "Olena",
    city: "Lviv",
    countryId: 804,
    birthdate: "1994-05-17",
    readsLanguages: ["ru", "en"],
  }, { ...record, ...facts });

Deno.test("old and wrong addresses lead to the right one, with language and query kept", async () => {
  await using site = await testApp();
  const { id } = await addOlena(site);
  const right = `/girl/Olena-31-Ukraine-Lviv-${id}`;
  for (const prefix of ["", "/en", "/zh-hans"]) {
    expect((await site.visitor().get(prefix + right)).status).toBe(200);
    for (const wrong of [`Olena-28-Ukraine-Lviv-${id}`, `x-${id}`, `Olena-31-Ukraine-Lviv-0${id}`, `%22%3E-${id}`]) {
      const answer = await site.visitor().get(`${prefix}/girl/${wrong}?from=letter`);
      expect([wrong, answer.status, answer.headers.get("location")]).toEqual([
        wrong,
        301,
        `${prefix}${right}?from=letter`,
      ]);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
    }
  }
});

Deno.test("who does not exist, is not published, or is no lady is not found", async () => {
  await using site = await testApp();
  const { id } = await addOlena(site);
  const hidden = await site.addLady({}, { isPublished: false });
  const man = await site.addMan();
  const wrong = [`x-${hidden.id}`, `x-${man.id}`, "x-987654321", "Olena", `${id}`, "", `Olena/31-Ukraine-Lviv-${id}`];
  for (const slug of [...wrong, `a/b/c-${id}`, "x-99999999999999999999", `x-${id}x`, "%E0%A4%A"]) {
    expect([slug, (await site.visitor().get(`/en/girl/${slug}`)).status]).toEqual([slug, 404]);
  }
  await takeDown(site.store, id);
  expect((await site.visitor().get(`/en/girl/Olena-31-Ukraine-Lviv-${id}`)).status).toBe(404);
  expect((await (await site.visitorAs(man)).post(`/en/girl/Olena-31-Ukraine-Lviv-${id}`)).status).toBe(404);
});

Deno.test("a guest reads whatever can be searched for, sees one picture, and is told what needs signing in", async () => {
  await using site = await testApp();
  const { id } = await addOlena(site);
  const path = `/en/girl/Olena-31-Ukraine-Lviv-${id}`;
  const html = await mainOf(await site.visitor().get(path));
  expectHolds(html, 'Olena, <span class="age">31</span>', "Lviv, Ukraine", `No. ${id}`, "Slow mornings, long letters.");
  expectHolds(html, "168 cm", "57 kg", "Brown", "Grey", "Fluent", "Taurus", "A serious relationship, marriage");
  expectHolds(html, "<p>I bind books.\nBy hand.</p><p>And teach.</p>", "Somebody who reads.", "Chess, badly");
  expectHolds(html, "You need to log in to see more information", "4 more for members", "1 of 5");
  expectHolds(html, "Divorced", "Bookbinder", "Catholic", "Master", "Does not smoke");
  expectHolds(html, "She reads Russian and English.", "included in the price of a letter, 10 credits");
  expectHolds(html, "olena-1.webp", "Her birthday", "4 more pictures", "Writing to her");
  expectLacks(html, "olena-2.webp", "olena-5.webp");
  expectLacks(html, "1994", "05-17", "17\u00a0May", "Secret", "example.test");
});

Deno.test("a man sees everything that she tells, her birthday without the year, and his letters with her", async () => {
  await using site = await testApp();
  const olena = await addOlena(site);
  const james = await site.addMan({ credits: 50 });
  const man = await site.visitorAs(james);
  const path = `/en/girl/Olena-31-Ukraine-Lviv-${olena.id}`;
  const before = await mainOf(await man.get(path));
  expectHolds(
    before,
    "Divorced",
    "Bookbinder",
    "Catholic",
    "Does not smoke",
    "olena-5.webp",
    "<dd>17\u00a0May</dd>",
    "<dd>None</dd>",
  );
  expectHolds(before, `href="/en/man/mail/new-conversation/${olena.id}"`);
  expectLacks(before, "1994", "You need to log in", "for members", "Your letters", "Secret", "example.test");
  const sent = await sendLetter(site.store, {
    authorId: james.id,
    recipientId: olena.id,
    body: "Hello",
    sendKey: "letter-1",
  });
  if (!sent.ok) throw new Error(sent.reason);
  const after = await mainOf(await man.get(path));
  expectHolds(after, `href="/en/man/mail/inbox/conversation/${olena.id}/${sent.letter.id}"`, "Your letters with Olena");
});

Deno.test("every action carries its price; a guest's letter leads through signing in", async () => {
  await using site = await testApp();
  const { id } = await addOlena(site);
  const html = await mainOf(await site.visitor().get(`/zh-hans/girl/Olena-31-Ukraine-Lviv-${id}`));
  const next = encodeURIComponent(`/zh-hans/man/mail/new-conversation/${id}`);
  expectHolds(
    html,
    `href="/zh-hans/auth/sign-in?next=${next}"`,
    "10\u00a0点",
    "每分钟\u00a01\u00a0点",
    "每分钟\u00a05\u00a0点",
  );
});

Deno.test("staff may look, and neither write nor keep", async () => {
  await using site = await testApp();
  const { id } = await addOlena(site);
  const staff = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  const html = await mainOf(await staff.get(`/en/girl/Olena-31-Ukraine-Lviv-${id}`));
  expectHolds(html, "Divorced");
  expectLacks(html, "btn--seal", "17\u00a0May", "Add to favourites");
});

Deno.test("a form from elsewhere changes nothing, and a guest's leads to signing in", async () => {
  await using site = await testApp();
  const { id } = await addOlena(site);
  const path = `/girl/Olena-31-Ukraine-Lviv-${id}`;
  const guest = await site.visitor().post(`/en${path}`, { action: "watch", videoId: "1" });
  expect([guest.status, guest.headers.get("location")]).toEqual([
    303,
    `/en/auth/sign-in?next=${encodeURIComponent(`/en${path}`)}`,
  ]);
  expect((await site.visitor().post(path, {}, { headers: { origin: "https://elsewhere.test" } })).status).toBe(403);
});

Deno.test("her own words never become markup, here or in the head", async () => {
  await using site = await testApp();
  const evil = `<script>alert(1)</script>"><img src=x onerror=alert(1)>`;
  const words = { quote: evil, about: evil, idealPartner: evil, interests: [evil], city: evil, firstname: evil };
  const { id } = await addOlena(site, words);
  const visitor = site.visitor();
  const page = await visitor.follow(await visitor.get(`/en/girl/x-${id}`));
  expect(page.status).toBe(200);
  expectLacks(await page.text(), "<script>alert", "<img src=x");
});

Deno.test("each piece of her words that is not in the page's language says in which it is", async () => {
  await using site = await testApp();
  const words = {
    firstname: "Зоряна",
    city: "Полтава",
    quote: "Тихі ранки, довгі листи.",
    about: "Це моя історія.",
    idealPartner: "Somebody who reads.",
    interests: ["Їжаки", "Chess"],
    photos: [1, 2].map(photo).map((each) => ({ ...each, caption: "Мій дім" })),
  };
  const { id } = await addOlena(site, words);
  const path = `/girl/Zoriana-31-Ukraine-Poltava-${id}`;
  const english = await mainOf(await site.visitor().get(`/en${path}`));
  expectHolds(
    english,
    "Zoriana",
    "Poltava, Ukraine",
    '<blockquote lang="uk">',
    /<div class="prose" lang="uk">\s*<p>Це/,
  );
  expectHolds(english, /<div class="prose"\s*>\s*<p>Somebody/, /<li\s+lang="uk"\s*>/, 'data-caption-lang="uk"');
  expectLacks(english, "Зоряна", "Полтава", 'lang="en"');
  const ukrainian = await mainOf(await site.visitor().get(`/uk${path}`));
  expectHolds(ukrainian, "Зоряна", "Полтава", "<blockquote>", /<div class="prose" lang="en">\s*<p>Somebody/);
  expectLacks(ukrainian, 'lang="uk"');
  const chinese = await mainOf(await site.visitor().get(`/zh-hans${path}`));
  expectHolds(chinese, "Zoriana", "波尔塔瓦");
  // Older addresses that were passed around still lead to her.
  const old = await site.visitor().get(`/en/girl/x-31-Ukraine-x-${id}`);
  expect([old.status, old.headers.get("location")]).toEqual([301, `/en${path}`]);
});

Deno.test("shared links carry her name, her quote and her picture", async () => {
  await using site = await testApp();
  const { id } = await addOlena(site);
  const html = await (await site.visitor().get(`/en/girl/Olena-31-Ukraine-Lviv-${id}`)).text();
  expectHolds(html, "<title>Olena, 31, Lviv — Vesna</title>", '<meta property="og:type" content="profile">');
  expectHolds(html, /name="description" content="“Slow mornings, long letters\.” Olena, 31, Lviv, Ukraine\."/);
  expectHolds(html, `property="og:image" content="http://localhost:8000/og/girl/${id}.jpg"`);
  expectHolds(html, `rel="canonical" href="http://localhost:8000/en/girl/Olena-31-Ukraine-Lviv-${id}"`);
});

Deno.test("a lady who has told nothing yet has a page all the same, in three languages", async () => {
  await using site = await testApp();
  const { id } = await site.addLady({ city: "" });
  for (const prefix of ["", "/en", "/zh-hans"]) {
    const visitor = await site.visitorAs(await site.addMan());
    const page = await visitor.follow(await visitor.get(`${prefix}/girl/x-${id}`));
    const html = await mainOf(page);
    expect(page.status).toBe(200);
    expectHolds(html, "no-avatar.webp");
    expectLacks(html, />(profile|attributes|search|common):/, "{{", "<blockquote", "null", "undefined");
  }
});

Deno.test("similar ladies are of her country and near her age first, and never herself", async () => {
  await using site = await testApp();
  const born = (year: number) => ({ birthdate: `${year}-01-01` });
  const olena = await site.addLady({ firstname: "Olena", countryId: 804, ...born(1994) });
  const near = await site.addLady({ firstname: "Near", countryId: 804, ...born(1995) });
  const older = await site.addLady({ firstname: "Older", countryId: 804, ...born(1975) });
  const abroad = await site.addLady({ firstname: "Abroad", countryId: 112, ...born(1994) });
  const far = await site.addLady({ firstname: "Far", countryId: 112, ...born(1970) });
  await site.addLady({ firstname: "Hidden" }, { isPublished: false });
  const target = { id: olena.id, birthdate: "1994-01-01", countryId: 804 };
  expect(similarLadies(site.store, target)).toEqual([near.id, older.id, abroad.id, far.id]);
  for (let n = 0; n < 20; n++) await site.addLady({ firstname: `Lady${n}`, countryId: 804, ...born(1994) });
  expect(similarLadies(site.store, target)).toHaveLength(6);
  expect(similarLadies(site.store, target)).not.toContain(olena.id);
  const visitor = site.visitor();
  const page = await visitor.follow(await visitor.get(`/en/girl/x-${olena.id}`));
  expect(namesIn(await mainOf(page))).toHaveLength(6);
});

Deno.test("languages are listed as each reader lists them", () => {
  expect(languageList("en", ["ru", "en"])).toBe("Russian and English");
  expect(languageList("zh-Hant", ["ru", "en"])).toBe("俄文和英文");
  expect(languageList("zh-Hans", ["ru"])).toBe("俄语");
  expect(languageList("en", ["<script>", ""])).toBe("");
});
