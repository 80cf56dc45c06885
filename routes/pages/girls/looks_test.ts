/** A lady's own line and her mark on every card, and lists that show faces or words. */
import { expect } from "expect";
import { putChecks } from "../../../kv/testing/verifications.ts";
import { keepFavourite } from "../../../kv/ladies/favourites.ts";
import { dayMs } from "../../../kv/store/days.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";
import { withGuestCache } from "../../cache/guest_cache.ts";
import { expectHolds, expectLacks, mainOf } from "./testing/html.ts";

const herLine = "Тихі ранки, довгі листи.";
const inChinese = {
  firstname: "奧蓮娜",
  city: "利維夫",
  quote: "慢慢的早晨。",
  about: "",
  idealPartner: "",
  interests: [],
};

/** Olena, who wrote her line in Ukrainian, and Daria, who wrote none. */
async function ladies(site: TestSite) {
  const olena = await site.addLady({ firstname: "Olena", birthdate: "1997-03-16", countryId: 804, city: "Lviv" }, {
    firstname: "Olena",
    birthdate: "1997-03-16",
    quote: herLine,
    localized: { "zh-Hant": inChinese },
  });
  const daria = await site.addLady({ firstname: "Daria", birthdate: "1991-03-17" }, { firstname: "Daria", quote: "" });
  for (const { id } of [olena, daria]) site.store.ladies.setOnline(id, true);
  return { olena, daria };
}

const lists = ["/search", "/girls/Ukraine", "/girls/Online_Ladies", "/girls/New_Ladies", "/girls/Top_50"];

Deno.test("her own line stands on her card in every list, in her language or in the reader's", async () => {
  await using site = await testApp();
  await ladies(site);
  for (const path of ["/", ...lists, "/girls/Vote_of_the_Day"]) {
    const english = await mainOf(await site.visitor().get(`/en${path === "/" ? "" : path}`));
    expectHolds(english, `<p class="says" lang="uk">${herLine}</p>`);
    // Daria has no line, and her card has no empty one.
    expectLacks(english, /<p class="says"[^>]*><\/p>/);
  }
  const chinese = await mainOf(await site.visitor().get("/search"));
  expectHolds(chinese, /<p class="says" ?>慢慢的早晨。<\/p>/);
  expectLacks(chinese, herLine);
  expectHolds(await mainOf(await site.visitor().get("/uk/search")), new RegExp(`<p class="says" ?>${herLine}</p>`));
});

Deno.test("a card carries the mark as long as she is verified", async () => {
  await using site = await testApp();
  const { olena } = await ladies(site);
  const marks = async (path: string) =>
    (await mainOf(await site.visitor().get(path))).split('aria-label="Verified"').length - 1;
  expect(await marks("/en/search")).toBe(0);
  await putChecks(site.store, olena.id);
  site.advance(60_000);
  for (const path of ["/en/search", "/en/girls/Top_50", "/en/girls/Vote_of_the_Day"]) {
    expect([path, await marks(path)]).toEqual([path, 1]);
  }
  site.advance(181 * dayMs);
  expect(await marks("/en/search")).toBe(0);
});

Deno.test("whoever chose words reads words in every list, until faces are chosen, without a script", async () => {
  await using site = await testApp();
  await ladies(site);
  const visitor = site.visitor();
  const page = await mainOf(await visitor.get("/en/search?ageFrom=20"));
  expectHolds(
    page,
    'action="/en/list-look"',
    'name="next" value="/en/search?ageFrom=20"',
    'value="faces" aria-pressed="true"',
  );
  const chosen = await visitor.post("/en/list-look", { look: "words", next: "/en/search?ageFrom=20" });
  expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/en/search?ageFrom=20"]);
  for (const path of lists) {
    const words = await mainOf(await visitor.get(`/en${path}`));
    expectHolds(words, '<ul class="lines">', 'value="words" aria-pressed="true"', "Olena, 28, Lviv");
    const led = (line: string) => new RegExp(`class="says"><a class="whole" href="/en/girl/[^"]*">${line}</a>`);
    // A lady without a line is shown by her name.
    expectHolds(words, led(herLine), led("Daria"), /<h[23] lang="uk" class="says">/);
    expectLacks(words, 'class="cards"');
  }
  await visitor.post("/en/list-look", { look: "faces" });
  expectHolds(await mainOf(await visitor.get("/en/search")), 'class="cards"');
});

Deno.test("a man's favourites and the coming birthdays are shown as he chose", async () => {
  await using site = await testApp();
  const { olena } = await ladies(site);
  const james = await site.addMan({ firstname: "James" });
  await keepFavourite(site.store, james.id, olena.id);
  const visitor = await site.visitorAs(james);
  await visitor.post("/en/list-look", { look: "words" });
  for (const name of ["Favorites", "Upcoming_Birthdays"]) {
    expectHolds(await mainOf(await visitor.get(`/en/girls/${name}`)), '<ul class="lines">', herLine);
  }
  expectHolds(await mainOf(await visitor.get("/en/girls/Upcoming_Birthdays")), '<p class="note">');
});

Deno.test("a list without anybody offers no choice of looks", async () => {
  await using site = await testApp();
  expectLacks(await mainOf(await site.visitor().get("/en/search")), "list-look");
});

Deno.test("nothing but the two looks is taken, and nobody is led away by it", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  for (const look of ["", "voices"]) expect((await visitor.post("/en/list-look", { look })).status).toBe(422);
  const led = await visitor.post("/en/list-look", { look: "words", next: "https://elsewhere.test/" });
  expect(led.headers.get("location")).toBe("/en");
});

Deno.test("no guest gets a page that was kept for another look", async () => {
  await using site = await testApp();
  await ladies(site);
  const handle = withGuestCache(site.deps, (request, connection) => site.app.fetch(request, connection as never));
  const isWords = async (cookie: string) => {
    const request = new Request("http://localhost:8000/en/search", { headers: { host: "localhost:8000", cookie } });
    return (await (await handle(request, undefined)).text()).includes('class="lines"');
  };
  for (const look of ["faces", "words", "faces", "words"]) {
    expect([look, await isWords(`look=${look}`)]).toEqual([look, look === "words"]);
  }
  // Not the site's: a cookie whose name only ends in "look", or whose value only begins with "words".
  for (const cookie of ["outlook=words", "look=wordsmith"]) expect(await isWords(cookie)).toBe(false);
});

Deno.test("of two men each gets his own look of a page that they share", async () => {
  await using site = await testApp();
  await ladies(site);
  const [james, wei] = await Promise.all(
    ["James", "Wei"].map(async (firstname) => site.visitorAs(await site.addMan({ firstname, credits: 200 }))),
  );
  await wei!.post("/en/list-look", { look: "words" });
  // Some time after the sign-ins, because an answer that renews a session's cookie is never shared.
  site.advance(1000);
  const isWords = async (visitor: Visitor) =>
    (await (await visitor.get("/en/search")).text()).includes('class="lines"');
  for (let times = 0; times < 2; times++) expect([await isWords(james!), await isWords(wei!)]).toEqual([false, true]);
});
