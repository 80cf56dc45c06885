/** A search that finds nobody says which filter to leave out, and shows ladies who match all but one. */
import { expect } from "expect";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { testApp, type Visitor } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf } from "./testing/html.ts";
import { twoLadies } from "./testing/search.ts";

const pageOf = async (visitor: Visitor, query: string, prefix = "/en") =>
  await mainOf(await visitor.get(`${prefix}/search?${query}`));

/** The ladies near the wishes, each with what differs. */
const nearIn = (html: string): [name: string, note: string][] =>
  html.split('<li class="card"').slice(1).map((card) => [
    /<h4 class="name"><a [^>]*>([^<]*)</.exec(card)![1]!,
    /<p class="note">([^<]*)</.exec(card)![1]!,
  ]);

/** The links that leave a filter out: where each leads, and what it says. */
const dropsIn = (html: string): [query: string, words: string][] =>
  [...html.matchAll(/<a class="tag" href="\/en\/search\??([^"]*)">(Without[^<]*)</g)].map(([, query, words]) => [
    query!.replaceAll("&amp;", "&"),
    words!,
  ]);

Deno.test("each filter that keeps somebody out is named with how many, and whom it would show stands below", async () => {
  await using site = await testApp();
  await twoLadies(site);
  await site.addLady({ firstname: "Ioana", countryId: 642 }, { heightCm: 171, hairColor: "brown", countryId: 642 });
  const html = await pageOf(site.visitor(), "countryId=804&heightFrom=170&hairColor=brown,golden");
  expectHolds(html, "Nobody matches all of these filters", "Leave one of them out:", "Near your wishes");
  expect(dropsIn(html)).toEqual([
    ["countryId=804&hairColor=brown,golden", "Without “Height: from 170 cm”: 1"],
    ["heightFrom=170&hairColor=brown,golden", "Without “Country: Ukraine”: 1"],
  ]);
  expect(nearIn(html)).toEqual([["Olena", "Height: 168 cm"], ["Ioana", "Country: Romania"]]);
});

Deno.test("whatever differs is put into words, also what she did not say", async () => {
  await using site = await testApp();
  const { daria } = await twoLadies(site);
  const pairs: [wish: string, note: string][] = [
    ["firstname=Olena", "Name: Daria"],
    ["ageTo=30", "Age: 45"],
    ["weightTo=60", "Weight: 70 kg"],
    ["childrenNumberTo=0", "Children: 2"],
    ["lookingFor=marriage", "Hoping for: Conversation"],
    ["zodiacSign=pisces", "Zodiac sign: Leo"],
    ["birthdateFrom=1990", "Year of birth: 1980"],
    ["firstTimeActivatedAtFrom=2027-01-01", "Member since: 23\u00a0April 2026"],
  ];
  for (const [wish, note] of pairs) {
    expect(nearIn(await pageOf(site.visitor(), `${wish}&eyeColor=green`))).toContainEqual(["Daria", note]);
  }
  site.store.ladies.setOnline(daria.id, false);
  const offline = await pageOf(site.visitor(), "online=1&profession=cook");
  expect(nearIn(offline)).toEqual([["Daria", "Not online now"]]);
  await site.addLady({ firstname: "Ioana" }, { eyeColor: "hazel" });
  expect(nearIn(await pageOf(site.visitor(), "smoking=no&eyeColor=hazel"))).toContainEqual([
    "Ioana",
    "Smoking: Not stated",
  ]);
});

Deno.test("where no single filter is at fault, and where there is but one, nobody is called near", async () => {
  await using site = await testApp();
  await twoLadies(site);
  const three = await pageOf(site.visitor(), "countryId=642&hairColor=golden&religion=jewish");
  expectHolds(three, "Remove a filter, or look at everybody who is here.", "Clear all filters");
  expectLacks(three, "Near your wishes", "Without “");
  const one = await pageOf(site.visitor(), "countryId=642");
  expect(dropsIn(one)).toEqual([["", "Without “Country: Romania”: 2"]]);
  expectLacks(one, "Near your wishes");
});

Deno.test("who is hidden from a man is neither counted nor shown near", async () => {
  await using site = await testApp();
  const { olena, daria } = await twoLadies(site);
  const james = await site.addMan();
  await setBlocked(site.store, daria.id, james.id, true);
  const html = await pageOf(await site.visitorAs(james), "heightFrom=175&hairColor=brown");
  expect(dropsIn(html)).toEqual([["hairColor=brown", "Without “Height: from 175 cm”: 1"]]);
  expect(nearIn(html)).toEqual([["Olena", "Height: 168 cm"]]);
  await setBlocked(site.store, olena.id, james.id, true);
  expectLacks(await pageOf(await site.visitorAs(james), "heightFrom=175&hairColor=brown"), "Near your wishes");
});
