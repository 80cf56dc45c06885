/** A name in characters says at the desk that it is Chinese, where the page is not. */
import { expect } from "expect";
import type { User } from "../../../../kv/accounts/users.ts";
import { keys } from "../../../../kv/store/keys.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { testAdmin } from "../testing/admin.ts";

const marked = '<span lang="zh">王偉</span>';

Deno.test("Wei's name in characters has its language on pages in English, and needs none on those in Chinese", async () => {
  await using w = await testAdmin();
  const wei = await w.site.addMan({ firstname: "偉", lastname: "王" });
  for (const path of ["/admin/users", `/admin/users/${wei.id}`]) {
    expect(await htmlOf(w.adas.get(`/en${path}`))).toContain(marked);
    const chinese = await htmlOf(w.adas.get(path));
    expect([chinese.includes("王偉"), chinese.includes(marked)]).toEqual([true, false]);
  }
});

Deno.test("so it is on the pages of an agency", async () => {
  await using w = await testAdmin();
  const { site, olena } = w;
  const agata = await site.addPerson({ groupId: 4, firstname: "Agata" });
  const lin = await site.addLady({ firstname: "林" });
  await site.store.kv.set(keys.user(lin.id), { ...lin, agencyId: agata.id } satisfies User);
  await site.store.kv.set(keys.user(olena.id), { ...olena, agencyId: agata.id } satisfies User);
  for (const { id } of [lin, olena]) await site.store.kv.set(keys.ladyOfAgency(agata.id, id), null);
  const agatas = await site.visitorAs(agata);
  for (const path of ["", `/${lin.id}`]) {
    expect(await htmlOf(agatas.get(`/en/agency/ladies${path}`))).toContain('<span lang="zh">林</span>');
  }
  expect(await htmlOf(agatas.get("/en/agency/statement"))).toContain('<span lang="zh">林</span>');
  expect(await htmlOf(agatas.get(`/en/agency/ladies/${olena.id}`))).toContain("<h1>Olena</h1>");
  const draft = {
    email: "lin@ladies.test",
    locale: "en",
    firstname: "林",
    birthdate: "1995-04-02",
    country: "804",
    city: "Lviv",
    about: "I restore old clocks.",
    lookingFor: ["marriage", "serious"],
  };
  expect((await agatas.post("/en/agency/ladies/new", draft)).status).toBe(303);
  const html = await htmlOf(agatas.get("/en/agency/ladies"));
  expect(html).toContain('<span class="visually-hidden">Withdraw the draft for <span lang="zh">林</span></span>');
  expect(html).not.toMatch(/aria-label="[^"]*林/);
});
