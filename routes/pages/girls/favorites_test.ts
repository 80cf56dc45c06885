/** Favourites as pages: the list, the hearts of every page, and forms that work without a script. */
import { expect } from "expect";
import { translatorFor } from "../../../i18n/translate.ts";
import { favouritesOf, keepFavourite } from "../../../kv/ladies/favourites.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf, namesIn } from "./testing/html.ts";

const path = "/girls/Favorites";
const kept = async (site: TestSite, manId: number) => [...(await favouritesOf(site.store, manId)).keys()];

async function twoLadies(site: TestSite) {
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena" });
  const daria = await site.addLady({ firstname: "Daria" }, { firstname: "Daria" });
  return { olena, daria };
}

/** The hearts on a page, in order: each with its lady, and whether it is filled. */
async function heartsOn(visitor: Visitor, address: string): Promise<[id: number, isKept: boolean][]> {
  const html = await (await visitor.get(address)).text();
  return [...html.matchAll(/form="keep" name="(keep|drop)" value="(\d+)" aria-pressed="(true|false)"/g)]
    .map(([, name, id, pressed]) => {
      expect(name === "drop").toBe(pressed === "true");
      return [Number(id), pressed === "true"];
    });
}

Deno.test("a heart keeps a lady and lets her go, and leads back to where it stands", async () => {
  await using site = await testApp();
  const { olena } = await twoLadies(site);
  const man = await site.addMan();
  const james = await site.visitorAs(man);
  const referer = "http://localhost:8000/en/search?sort=top";
  const press = (fields: Record<string, string>, from = referer) =>
    james.post(`/en${path}`, fields, { headers: { referer: from } });
  const answer = await press({ keep: String(olena.id) });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/en/search?sort=top#keep-${olena.id}`]);
  expectHolds(await (await james.follow(answer)).text(), "Olena is in your favourites.");
  expect(await kept(site, man.id)).toEqual([olena.id]);
  const dropped = await press({ drop: String(olena.id) });
  expectHolds(await (await james.follow(dropped)).text(), "Olena is no longer in your favourites.");
  expect(await kept(site, man.id)).toEqual([]);
  for (const from of ["", "https://elsewhere.test/x", "javascript:alert(1)", "http://localhost:8000//elsewhere.test"]) {
    const elsewhere = await press({ keep: String(olena.id) }, from);
    expect([from, elsewhere.headers.get("location")]).toEqual([from, `/en${path}#keep-${olena.id}`]);
  }
  for (const fields of [{}, { keep: "x" }, { keep: "" }] as Record<string, string>[]) {
    expect((await press(fields)).status).toBe(422);
  }
  expect((await press({ keep: "999999" })).status).toBe(404);
});

Deno.test("who lets a lady go on the list goes on at the one beside her", async () => {
  await using site = await testApp();
  const man = await site.addMan();
  const james = await site.visitorAs(man);
  const { olena, daria } = await twoLadies(site);
  for (const { id } of [olena, daria]) {
    await keepFavourite(site.store, man.id, id);
    site.advance(1000);
  }
  const referer = `http://localhost:8000/en${path}`;
  const letGo = async (id: number) => {
    const answer = await james.post(`/en${path}`, { drop: String(id) }, { headers: { referer } });
    return answer.headers.get("location");
  };
  expect(await (await james.get(`/en${path}`)).text()).toContain(`id="keep-${daria.id}"`);
  expect([await letGo(olena.id), await letGo(daria.id)]).toEqual([`/en${path}#keep-${daria.id}`, `/en${path}`]);
});

Deno.test("whom he never kept a man cannot let go, nor learn her name by it", async () => {
  await using site = await testApp();
  const { olena } = await twoLadies(site);
  const hidden = await site.addLady({ firstname: "Zhanna" }, { isPublished: false });
  const james = await site.visitorAs(await site.addMan());
  for (const id of [hidden.id, olena.id]) {
    const answer = await james.post(`/en${path}`, { drop: String(id) });
    expect(answer.status).toBe(303);
    const html = await (await james.follow(answer)).text();
    expectLacks(html, "no longer in your favourites");
    expectLacks(html, "Zhanna");
  }
});

Deno.test("every page shows a man his own hearts, also pages that all men share", async () => {
  await using site = await testApp();
  const { olena, daria } = await twoLadies(site);
  const [james, wei] = [await site.addMan(), await site.addMan()];
  await keepFavourite(site.store, james.id, olena.id);
  const [his, others] = [await site.visitorAs(james), await site.visitorAs(wei)];
  // Some time after the sign-ins, because an answer that renews a session's cookie is never shared.
  site.advance(1000);
  // A kept page may hold nobody's hearts, whoever asks for it first.
  const visits = [[others, false], [his, true], [others, false], [his, true]] as const;
  const addresses = ["/en/search", "/en/girls/Ukraine", "/en/girls/Top_50", "/en/girls/Vote_of_the_Day", "/en"];
  for (const address of addresses) {
    for (const [query, inOrder] of [["", visits], ["?page=1", visits.toReversed()]] as const) {
      for (const [visitor, isKept] of inOrder) {
        const hearts = new Map(await heartsOn(visitor, address + query));
        expect([address, hearts.get(olena.id), hearts.get(daria.id)]).toEqual([address, isKept, false]);
      }
    }
  }
  const profile = await heartsOn(his, `/en/girl/Olena-35-Ukraine-Lviv-${olena.id}`);
  expect(profile).toEqual([[olena.id, true], [daria.id, false]]);
  const staff = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  expect(await heartsOn(staff, "/en/search")).toEqual([]);
});

Deno.test("a guest who presses a heart is asked to log in or register, and may come back", async () => {
  await using site = await testApp();
  const { olena } = await twoLadies(site);
  for (const [prefix, locale] of [["/en", "en"], ["", "zh-Hant"], ["/zh-hans", "zh-Hans"]] as const) {
    const referer = `http://localhost:8000${prefix}/search`;
    const refused = await site.visitor().post(prefix + path, { keep: String(olena.id) }, { headers: { referer } });
    expect(refused.status).toBe(401);
    const html = await mainOf(refused);
    expectHolds(html, 'role="alert"', translatorFor(locale)("refusals:not_signed_in"), `${prefix}/auth/sign-up`);
    expectHolds(html, `/auth/sign-in?next=${encodeURIComponent(`${prefix}/search`)}`);
  }
  const foreign = await site.visitor().post(path, {}, { headers: { origin: "https://elsewhere.test" } });
  expect(foreign.status).toBe(403);
});

Deno.test("the list holds the latest first, pages and orders it, and says when nobody is kept", async () => {
  await using site = await testApp();
  const man = await site.addMan();
  const james = await site.visitorAs(man);
  expectHolds(await mainOf(await james.get(`/en${path}`)), "No favourites yet");
  const ladies = [];
  for (let n = 0; n < 25; n++) {
    ladies.push(await site.addLady({}, { firstname: `Lady${n}` }));
    site.advance(1000);
    await keepFavourite(site.store, man.id, ladies[n]!.id);
  }
  const names = async (query = "") => namesIn(await mainOf(await james.get(`/en${path}${query}`)));
  const latest = ladies.map((_, n) => `Lady${24 - n}`);
  expect(await names()).toEqual(latest.slice(0, 24));
  expect(await names("?page=2")).toEqual(["Lady0"]);
  site.store.ladies.setOnline(ladies[3]!.id, true);
  expect((await names("?sort=online"))[0]).toBe("Lady3");
  expect((await james.get(`/en${path}?page=3`)).headers.get("location")).toBe(`/en${path}?page=2`);
  // The only lady on the second page is removed there.
  const referer = `http://localhost:8000/en${path}?sort=online&page=2`;
  const dropped = await james.post(`/en${path}`, { drop: String(ladies[0]!.id) }, { headers: { referer } });
  const gone = await james.follow(dropped);
  expect([gone.status, gone.headers.get("location")]).toEqual([302, `/en${path}?sort=online`]);
  for (const query of ["?page=0", "?page=x", "?sort=top"]) {
    expect([query, (await james.get(`/en${path}${query}`)).status]).toEqual([query, 422]);
  }
});

Deno.test("the list is a man's own: others are led elsewhere", async () => {
  await using site = await testApp();
  const { olena } = await twoLadies(site);
  const guest = await site.visitor().get(`/en${path}?page=2`);
  expect([guest.status, guest.headers.get("location")]).toEqual([
    303,
    `/en/auth/sign-in?next=${encodeURIComponent(`/en${path}?page=2`)}`,
  ]);
  const lady = await (await site.visitorAs(olena)).get(`/en${path}`);
  expect([lady.status, lady.headers.get("location")]).toEqual([302, "/en/lady/mail/inbox"]);
  const staff = await site.visitorAs(await site.addPerson({ groupId: 4 }));
  expect((await staff.get(`/en${path}`)).status).toBe(403);
  expect((await staff.post(`/en${path}`, { keep: String(olena.id) })).status).toBe(403);
  const html = await (await site.visitor().get("/en")).text();
  expectLacks(html, "not-yet?from=%2Fgirls");
});
