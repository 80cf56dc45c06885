/** What the search cannot use or find: faulty fields are named, the form is kept, and nothing escapes into the HTML. */
import { expect } from "expect";
import { boundsOf, pageParameters, rangeNames, ranges } from "../../ladies/filter_fields.ts";
import { searchSchema } from "../../ladies/search_query.ts";
import { testApp } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf, namesIn } from "./testing/html.ts";
import { search, twoLadies } from "./testing/search.ts";

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
    ["birthdateFrom=1990-02-30", "birthdateFrom", "Year of birth"],
    ["birthdateFrom=1990-02-02&birthdateTo=1980", "birthdateFrom", "Year of birth"],
    ["firstTimeActivatedAtFrom=yesterday", "firstTimeActivatedAtFrom", "Member since"],
    ["firstname=" + "x".repeat(41), "firstname", "Name"],
    ["firstname=%00", "firstname", "Name"],
    ["id=abc", "firstname", "Name or number"],
    ["online=perhaps", "online", "Online now"],
  ];
  for (const [query, field, label] of cases) {
    const page = await site.visitor().get(`/en/search?${query}&religion=none`);
    const html = await mainOf(page);
    expect([query, page.status]).toEqual([query, 422]);
    const notice = /role="alert"[^>]*>(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
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
  expectHolds(html, "<li>Height: Please enter a whole number from 100 to 250.</li>");
  expectHolds(html, "<li>Hair: This value is not allowed here.</li>");
});

Deno.test("the page ignores what it does not know, and the call refuses it", async () => {
  await using site = await testApp();
  await twoLadies(site);
  expect(await search(site, "utm_source=letter&haircolor=black&hairColor=brown&__proto__=1")).toEqual(["Olena"]);
  expect((await site.visitor().get("/api/girls?haircolor=black")).status).toBe(422);
});

Deno.test("nobody found is said kindly, with a way on", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const html = await mainOf(await site.visitor().get("/en/search?firstname=Nobody"));
  expectHolds(html, "<h1>Nobody found</h1>");
  expectHolds(html, "Nobody matches all of these filters");
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
