/** A man's saved searches: saved from the search, shown with the ladies who are new, changed and deleted. */
import { expect } from "expect";
import { savedSearchesOf } from "../../../kv/ladies/saved_searches.ts";
import { noteUnreachable } from "../../../kv/accounts/mail_reach.ts";
import { setMailWish, wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { userById } from "../../../kv/accounts/users.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { dayMs } from "../../../kv/store/days.ts";
import { read, refused, silent } from "../../api/testing/calls.ts";
import { testApp } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf } from "../girls/testing/html.ts";

const path = "/en/man/searches";

Deno.test("James keeps what he searched for, and the page says who is new in it since he looked", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  let his = await site.visitorAs(james);
  const found = await mainOf(await his.get("/en/search?ageTo=40&countryId=804&sort=top&page=1"));
  expectHolds(found, "Save this search", 'value="ageTo=40&amp;countryId=804"', 'value="up to 40, Ukraine"');
  expectLacks(await mainOf(await site.visitor().get("/en/search?countryId=804")), "Save this search");

  const form = { action: "save", name: "Ukraine", query: "sort=top&countryId=804&page=3", alert: "none" };
  const saved = await his.post(path, form);
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  expect(await savedSearchesOf(site.store, james.id)).toMatchObject([{ name: "Ukraine", query: "countryId=804" }]);

  site.advance(dayMs);
  his = await site.visitorAs(james);
  await site.addLady({ firstname: "Olena", countryId: 804 });
  const daria = await site.addLady({ firstname: "Daria", countryId: 804 });
  await site.addLady({ firstname: "Ioana", countryId: 642 });
  await setBlocked(site.store, daria.id, james.id, true);
  expectHolds(await mainOf(await his.get(path)), "Country: Ukraine", "1 new lady since 14\u00a0March 2026", "1 lady");

  const { id } = (await savedSearchesOf(site.store, james.id))[0]!;
  const look = await his.post(path, { action: "look", id });
  expect([look.status, look.headers.get("location")]).toEqual([303, "/en/search?countryId=804"]);
  expectHolds(await mainOf(await his.get(path)), "Nobody new since 15\u00a0March 2026");

  expectHolds(await mainOf(await his.get(path)), `id="search-${id}"`);
  const changed = await his.post(path, { action: "change", id, alert: "mail" });
  expect(changed.headers.get("location")).toBe(`${path}#search-${id}`);
  const other = await his.post(path, { ...form, name: "Romania", query: "countryId=642" });
  await other.body?.cancel();
  const deleted = await his.post(path, { action: "delete", id });
  const [left] = await savedSearchesOf(site.store, james.id);
  expect(deleted.headers.get("location")).toBe(`${path}#search-${left!.id}`);
  const last = await his.post(path, { action: "delete", id: left!.id });
  expect(last.headers.get("location")).toBe(path);
  expectHolds(await mainOf(await his.get(path)), "No saved searches yet");
});

Deno.test("a search without a name, of a wrong address and beyond the twentieth is refused, and the form stays", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  const form = { action: "save", name: " ", query: "countryId=804", alert: "mail" };
  const nameless = await his.post(path, form);
  expect(nameless.status).toBe(422);
  expectHolds(await mainOf(nameless), 'value="countryId=804"', 'aria-invalid="true"');
  expect((await his.post(path, { ...form, name: "A", query: "ageFrom=300" })).status).toBe(422);
  expect((await his.post(path, { ...form, name: "A", alert: "push" })).status).toBe(422);
  expect((await his.post(path, { ...form, name: "A", alert: "pigeon" })).status).toBe(422);
  expect((await his.post(path, { action: "look", id: "nobody's" })).status).toBe(404);
  for (let age = 20; age < 40; age++) {
    expect((await his.post(path, { ...form, name: `From ${age}`, query: `ageFrom=${age}` })).status).toBe(303);
  }
  const full = await his.post(path, { ...form, name: "One more" });
  expect(full.status).toBe(409);
  expectHolds(await mainOf(full), "You can keep up to twenty searches.", 'value="One more"');
});

Deno.test("keeping a search once more, as its form came, keeps its name and how it tells", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const query = "countryId=804";
  await his.post(path, { action: "save", name: "Near the Dnipro", query, alert: "mail" });
  const kept = async () => (await savedSearchesOf(site.store, james.id)).map(({ name, alert }) => [name, alert]);
  // The page of the search is the same for all men, so it does not know his saved searches.
  const form = await mainOf(await his.get(`/en/search?${query}`));
  expectHolds(form, 'name="name" value="Ukraine"', /<option[^>]* selected[^>]*>Not at all/);
  await his.post(path, { action: "save", name: "Ukraine", query, alert: "none" });
  await read(his.call("POST", "/api/searches", { name: "Near the Dnipro", query }));
  expect(await kept()).toEqual([["Near the Dnipro", "mail"]]);
  await his.post(path, { action: "save", name: "Kyiv", query, alert: "none" });
  expect(await kept()).toEqual([["Kyiv", "mail"]]);
  await read(his.call("POST", "/api/searches", { name: "Lviv", query, alert: "none" }));
  expect(await kept()).toEqual([["Lviv", "none"]]);
});

Deno.test("whoever stopped the mails, or gets none, is told so, and choosing mail brings them back", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const his = await site.visitorAs(james);
  const form = { action: "save", name: "All", query: "", alert: "mail" };
  await his.post(path, form);
  await setMailWish(site.store, james.id, "searches", false);
  expectHolds(await mainOf(await his.get(path)), "E-mails about new ladies are off", "All ladies");
  await his.post(path, form);
  expect(wishesMail((await userById(site.store, james.id))!, "searches")).toBe(true);
  expectLacks(await mainOf(await his.get(path)), "E-mails about new ladies are off", "do not reach");
  await noteUnreachable(site.store, james.email, { why: "bounced", at: site.now() });
  expectHolds(await mainOf(await his.get(path)), `Our e-mails do not reach ${james.email}.`);
});

Deno.test("the calls keep, tell, change and delete a search", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  const weis = await site.visitorAs(await site.addMan());
  type Answer = { search: { id: string; name: string; newCount: number; totalCount: number; query: string } };
  const { search } = await read<Answer>(
    his.call("POST", "/api/searches", { name: "Ukraine", query: "countryId=804&page=2", alert: "mail" }),
  );
  expect(search).toMatchObject({ name: "Ukraine", query: "countryId=804", newCount: 0, totalCount: 0 });
  site.advance(1000);
  await site.addLady({ countryId: 804 });
  const all = await read<{ searches: Answer["search"][] }>(his.call("GET", "/api/searches"));
  expect(all.searches).toMatchObject([{ id: search.id, newCount: 1, totalCount: 1 }]);
  const changed = await read<Answer>(his.call("PATCH", `/api/searches/${search.id}`, { name: "Dnipro", seen: true }));
  expect(changed.search).toMatchObject({ name: "Dnipro", newCount: 0, totalCount: 1 });

  await refused(weis.call("PATCH", `/api/searches/${search.id}`, { name: "Mine" }), 404, "not_found");
  await refused(his.call("POST", "/api/searches", { name: "A", query: "ageFrom=300" }), 422, "invalid");
  // What no search keeps would find everybody, and tell of everybody.
  for (const query of ["haircolor=brown", "minAge=30&countryId=804", "id=10001"]) {
    await refused(his.call("POST", "/api/searches", { name: "A", query, alert: "mail" }), 422, "invalid");
  }
  await refused(his.call("POST", "/api/searches", { name: "A", alert: "push" }), 422, "invalid");
  await refused(site.visitor().call("GET", "/api/searches"), 401, "not_signed_in");
  await silent(weis.call("DELETE", `/api/searches/${search.id}`));
  expect((await read<{ searches: unknown[] }>(his.call("GET", "/api/searches"))).searches.length).toBe(1);
  await silent(his.call("DELETE", `/api/searches/${search.id}`));
  expect((await read<{ searches: unknown[] }>(his.call("GET", "/api/searches"))).searches).toEqual([]);
});
