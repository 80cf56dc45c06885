/** How admins find people: what their pages show, who may see them, and that nothing on them can be edited. */
import { expect } from "expect";
import { addStaff } from "../../../../kv/accounts/staff.ts";
import { type User, userByEmail } from "../../../../kv/accounts/users.ts";
import { changeFirstName } from "../../../../kv/ladies/profile/first_names.ts";
import { openLetter } from "../../../../kv/letters/opening.ts";
import { fileReport } from "../../../../kv/safety/report_filing.ts";
import { approvalsOf } from "../../../../kv/vetting/approvals.ts";
import { begunPayment, paidPayment } from "../../../../kv/testing/payments.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { adminPages } from "../index.ts";
import { secret, testAdmin } from "../testing/admin.ts";

Deno.test("people are found by a name, an address, an id, a group and a state", async () => {
  await using world = await testAdmin();
  const { site, james, olena, adas } = world;
  await site.addLady({ firstname: "Nova" }, { isPublished: false });
  const rows = async (query: string) => {
    const html = await htmlOf(adas.get(`/en/admin/users?${query}`));
    return [...html.matchAll(/scope="row"[^>]*><a[^>]*>([^<]*)/g)].map(([, name]) => name);
  };
  expect(await rows("q=whit")).toEqual(["James Whitfield"]);
  expect(await rows(`q=${james.email}`)).toEqual(["James Whitfield"]);
  expect(await rows(`q=${olena.id}`)).toEqual(["Olena Secret"]);
  expect(await rows("group=2")).toEqual(["Nova Secret", "Olena Secret"]);
  expect(await rows("group=2&state=unpublished")).toEqual(["Nova Secret"]);
  expect(await rows("state=suspended")).toEqual([]);
  expect(await rows("group=9&state=nonsense&page=zero")).toHaveLength(5);
  expect(await rows("q=nobody-is-called-that")).toEqual([]);
});

Deno.test("who comes by a language without admins' words reads English throughout, dates and all", async () => {
  await using world = await testAdmin();
  const { james, adas } = world;
  const english = await htmlOf(adas.get(`/en/admin/users/${james.id}`));
  const facts = /<dl class="admin__facts">.*?<\/dl>/s;
  for (const prefix of ["/uk", "/ru", "/ro"]) {
    const html = await htmlOf(adas.get(`${prefix}/admin/users/${james.id}`));
    expect(html).toContain('<html lang="en"');
    expect(facts.exec(html)?.[0]).toBe(facts.exec(english)?.[0]);
    expect(html).toContain(`href="${prefix}/admin/users"`);
  }
});

Deno.test("in which language somebody reads is told of every language of the site", async () => {
  await using world = await testAdmin();
  const { site, adas } = world;
  for (const [locale, name] of Object.entries({ uk: "Ukrainian", ru: "Russian", ro: "Romanian", en: "English" })) {
    const { id } = await site.addLady({ locale: locale as User["locale"] });
    expect(await htmlOf(adas.get(`/en/admin/users/${id}`))).toContain(name);
  }
});

Deno.test("of who works here no birth date is told, for nobody asked for one", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas } = world;
  const added = await addStaff(store, { email: "petro@example.test", group: "translator", name: "Petro Bondar" });
  if (!added.ok) throw new Error(added.reason);
  const petro = (await userByEmail(store, "petro@example.test"))!;
  const page = await htmlOf(adas.get(`/en/admin/users/${petro.id}`));
  expect([page.includes("Petro Bondar"), page.includes("Born"), page.includes("1970")]).toEqual([true, false, false]);
  expect(await htmlOf(adas.get(`/en/admin/users/${james.id}`))).toContain("Born");
});

Deno.test("a page tells what the site needs to know: facts, credits with their balance, reports, what was done", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, olena, adas, write } = world;
  await write(james, olena, "Dear Olena.");
  const letter = await write(olena, james, `Dear James, ${secret}.`);
  await openLetter(store, james.id, letter.id, true);
  await fileReport(store, { reporterId: james.id, reportedId: olena.id, category: "money", text: "", from: "profile" });
  const his = await htmlOf(adas.get(`/en/admin/users/${james.id}`));
  for (
    const part of [
      "James Whitfield",
      james.email,
      "Balance: 185 credits",
      "Opened letter from Olena",
      "Sent letter to Olena",
      "−10",
      "Give back",
      "By this person",
      "Open sessions",
    ]
  ) expect(his).toContain(part);
  const hers = await htmlOf(adas.get(`/en/admin/users/${olena.id}`));
  expect(hers).toContain("About this person");
  expect(hers).not.toContain("Balance");
  expect([his.includes(secret), hers.includes(secret)]).toEqual([false, false]);
  await changeFirstName(store, olena.id, "Lena");
  const [asked] = await approvalsOf(store, olena.id);
  const waiting = await htmlOf(adas.get(`/en/admin/users/${olena.id}`));
  expect(waiting).toContain(`href="/en/admin/approvals?after=${asked!.id - 1}"`);
  expect(await htmlOf(adas.get(`/en/admin/approvals?after=${asked!.id - 1}`))).toContain("<ins>Lena</ins>");
  // An admin's own page offers no action.
  const own = await htmlOf(adas.get(`/en/admin/users/${world.ada.id}`));
  expect([own.includes("/suspension"), hers.includes("/suspension")]).toEqual([false, true]);
  expect((await adas.get("/en/admin/users/4711")).status).toBe(404);
});

Deno.test("the ledger is paged, the newest first, and each line keeps its balance", async () => {
  await using world = await testAdmin();
  const { james, olena, adas, write } = world;
  for (let n = 0; n < 20; n++) await write(james, olena, `Letter ${n}.`);
  const path = `/en/admin/users/${james.id}`;
  const first = await htmlOf(adas.get(path));
  expect(first).toContain("Balance: 0 credits");
  expect(first).toContain(`href="${path}?page=2#ledger"`);
  const last = await htmlOf(adas.get(`${path}?page=2`));
  expect(last).toContain("Purchase");
  expect(await htmlOf(adas.get(`${path}?page=99`))).toContain("Purchase");
});

Deno.test("payments are paged as well: an old one is found behind twenty that came to nothing", async () => {
  await using world = await testAdmin();
  const { site, james, adas } = world;
  const paid = await paidPayment(site.store, james.id);
  for (let n = 0; n < 20; n++) {
    site.advance(60_000);
    await begunPayment(site.store, james.id);
  }
  const path = `/en/admin/users/${james.id}`;
  const first = await htmlOf(adas.get(path));
  expect(first).not.toContain(paid.id);
  expect(first).toContain(`href="${path}?payments=2#payments"`);
  for (const page of ["2", "99"]) {
    expect(await htmlOf(adas.get(`${path}?payments=${page}`))).toContain(`href="/en/admin/payments/${paid.id}"`);
  }
});

Deno.test("no form of these rooms takes a member's name, address, password or words", () => {
  const posting = adminPages.filter(({ post }) => post).flatMap(({ paths }) => paths).filter((path) =>
    /users/.test(path)
  );
  expect(posting.sort()).toEqual([
    "/admin/users/:id/adjustment",
    "/admin/users/:id/background",
    "/admin/users/:id/entries/:seq",
    "/admin/users/:id/photos/:photoId",
    "/admin/users/:id/suspension",
    "/admin/users/:id/texts/:text",
  ]);
});
