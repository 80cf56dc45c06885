/** The words of ladies on the home page, for a reader of another language. */
import { expect } from "expect";
import { prices } from "../../../kv/credits/prices/prices.ts";
import { planTariff } from "../../../kv/credits/prices/tariffs.ts";
import type { LadyPhoto } from "../../../kv/ladies/record.ts";
import { testApp } from "../../testing/site.ts";
import { expectHolds, expectLacks, mainOf } from "../girls/testing/html.ts";

const src = "/static/images/no-avatar.webp";
const sizes = { full: src, medium: src, quad: src, avatar: src };
const photos: LadyPhoto[] = [{ id: 1, key: "one", path: src, pathOfQuad: src, sizes }];

Deno.test("a lady's sentence on the first pages says which language it is in, and her name can be read", async () => {
  await using site = await testApp();
  const record = { photos, quote: "Тихі ранки.", firstTimeActivatedAt: site.now() };
  await site.addLady({ firstname: "Зоряна", city: "Полтава" }, record);
  for (const path of ["/", "/auth/sign-up"]) {
    const english = await mainOf(await site.visitor().get(`/en${path}`));
    expectHolds(english, /<(blockquote|span) lang="uk">“?Тихі ранки/, "Zoriana", "Poltava");
    expectLacks(english, "Зоряна", "Полтава");
    const ukrainian = await mainOf(await site.visitor().get(`/uk${path}`));
    expectHolds(ukrainian, "Тихі ранки", "Зоряна", "Полтава");
    expect(ukrainian).not.toContain('lang="uk"');
  }
});

Deno.test("each of the three questions has its answer and, for whoever sees, the thing itself", async () => {
  await using site = await testApp();
  const asked = async (path: string) =>
    [...(await mainOf(await site.visitor().get(path))).matchAll(/<dd class="proof" aria-hidden="true">(.*?)<\/dd>/gs)]
      .map(([, proof]) => proof!.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim());
  const [her, letter, ledger, ...more] = await asked("/en");
  expect(more).toEqual([]);
  expect(her).toContain("Daria");
  expect(letter).toMatch(/^Сегодня .*Today Minsk smells of spring/);
  // Of the twenty credits that everybody begins with, three minutes are charged and one is refunded.
  expect(ledger).toMatch(/Given back: a minute with Daria that does not count \+1 18 .*Text chat with Daria −3 17$/);
  expect((await asked("/zh-hans"))[1]).toMatch(/^Сегодня .*今天的明斯克/);
  // The questions are only for guests.
  const james = await site.visitorAs(await site.addMan());
  expectLacks(await mainOf(await james.get("/en")), 'class="proof"');
});

Deno.test("a minute that costs more than the first credits leaves nobody in debt on the home page", async () => {
  await using site = await testApp();
  await planTariff(site.store, { validFrom: null, prices: { ...prices, textMinute: 9 }, actorId: 1 });
  const main = await mainOf(await site.visitor().get("/en"));
  const proof = main.match(/<caption.*?<\/table>/s)![0].replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(proof).toMatch(/\+9 9 .*−27 0 /);
});

Deno.test("who stands among those online does not stand among the newly arrived too", async () => {
  await using site = await testApp();
  const record = { photos, firstTimeActivatedAt: site.now() };
  const olena = await site.addLady({ firstname: "Olena" }, record);
  const daria = await site.addLady({ firstname: "Daria" }, record);
  site.store.ladies.setOnline(olena.id, true);
  const html = await mainOf(await site.visitor().get("/en"));
  for (const { id } of [olena, daria]) {
    expect(html.match(new RegExp(`href="/en/girl/[^"]*-${id}"`, "g"))).toHaveLength(1);
  }
});
