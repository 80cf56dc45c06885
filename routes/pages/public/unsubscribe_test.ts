/** Ending the mails about letters by the link in one of them. */
import { expect } from "expect";
import { unsubscribeKeyOf, wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { userById } from "../../../kv/accounts/users.ts";
import { testApp, type TestSite } from "../../testing/site.ts";

const linkOf = (site: TestSite, userId: number, keyOf = userId): string =>
  `/en/unsubscribe/${userId}/${unsubscribeKeyOf(site.store, keyOf, "letters")}`;

const isMailed = async (site: TestSite, userId: number): Promise<boolean> =>
  wishesMail((await userById(site.store, userId))!, "letters");

Deno.test("following the link changes nothing; the button ends the mails, another takes it back", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const link = linkOf(site, james.id);
  const guest = site.visitor();
  const asked = await guest.get(link);
  const page = await asked.text();
  expect(asked.status).toBe(200);
  expect(asked.headers.get("cache-control")).toContain("no-store");
  expect(page).toContain("No more e-mails about new letters?");
  expect(page).toContain(`action="${link}"`);
  expect(page).not.toContain(james.email);
  expect(await isMailed(site, james.id)).toBe(true);

  const off = await guest.post(link);
  const offPage = await off.text();
  expect([off.status, offPage.includes("You get no e-mails about new letters")]).toEqual([200, true]);
  expect(offPage).toContain(`action="${link}/again"`);
  expect(await isMailed(site, james.id)).toBe(false);
  // A second press does no harm.
  expect((await (await guest.post(link)).text()).includes("You get no e-mails about new letters")).toBe(true);

  const again = await guest.post(`${link}/again`);
  expect((await again.text()).includes("You get e-mails about new letters")).toBe(true);
  expect(await isMailed(site, james.id)).toBe(true);
});

Deno.test("a mail provider's one click needs neither Origin nor cookie; taking it back needs our own page", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const link = linkOf(site, james.id);
  const body = () => new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const senders: Record<string, string>[] = [{}, { origin: "https://mail.example" }, { origin: "null" }];
  for (const headers of senders) {
    const pressed = await site.visitor().request(link, { method: "POST", body: body(), headers });
    expect(pressed.status).toBe(200);
    await pressed.text();
    expect(await isMailed(site, james.id)).toBe(false);
  }
  const again = await site.visitor().request(`${link}/again`, { method: "POST", body: body() });
  expect(again.status).toBe(403);
  await again.text();
  expect(await isMailed(site, james.id)).toBe(false);
});

Deno.test("only the very paths of unsubscribing are open to posts from elsewhere", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  for (
    const path of ["/en/logout", "/en/unsubscribe", "/en/unsubscribe/1/key/again", "/en/theme", "/en/unsubscribe/1"]
  ) {
    const answer = await james.request(path, { method: "POST", headers: { origin: "https://evil.example" } });
    expect([path, answer.status]).toEqual([path, 403]);
    await answer.text();
  }
});

Deno.test("a wrong key, somebody else's key and nobody's id change nothing and say so", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan(), await site.addMan()];
  const guest = site.visitor();
  for (
    const link of [
      linkOf(site, james.id, wei.id),
      `/en/unsubscribe/${james.id}/${site.store.sign(`unsubscribe:promo:${james.id}`)}`,
      linkOf(site, 4711),
      `/en/unsubscribe/${james.id}/x`,
      `/en/unsubscribe/james/${unsubscribeKeyOf(site.store, james.id, "letters")}`,
      `/en/unsubscribe/${james.id}/${"%00".repeat(40)}`,
    ]
  ) {
    for (const answer of [await guest.get(link), await guest.post(link), await guest.post(`${link}/again`)]) {
      expect([link, answer.status]).toEqual([link, 404]);
      expect(await answer.text()).toContain("This link does not work");
    }
  }
  expect([await isMailed(site, james.id), await isMailed(site, wei.id)]).toEqual([true, true]);
});

Deno.test("somebody else who is signed in here stays who they are, and their own mails stay as they were", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan(), await site.addMan()];
  const his = await site.visitorAs(wei);
  await (await his.post(linkOf(site, james.id))).text();
  expect([await isMailed(site, james.id), await isMailed(site, wei.id)]).toEqual([false, true]);
  expect((await his.call("GET", "/api/mail/counter")).status).toBe(200);
});
