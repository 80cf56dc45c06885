/** The page of the search: every filter, clean addresses, paging, and what is kept. */
import { expect } from "expect";
import { dayMs } from "../../../kv/store/days.ts";
import { testApp, testStart } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf, namesIn } from "./testing/html.ts";
import { search, twoLadies } from "./testing/search.ts";

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

Deno.test("a wish that no form offers any more is found by its address, and stands where it was chosen", async () => {
  await using site = await testApp();
  const olena = await site.addLady({ firstname: "Olena" }, { lookingFor: ["sugar_baby"] });
  const visitor = site.visitor();
  expectLacks(await mainOf(await visitor.get("/en/search")), "Sugar baby");
  const found = await mainOf(await visitor.get("/en/search?lookingFor=sugar_baby"));
  expectHolds(found, 'value="sugar_baby"');
  expect(namesIn(found)).toEqual(["Olena"]);
  const [hers, anothers] = [await site.visitorAs(olena), await site.visitorAs(await site.addLady())];
  expectHolds(await mainOf(await hers.get("/en/lady/profile")), 'value="sugar_baby"');
  expectLacks(await mainOf(await anothers.get("/en/lady/profile")), 'value="sugar_baby"');
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
  for (const [beyond, last] of [["page=4", "?page=3"], ["countryId=112&page=2", "?countryId=112"]] as const) {
    const answer = await visitor.get(`/en/search?${beyond}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `/en/search${last}`]);
  }
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
  // With one lady there is no order to choose, but the next search keeps the one that was chosen.
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

Deno.test("three languages say the same", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const headings = { "/en": "2 ladies", "": "2\u00a0位女士", "/zh-hans": "2\u00a0位女士" };
  for (const [prefix, heading] of Object.entries(headings)) {
    const html = await mainOf(await site.visitor().get(`${prefix}/search?lookingFor=marriage,chatting`));
    expectHolds(html, `<h1>${heading}</h1>`);
    // A key that the catalogues lack would be shown as itself.
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
  const isNew = async (sort: string) =>
    (await mainOf(await site.visitor().get(`/en/search?sort=${sort}`))).includes('class="mark">New');
  expect(await isNew("top")).toBe(true);
  // In a list that begins with the newest, the order says it already.
  expect(await isNew("new")).toBe(false);
  site.advance(31 * dayMs);
  expect(await isNew("top")).toBe(false);
});
