/** The calls about favourites: whose they are, in which order, how they are narrowed, and who is refused. */
import { expect } from "expect";
import { lady } from "../../kv/accounts/users.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { testApp, type TestSite, type Visitor } from "../testing/site.ts";
import { read, refused, silent } from "./testing/calls.ts";

interface Users {
  users: { id: number; name: string }[];
  totalCount: number;
}

const namesOf = async (visitor: Visitor, query = "") =>
  (await read<Users>(visitor.call("GET", `/api/users/me/favorite?${query}`))).users.map(({ name }) => name);

async function withPeople(site: TestSite) {
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena", hairColor: "brown" });
  const daria = await site.addLady({ firstname: "Daria" }, { firstname: "Daria", hairColor: "black" });
  const james = await site.visitorAs(await site.addMan());
  return { olena, daria, james };
}

Deno.test("a man keeps ladies, sees them, the latest first, and lets them go", async () => {
  await using site = await testApp();
  const { olena, daria, james } = await withPeople(site);
  const kept = await read(james.call("POST", `/api/users/${olena.id}/favorite`, { id: olena.id }));
  expect(kept).toEqual({ favorite: { id: olena.id, userId: olena.id, date: "2026-03-14T12:00:00.000Z" } });
  site.advance(1000);
  await read(james.call("POST", `/api/users/${daria.id}/favorite/`));
  expect(await read(james.call("POST", `/api/users/${olena.id}/favorite`))).toEqual(kept);
  const { users, totalCount } = await read<Users>(james.call("GET", "/api/users/me/favorite"));
  expect([users.map(({ id }) => id), totalCount]).toEqual([[daria.id, olena.id], 2]);
  // They look as in every search, and are filtered and sorted in the same way.
  const { girls } = await read<{ girls: unknown[] }>(james.call("GET", `/api/girls?id=${olena.id}`));
  expect(users[1]).toEqual(girls[0]);
  expect(await namesOf(james, "hairColor=brown")).toEqual(["Olena"]);
  expect(await namesOf(james, "limit=1&page=2")).toEqual(["Olena"]);
  site.store.ladies.setOnline(olena.id, true);
  expect(await namesOf(james, "sort=online")).toEqual(["Olena", "Daria"]);
  await silent(james.call("DELETE", `/api/users/${daria.id}/favorite`));
  await silent(james.call("DELETE", `/api/users/${daria.id}/favorite`));
  expect(await namesOf(james)).toEqual(["Olena"]);
  expect(await namesOf(await site.visitorAs(await site.addMan()))).toEqual([]);
});

Deno.test("the favourites filter of a search is for the man who asks", async () => {
  await using site = await testApp();
  const { olena, james } = await withPeople(site);
  await read(james.call("POST", `/api/users/${olena.id}/favorite`));
  const found = await read<{ girls: { id: number }[]; totalCount: number }>(
    james.call("GET", "/api/girls?favorites=1"),
  );
  expect([found.girls.map(({ id }) => id), found.totalCount]).toEqual([[olena.id], 1]);
  await refused(site.visitor().call("GET", "/api/girls?favorites=1"), 401, "not_signed_in");
  const staff = await site.visitorAs(await site.addPerson({ groupId: 4 }));
  await refused(staff.call("GET", "/api/girls?favorites=1"), 403, "wrong_role");
});

Deno.test("a guest is asked to log in or register, in his language", async () => {
  await using site = await testApp();
  const { olena } = await withPeople(site);
  const path = `/api/users/${olena.id}/favorite`;
  const sentences = { "": "請先登入或註冊！", "/en": "Please login or register!", "/zh-hans": "请先登录或注册！" };
  for (const [prefix, sentence] of Object.entries(sentences)) {
    const { message } = await refused(site.visitor().call("POST", prefix + path), 401, "not_signed_in");
    expect(message).toBe(sentence);
    await refused(site.visitor().call("DELETE", prefix + path), 401);
    await refused(site.visitor().call("GET", `${prefix}/api/users/me/favorite`), 401);
  }
});

Deno.test("ladies, staff, wrong ids, blocked men and foreign pages keep nobody", async () => {
  await using site = await testApp();
  const { olena, daria, james } = await withPeople(site);
  const path = `/api/users/${olena.id}/favorite`;
  for (const groupId of [lady, 3, 4, 5] as const) {
    const other = await site.visitorAs(await site.addPerson({ groupId }));
    await refused(other.call("POST", path), 403, "wrong_role");
    await refused(other.call("GET", "/api/users/me/favorite"), 403, "wrong_role");
  }
  const hidden = await site.addLady({}, { isPublished: false });
  const man = await site.addMan();
  for (const id of [hidden.id, man.id, 999_999, "x", "-1", "1.5"]) {
    await refused(james.call("POST", `/api/users/${id}/favorite`), 404, "not_found");
  }
  await refused(james.call("POST", "/api/users/me/favorite"), 405, "method_not_allowed");
  const { fields } = await refused(james.call("POST", path, { id: daria.id }), 422, "invalid");
  expect(Object.keys(fields!)).toEqual(["id"]);
  await refused(james.call("POST", path, {}, { headers: { origin: "https://elsewhere.test" } }), 403, "wrong_origin");
  await setBlocked(site.store, daria.id, man.id, true);
  const blocked = await site.visitorAs(man);
  await refused(blocked.call("POST", `/api/users/${daria.id}/favorite`), 403, "blocked");
  await refused(james.call("GET", "/api/users/me/favorite?hairColor=purple"), 422, "invalid");
  expect(await namesOf(james)).toEqual([]);
});
