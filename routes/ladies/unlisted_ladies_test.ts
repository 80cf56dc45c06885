/** A lady who asked not to be put forward is in no list and no search; everything else is as for any other lady. */
import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { ladyById } from "../../kv/ladies/ladies.ts";
import { setPutForward } from "../../kv/ladies/listing.ts";
import { takeDown } from "../../kv/testing/publication.ts";
import { read, refused } from "../api/testing/calls.ts";
import { composerFields, htmlOf } from "../pages/mail/testing/mail.ts";
import { testApp, type TestSite, type Visitor } from "../testing/site.ts";
import { girlPath } from "./girl_paths.ts";

interface Letter {
  letter: { id: number; isIntroduction: boolean; isPaid: boolean; body: string | null };
}
interface Found {
  totalCount: number;
}

/** James, and two ladies who are online and have a birthday in two days: Olena is in no list, Daria is in all. */
async function unlisted(site: TestSite) {
  const james = await site.addMan({ firstname: "James", credits: 200 });
  const olena = await site.addLady({ id: 471, firstname: "Olena", birthdate: "1994-03-16" });
  await site.addLady({ id: 472, firstname: "Daria", birthdate: "1991-03-16" });
  await setPutForward(site.store, olena.id, false);
  for (const id of [471, 472]) site.store.ladies.setOnline(id, true);
  return { james, olena, asJames: await site.visitorAs(james), asOlena: await site.visitorAs(olena) };
}

const write = (from: Visitor, recipientId: number, body: string) =>
  read<Letter>(from.call("POST", "/api/mail", { recipientId, body }));

Deno.test("an unlisted lady writes first, is answered, answers, and is read, by calls", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await unlisted(site);
  expect((await write(asOlena, james.id, "Good evening.")).letter.isIntroduction).toBe(true);
  await write(asJames, olena.id, "Good evening, Olena.");
  expect(await balanceOf(site.store, james.id)).toBe(190);
  const { letter } = await write(asOlena, james.id, "Your answer came in the morning.");
  const opened = await read<Letter>(asJames.call("PATCH", `/api/mail/${letter.id}`, { isRead: true, isPaid: true }));
  expect(opened.letter).toMatchObject({ isPaid: true, body: "Your answer came in the morning." });
  expect(await balanceOf(site.store, james.id)).toBe(185);
});

Deno.test("an unlisted lady and a man write to each other from their pages", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await unlisted(site);
  for (
    const [visitor, sheet, body] of [
      [asOlena, `/en/lady/mail/new-conversation/${james.id}`, "Good evening, James."],
      [asJames, `/en/man/mail/new-conversation/${olena.id}`, "Good evening, Olena."],
    ] as const
  ) {
    const { sendKey } = composerFields(await htmlOf(visitor.get(sheet)));
    const sent = await visitor.post(sheet, { action: "send", sendKey, body });
    expect(sent.status).toBe(303);
    expect(await htmlOf(visitor.follow(sent))).toContain(body);
  }
});

Deno.test("who is not published at all is not written to, and does not write", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await unlisted(site);
  await takeDown(site.store, olena.id);
  await refused(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "Good evening." }), 404, "not_found");
  const first = asOlena.call("POST", "/api/mail", { recipientId: james.id, body: "Good evening." });
  await refused(first, 403, "not_published");
  expect(await balanceOf(site.store, james.id)).toBe(200);
});

Deno.test("an unlisted lady is kept among favourites, in every order and by every filter that she answers to", async () => {
  await using site = await testApp();
  const { olena, asJames } = await unlisted(site);
  await read(asJames.call("POST", `/api/users/${olena.id}/favorite`, { id: olena.id }));
  for (const asked of ["", "?sort=online", "?sort=birthday", "?firstname=olen", "?online=true", "?ageFrom=31"]) {
    const kept = await read<{ users: { id: number; isOnline: boolean }[] }>(
      asJames.call("GET", `/api/users/me/favorite${asked}`),
    );
    expect([asked, kept.users.map(({ id, isOnline }) => [id, isOnline])]).toEqual([asked, [[olena.id, true]]]);
  }
  expect((await read<Found>(asJames.call("GET", "/api/girls?favorites=true"))).totalCount).toBe(1);
  expect((await read<Found>(asJames.call("GET", "/api/users/me/favorite?ageTo=25"))).totalCount).toBe(0);
  for (const sort of ["latest", "online", "birthday"]) {
    expect(await htmlOf(asJames.get(`/en/girls/Favorites?sort=${sort}`))).toContain(`-${olena.id}"`);
  }
});

Deno.test("an unlisted lady has her page, is voted for, and is found by her number alone", async () => {
  await using site = await testApp();
  const { olena, asJames } = await unlisted(site);
  const path = `/en${girlPath({ ...olena, localized: {} } as never, site.now())}`;
  const html = await htmlOf(asJames.get(path));
  for (const told of ["Olena", "Online now", "Write a letter"]) expect(html).toContain(told);
  // Search engines may not list her either; ladies who are in lists they may.
  const robots = async (who: { id: number }) => {
    const page = await site.visitor().get(`/en${girlPath((await ladyById(site.store, who.id))!, site.now())}`);
    return [page.status, /<meta name="robots" content="([^"]*)"/.exec(await page.text())?.[1]];
  };
  expect([await robots(olena), await robots({ id: 472 })]).toEqual([[200, "noindex"], [200, undefined]]);
  expect(await read(asJames.call("GET", `/api/girls/${olena.id}`))).toMatchObject({ girl: { id: olena.id } });
  expect(await read(site.visitor().call("GET", `/api/girls?id=${olena.id}`))).toMatchObject({ totalCount: 1 });
  expect((await asJames.get(`/en/search?id=${olena.id}`)).headers.get("location")).toBe(path);
  await read(asJames.call("POST", "/api/vote/girl", { id: olena.id }));
});

Deno.test("an unlisted lady stands in no list, no search, no birthdays, no ballot and no sitemap", async () => {
  await using site = await testApp();
  const { asJames } = await unlisted(site);
  const lists = ["Online_Ladies", "New_Ladies", "Top_50", "Upcoming_Birthdays", "Ukraine", "Vote_of_the_Day"];
  const pages = ["/en", "/en/search", "/sitemaps/ladies-0.xml", ...lists.map((name) => `/en/girls/${name}`)];
  for (const path of pages) {
    const html = await htmlOf(asJames.get(path));
    expect([path, html.includes("-472"), html.includes("-471")]).toEqual([path, true, false]);
  }
  for (const path of ["/api/girls", "/api/girls?online=true", "/api/girls?sort=birthday", "/api/vote/get-girls"]) {
    const { girls } = await read<{ girls: { id: number }[] }>(asJames.call("GET", path));
    expect([path, girls.map(({ id }) => id)]).toEqual([path, [472]]);
  }
  const { list } = await read<{ list: string[] }>(asJames.call("GET", "/api/users/unique?attribute=firstname"));
  expect(list).toEqual(["Daria"]);
});
