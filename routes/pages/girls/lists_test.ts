/** The lists: who is in them and in which order, one spelling of each address, and where they end. */
import { expect } from "expect";
import { dayMs } from "../../../kv/store/days.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf, namesIn } from "./testing/html.ts";

const allPath = "/girls/Belarus-Romania-Russia-Ukraine";

async function names(site: TestSite, path: string): Promise<string[]> {
  const page = await site.visitor().get(path);
  expect([path, page.status]).toEqual([path, 200]);
  return namesIn(await mainOf(page));
}

async function leadsTo(visitor: Visitor, path: string): Promise<string | null> {
  const answer = await visitor.get(path);
  await answer.body?.cancel();
  expect([path, answer.status]).toEqual([path, 302]);
  return answer.headers.get("location");
}

Deno.test("all ladies are those between 18 and 60 of all four countries", async () => {
  await using site = await testApp();
  await site.addLady({ firstname: "Olena", countryId: 804 });
  await site.addLady({ firstname: "Daria", countryId: 112 });
  await site.addLady({ firstname: "Vera", countryId: 643, birthdate: "1950-01-01" }, { birthdate: "1950-01-01" });
  await site.addLady({ firstname: "Hidden" }, { isPublished: false });
  expect((await names(site, `/en${allPath}`)).sort()).toEqual(["Daria", "Olena"]);
  expect(await names(site, "/en/girls/Belarus")).toEqual(["Daria"]);
  expect((await names(site, "/en/girls/Belarus-Ukraine")).sort()).toEqual(["Daria", "Olena"]);
  const html = await mainOf(await site.visitor().get("/en/girls/Belarus"));
  expectHolds(html, "<h1>Ladies from Belarus</h1>", 'href="/en/girls/Ukraine"', `href="/en${allPath}"`);
  expectHolds(html, /href="\/en\/girls\/Belarus" aria-current="page"/);
});

Deno.test("every other spelling of the countries leads to the one address, in the same language", async () => {
  await using site = await testApp();
  const spellings: Record<string, string> = {
    "/girls/Ukraine-Belarus": "/girls/Belarus-Ukraine",
    "/girls/ukraine": "/girls/Ukraine",
    "/girls/Ukraine-Ukraine": "/girls/Ukraine",
    "/girls/Belarus%2DRomania-Russia%2CUkraine": allPath,
    "/girls/Ukraine,Russia+Romania%20Belarus": allPath,
    "/girls/%55kraine?page=2&sort=top": "/girls/Ukraine?page=2&sort=top",
  };
  for (const prefix of ["", "/en", "/zh-hans"]) {
    for (const [spelling, path] of Object.entries(spellings)) {
      const answer = await site.visitor().get(prefix + spelling);
      expect([spelling, answer.status, answer.headers.get("location")]).toEqual([spelling, 301, prefix + path]);
    }
  }
});

Deno.test("what is no list is not found", async () => {
  await using site = await testApp();
  const wrong = [
    "Germany",
    "Belarus-Germany",
    "top_50",
    "Top50",
    "Top-50",
    "Top_50x",
    "online_ladies",
    "%E0%A4%A",
    "-",
  ];
  for (const path of [...wrong, "Belarus/Ukraine", "%3Cscript%3E"]) {
    const page = await site.visitor().get(`/en/girls/${path}`);
    expect([path, page.status]).toEqual([path, 404]);
    expectLacks(await page.text(), "<script>alert");
  }
});

Deno.test("a list with nobody in it says nothing of who is there", async () => {
  await using site = await testApp();
  const html = await mainOf(await site.visitor().get("/en/girls/Online_Ladies"));
  expectHolds(html, "Nobody is online at this moment");
  expectLacks(html, "They are at their desks right now");
});

Deno.test("online are those who are online, and new those of the last thirty days, newest first", async () => {
  await using site = await testApp();
  const olena = await site.addLady({ firstname: "Olena" });
  site.advance(20 * dayMs);
  await site.addLady({ firstname: "Daria" });
  site.advance(dayMs);
  await site.addLady({ firstname: "Ioana" });
  site.store.ladies.setOnline(olena.id, true);
  expect(await names(site, "/en/girls/Online_Ladies")).toEqual(["Olena"]);
  expect(await names(site, "/en/girls/New_Ladies")).toEqual(["Ioana", "Daria", "Olena"]);
  site.advance(10 * dayMs);
  expect(await names(site, "/en/girls/New_Ladies")).toEqual(["Ioana", "Daria"]);
});

Deno.test("the Top 50 are fifty at most, by votes, on one page", async () => {
  await using site = await testApp();
  for (let n = 0; n < 53; n++) await site.addLady({ firstname: `Lady${n}`, id: 1000 + n }, { votes: (n * 7) % 53 });
  const top = await names(site, "/en/girls/Top_50");
  expect(top).toHaveLength(50);
  const votes = top.map((name) => (Number(name.slice(4)) * 7) % 53);
  expect(votes).toEqual(Array.from({ length: 50 }, (_, rank) => 52 - rank));
  expectHolds(await mainOf(await site.visitor().get("/en/girls/Top_50")), "50 ladies");
  expect(await leadsTo(site.visitor(), "/en/girls/Top_50?page=2")).toBe("/en/girls/Top_50");
});

Deno.test("lists have pages and orders, each with an address of its own", async () => {
  await using site = await testApp();
  for (let n = 0; n < 25; n++) await site.addLady({ firstname: `Lady${n}`, id: 1000 + n }, { votes: n });
  const visitor = site.visitor();
  expect(await names(site, `/en${allPath}`)).toHaveLength(24);
  expect(await names(site, `/en${allPath}?page=2&sort=top`)).toEqual(["Lady0"]);
  const first = await mainOf(await visitor.get(`/en${allPath}?sort=top`));
  expectHolds(first, `href="/en${allPath}?sort=top&amp;page=2"`, `href="/en${allPath}"`);
  const second = await (await visitor.get(`/en${allPath}?page=2`)).text();
  expectHolds(second, `<link rel="canonical" href="http://localhost:8000/en${allPath}?page=2">`);
  for (const query of ["page=0", "page=-1", "sort=worst"]) {
    expect([query, (await visitor.get(`/en${allPath}?${query}`)).status]).toEqual([query, 422]);
  }
  expect((await visitor.get("/en/girls/Online_Ladies?sort=online")).status).toBe(422);
  expect((await visitor.get("/en/girls/New_Ladies?sort=anything&utm=1")).status).toBe(200);
});

Deno.test("a list that has become shorter leads from a page that is gone to its last one", async () => {
  await using site = await testApp();
  const ladies = [];
  for (let n = 0; n < 25; n++) ladies.push(await site.addLady({ firstname: `Lady${n}`, id: 1000 + n }, { votes: n }));
  for (const { id } of ladies) site.store.ladies.setOnline(id, true);
  const visitor = site.visitor();
  expect(await names(site, "/en/girls/Online_Ladies?page=2")).toEqual(["Lady24"]);
  expect(await leadsTo(visitor, `/en${allPath}?page=3&sort=top`)).toBe(`/en${allPath}?sort=top&page=2`);
  expect(await leadsTo(visitor, "/en/search?sort=top&page=1000000")).toBe("/en/search?sort=top&page=2");
  site.store.ladies.setOnline(1024, false);
  const wei = await site.visitorAs(await site.addMan());
  expect(await leadsTo(wei, "/en/girls/Online_Ladies?page=2")).toBe("/en/girls/Online_Ladies");
  expect(await leadsTo(wei, "/en/search?online=1&page=2")).toBe("/en/search?online=1");
});

Deno.test("an empty list says so and shows a way on, in three languages", async () => {
  await using site = await testApp();
  for (const prefix of ["", "/en", "/zh-hans"]) {
    for (const path of [allPath, "/girls/Romania", "/girls/Online_Ladies", "/girls/New_Ladies", "/girls/Top_50"]) {
      const page = await site.visitor().get(prefix + path);
      const html = await mainOf(page);
      expect([path, page.status]).toEqual([path, 200]);
      expectHolds(html, 'class="empty"', 'class="btn btn--quiet"');
      expectLacks(html, />(search|attributes|common):/, "{{");
    }
  }
});

Deno.test("the addresses that menus name for favourites and birthdays are left to their own pages", async () => {
  await using site = await testApp();
  const pages = await Promise.all(
    ["Favorites", "Upcoming_Birthdays"].map((path) => site.visitor().get(`/girls/${path}`)),
  );
  for (const page of pages) expectLacks(await mainOf(page), 'class="wrap list"');
});
