/** The search in process: every filter, clean addresses, what cannot be used, paging, and nothing that escapes. */
import { expect } from "expect";
import { testApp, type TestSite, testStart } from "../../testing.ts";
import { searchSchema } from "../../search_query.ts";
import { expectHolds, expectLacks, mainOf, namesIn } from "./testing_html.ts";
import { boundsOf, pageParameters, rangeNames, ranges } from "./filter_fields.ts";

const dayMs = 24 * 3600_000;

/** Two ladies who differ in everything. */
async function twoLadies(site: TestSite) {
  const olena = await site.addLady({ firstname: "Olena", birthdate: "1997-03-04", countryId: 804, city: "Lviv" }, {
    firstname: "Olena",
    birthdate: "1997-03-04",
    heightCm: 168,
    weightKg: 57,
    hairColor: "brown",
    eyeColor: "grey",
    maritalStatus: "never",
    education: "master",
    religion: "catholic",
    smoking: "no",
    drinking: "occasionally",
    englishRating: "fluent",
    profession: "teacher",
    childrenNumber: 0,
    lookingFor: ["marriage", "serious"],
    votes: 3,
    localized: { "zh-Hant": { ...noWords, firstname: "奧蓮娜", city: "利維夫" } },
  });
  site.advance(40 * dayMs);
  const daria = await site.addLady({ firstname: "Daria", birthdate: "1980-08-20", countryId: 112, city: "Minsk" }, {
    firstname: "Daria",
    birthdate: "1980-08-20",
    heightCm: 180,
    weightKg: 70,
    hairColor: "black",
    eyeColor: "green",
    maritalStatus: "divorced",
    education: "college",
    religion: "none",
    smoking: "sometimes",
    drinking: "never",
    englishRating: "beginner",
    profession: "cook",
    childrenNumber: 2,
    lookingFor: ["chatting"],
    votes: 9,
  });
  site.store.ladies.setOnline(daria.id, true);
  return { olena, daria };
}

const noWords = { quote: "", about: "", idealPartner: "", interests: [] };

async function search(site: TestSite, query: string, prefix = "/en"): Promise<string[]> {
  const page = await site.visitor().get(`${prefix}/search?${query}`);
  expect(`${query}: ${page.status}`).toBe(`${query}: 200`);
  return namesIn(await mainOf(page));
}

Deno.test("every filter of the specification finds who answers to it and nobody else", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const joined = new Date(testStart + 20 * dayMs).toISOString().slice(0, 10);
  const pairs: [olena: string, daria: string][] = [
    ["countryId=804", "countryId=112"],
    ["firstname=olEn", "firstname=Dari"],
    ["birthdateFrom=1990-01-01", "birthdateTo=1990-01-01"],
    ["ageTo=40", "ageFrom=40"],
    ["heightTo=170", "heightFrom=170"],
    ["weightTo=60", "weightFrom=60"],
    ["hairColor=brown", "hairColor=black"],
    ["eyeColor=grey", "eyeColor=green"],
    ["englishRating=fluent,advanced", "englishRating=beginner"],
    ["childrenNumberTo=0", "childrenNumberFrom=1"],
    ["maritalStatus=never", "maritalStatus=divorced"],
    ["lookingFor=marriage", "lookingFor=chatting,flirting"],
    ["profession=teacher", "profession=cook"],
    ["education=master", "education=college"],
    ["religion=catholic", "religion=none"],
    ["smoking=no", "smoking=sometimes"],
    ["drinking=occasionally", "drinking=never"],
    ["zodiacSign=pisces", "zodiacSign=leo"],
    ["hairColor=brown&online=0", "online=1"],
    ["smoking=no&online=false", `firstTimeActivatedAtFrom=${joined}`],
  ];
  for (const [forOlena, forDaria] of pairs) {
    expect([forOlena, ...await search(site, forOlena)]).toEqual([forOlena, "Olena"]);
    expect([forDaria, ...await search(site, forDaria)]).toEqual([forDaria, "Daria"]);
  }
  expect(await search(site, "hairColor=brown,black")).toEqual(["Daria", "Olena"]);
  expect(await search(site, "hairColor=brown&eyeColor=green")).toEqual([]);
});

Deno.test("the order is the newest first unless another is asked for", async () => {
  await using site = await testApp();
  await twoLadies(site);
  expect(await search(site, "")).toEqual(["Daria", "Olena"]);
  expect(await search(site, "sort=top")).toEqual(["Daria", "Olena"]);
  expect(await search(site, "sort=birthday")).toEqual(["Daria", "Olena"]);
  site.store.ladies.setOnline((await site.addLady({ firstname: "Ioana" }, { votes: 99 })).id, false);
  expect(await search(site, "sort=top")).toEqual(["Ioana", "Daria", "Olena"]);
  expect(await search(site, "sort=online")).toEqual(["Daria", "Ioana", "Olena"]);
});

Deno.test("a form sent without a script leads to an address without anything empty", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const sent = "ageFrom=25&ageTo=&countryId=804&countryId=112&firstname=+&online=1&lookingFor=marriage&profession=" +
    "&lookingFor=serious&birthdateFrom=&sort=new";
  const answer = await visitor.get(`/zh-hans/search?${sent}`);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(
    "/zh-hans/search?ageFrom=25&countryId=804,112&online=1&lookingFor=marriage,serious",
  );
  expect((await visitor.follow(answer)).status).toBe(200);
  expect((await visitor.get("/search?ageFrom=&sort=new")).headers.get("location")).toBe("/search");
});

Deno.test("an address that says nothing twice and nothing empty is answered where it is", async () => {
  await using site = await testApp();
  for (const query of ["", "?ageFrom=25", "?sort=top", "?lookingFor=marriage%2Cserious", "?utm_source=x&page=1"]) {
    expect([query, (await site.visitor().get(`/en/search${query}`)).status]).toEqual([query, 200]);
  }
});

Deno.test("a number leads to its lady, in the language of the request, whatever else was asked", async () => {
  await using site = await testApp();
  const { olena } = await twoLadies(site);
  const visitor = site.visitor();
  const byField = await visitor.get(`/zh-hans/search?firstname=%23${olena.id}`);
  expect(byField.headers.get("location")).toBe(`/zh-hans/search?id=${olena.id}`);
  const found = await visitor.follow(byField);
  expect([found.status, found.headers.get("location")]).toEqual([
    302,
    `/zh-hans/girl/Olena-29-Ukraine-Lviv-${olena.id}`,
  ]);
  expect((await visitor.get(`/search?id=${olena.id}&hairColor=black`)).status).toBe(302);
});

Deno.test("a number of nobody, or of somebody unpublished, is answered kindly with a way on", async () => {
  await using site = await testApp();
  const hidden = await site.addLady({}, { isPublished: false });
  for (const id of [hidden.id, 987654321]) {
    const page = await site.visitor().get(`/en/search?id=${id}`);
    const html = await mainOf(page);
    expect(page.status).toBe(200);
    expectHolds(html, `There is no lady with the number ${id}`);
    expectHolds(html, `href="/en/search"`);
    expectHolds(html, `value="${id}"`);
  }
});

Deno.test("what cannot be used is named with its field, the form is kept, and the status is 422", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const cases: [query: string, field: string, label: string][] = [
    ["hairColor=purple", "hairColor", "Hair"],
    ["hairColor=brown,purple", "hairColor", "Hair"],
    ["countryId=826", "countryId", "Country"],
    ["countryId=x", "countryId", "Country"],
    ["ageFrom=17", "ageFrom", "Age"],
    ["ageFrom=abc", "ageFrom", "Age"],
    ["ageFrom=40&ageTo=30", "ageFrom", "Age"],
    ["heightFrom=180&heightTo=99", "heightFrom", "Height"],
    ["weightFrom=60.5", "weightFrom", "Weight"],
    ["childrenNumberTo=21", "childrenNumberFrom", "Children"],
    ["birthdateFrom=1990-02-30", "birthdateFrom", "Born"],
    ["birthdateFrom=1990-02-02&birthdateTo=1980-01-01", "birthdateTo", "Born"],
    ["firstTimeActivatedAtFrom=yesterday", "firstTimeActivatedAtFrom", "With us since"],
    ["firstname=" + "x".repeat(41), "firstname", "Name"],
    ["firstname=%00", "firstname", "Name"],
    ["id=abc", "firstname", "Name or number"],
    ["online=perhaps", "online", "Online now"],
  ];
  for (const [query, field, label] of cases) {
    const page = await site.visitor().get(`/en/search?${query}&religion=none`);
    const html = await mainOf(page);
    expect([query, page.status]).toEqual([query, 422]);
    const notice = /role="alert">(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
    expect([query, notice]).toEqual([query, expect.stringContaining(`<li>${label}: `)]);
    expectHolds(html, `id="${field}-error"`);
    expectHolds(html, /<input[^>]*name="religion"[^>]*value="none"[^>]*checked/);
    expect(namesIn(html)).toEqual([]);
  }
  for (const query of ["page=-1", "page=0", "page=x", "sort=worst", "limit=101", "limit=0"]) {
    expect([query, (await site.visitor().get(`/en/search?${query}`)).status]).toEqual([query, 422]);
  }
});

Deno.test("several faults are named together", async () => {
  await using site = await testApp();
  const html = await mainOf(await site.visitor().get("/en/search?ageFrom=50&ageTo=20&heightFrom=3&hairColor=purple"));
  expectHolds(html, "<li>Age: The first value must not be larger than the second.</li>");
  expectHolds(html, "<li>Height: Please give a whole number from 100 to 250.</li>");
  expectHolds(html, "<li>Hair: This value is not possible here.</li>");
});

Deno.test("the page ignores what it does not know, and the call refuses it", async () => {
  await using site = await testApp();
  await twoLadies(site);
  expect(await search(site, "utm_source=letter&haircolor=black&hairColor=brown&__proto__=1")).toEqual(["Olena"]);
  expect((await site.visitor().get("/api/girls?haircolor=black")).status).toBe(422);
});

Deno.test("pages hold 24 ladies and end where the ladies end", async () => {
  await using site = await testApp();
  for (let n = 0; n < 50; n++) await site.addLady({ firstname: `Lady${n}`, id: 1000 + n });
  const visitor = site.visitor();
  const counts: number[] = [];
  const seen = new Set<string>();
  for (const page of [1, 2, 3]) {
    const names = await search(site, `page=${page}`);
    counts.push(names.length);
    names.forEach((name) => seen.add(name));
  }
  expect(counts).toEqual([24, 24, 2]);
  expect(seen.size).toBe(50);
  expect((await visitor.get("/en/search?page=4")).status).toBe(404);
  expect((await visitor.get("/en/search?page=1000000")).status).toBe(404);
  expect((await visitor.get("/en/search?countryId=112&page=2")).status).toBe(404);
  const html = await mainOf(await visitor.get("/en/search?countryId=804&page=2"));
  expectHolds(html, 'href="/en/search?countryId=804"');
  expect(html).toContain('href="/en/search?countryId=804&amp;page=3"');
  expectHolds(html, "<h1>50 ladies</h1>");
  expect(await search(site, "limit=30")).toHaveLength(30);
});

Deno.test("chosen filters are links that take themselves away, and countries say how many they would show", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const html = await mainOf(await site.visitor().get("/en/search?ageFrom=25&ageTo=35&hairColor=brown&sort=top"));
  expect(html).toContain('<a class="tag" href="/en/search?hairColor=brown&amp;sort=top">Age: 25 to 35');
  expect(html).toContain('<a class="tag" href="/en/search?ageFrom=25&amp;ageTo=35&amp;sort=top">Hair: Brown');
  const countOf = (name: string) => new RegExp(`<span>${name}</span><span class="count">(\\d+)<`).exec(html)?.[1];
  expect([countOf("Ukraine"), countOf("Belarus")]).toEqual(["1", "0"]);
  // One lady needs no order, but the next search keeps it.
  expectHolds(html, '<input type="hidden" name="sort" value="top" form="filters"');
  expectHolds(await mainOf(await site.visitor().get("/en/search?sort=top")), '<option value="top" selected>');
});

Deno.test("a country already chosen does not hide what the others would show", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const html = await mainOf(await site.visitor().get("/en/search?countryId=804"));
  expectHolds(html, '<span>Belarus</span><span class="count">1<');
  expectHolds(html, /<input[^>]*name="countryId"[^>]*value="804"[^>]*checked/);
});

Deno.test("nobody found is said kindly, with a way on", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const html = await mainOf(await site.visitor().get("/en/search?firstname=Nobody"));
  expectHolds(html, "<h1>Nobody found</h1>");
  expectHolds(html, "Nobody answers to all of that");
  expectHolds(html, "Clear all filters");
});

Deno.test("nothing in an address becomes markup", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
  for (const name of [...pageParameters, "utm_source", evil]) {
    const page = await site.visitor().get(`/en/search?${encodeURIComponent(name)}=${encodeURIComponent(evil)}`);
    expectLacks(await page.text(), "<script>alert", "<img src=x", /"\s*onerror/);
  }
});

Deno.test("three languages say the same", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const headings = { "/en": "2 ladies", "": "2 位女士", "/zh-hans": "2 位女士" };
  for (const [prefix, heading] of Object.entries(headings)) {
    const html = await mainOf(await site.visitor().get(`${prefix}/search?lookingFor=marriage,chatting`));
    expectHolds(html, `<h1>${heading}</h1>`);
    // A key of the catalogues that was forgotten stands as itself.
    expectLacks(html, />(search|attributes|profile|islands):/);
    expectLacks(html, "{{");
  }
  expect(await search(site, "firstname=奧蓮", "")).toEqual(["奧蓮娜"]);
});

Deno.test("only the plain search is worth finding by others", async () => {
  await using site = await testApp();
  const robots = async (path: string) => {
    const html = await (await site.visitor().get(path)).text();
    return /<meta name="robots" content="([^"]*)"/.exec(html)?.[1];
  };
  expect(await robots("/en/search")).toBeUndefined();
  expect(await robots("/en/search?ageFrom=25")).toBe("noindex, follow");
});

Deno.test("a lady is led to her letters, a man sees what a guest sees", async () => {
  await using site = await testApp();
  const { olena } = await twoLadies(site);
  const lady = await site.visitorAs(olena);
  for (const path of ["/en/search", "/en/girls/Online_Ladies", "/en/girls/Ukraine", `/en/girl/x-${olena.id}`]) {
    const answer = await lady.get(path);
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/en/lady/mail/inbox"]);
  }
  const man = await site.visitorAs(await site.addMan());
  const page = await man.get("/en/search");
  expect(namesIn(await mainOf(page))).toEqual(["Daria", "Olena"]);
  expect(page.headers.get("cache-control")).toBe("private, no-store");
});

Deno.test("what was kept is forgotten when a lady changes and when a minute has passed", async () => {
  await using site = await testApp();
  const { olena } = await twoLadies(site);
  expect(await search(site, "online=1")).toEqual(["Daria"]);
  site.store.ladies.setOnline(olena.id, true);
  expect(await search(site, "online=1")).toEqual(["Daria", "Olena"]);
  const isNew = async () => (await mainOf(await site.visitor().get("/en/search"))).includes('class="mark">New');
  expect(await isNew()).toBe(true);
  site.advance(31 * dayMs);
  expect(await isNew()).toBe(false);
});

Deno.test("the bounds that fields show are those of the schema", () => {
  const isFine = (query: Record<string, string>) => searchSchema.safeParse(query).success;
  for (const name of rangeNames) {
    const { min, max } = ranges[name];
    for (const bound of boundsOf(name)) {
      const fine = [min - 1, min, max, max + 1].map((value) => isFine({ [bound]: String(value) }));
      expect([bound, ...fine]).toEqual([bound, false, true, true, false]);
    }
  }
});
