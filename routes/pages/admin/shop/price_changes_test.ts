/** Before new prices begin at once, the admin reads each value that changes, beside the one in force. */
import { expect } from "expect";
import { rateLists } from "../../../../kv/credits/prices/rates.ts";
import { tariffs } from "../../../../kv/credits/prices/tariffs.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { fieldsOf, testShop } from "../testing/shop.ts";

/** The lines of the question. */
const linesIn = (html: string): string[] =>
  [...html.split('role="alert"')[1]!.split("Begin now?")[0]!.matchAll(/<li[^>]*>([^<]*)<\/li>/g)].map(([, line]) =>
    line!
  );

Deno.test("a price that lost two digits is seen: each change of a package, and packages that come and go as a whole", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/rates/new";
  const form = await htmlOf(hers.get(path));
  expect(form).toContain("you will be asked once more");
  const fields = fieldsOf(form, path);
  const [first, second] = [fields["name.0"], fields["name.1"]];
  const wanted = { ...fields, "priceCents.0": "1.50", "credits.0": "21", "mark.0": "", "name.1": "", "credits.1": "" };
  const grand = { "name.6": "Grand", "zhHant.6": "宏大", "zhHans.6": "宏大", "credits.6": "300", "priceCents.6": "99" };
  const asked = await hers.post(path, { ...wanted, "priceCents.1": "", ...grand });
  const html = await htmlOf(asked);
  expect([asked.status, linesIn(html)]).toEqual([422, [
    `${first}, Credits: 20 → 21`,
    `${first}, price in EUR: €15.00 → €1.50`,
    "Grand: – → 300 credits · €99.00",
    expect.stringMatching(new RegExp(`^${second}: .+ credits .+ → –$`)),
  ]]);
  expect(await rateLists(site.store)).toHaveLength(1);
  const same = await htmlOf(hers.post(path, fields));
  expect([linesIn(same), same.includes("Nothing changes.")]).toEqual([[], true]);
});

Deno.test("what an act costs is asked about with the credits that it costs now", async () => {
  await using world = await testShop();
  const { hers } = world;
  const path = "/zh-hans/admin/tariffs/new";
  const fields = fieldsOf(await htmlOf(hers.get(path)), path);
  const english = "/en/admin/tariffs/new";
  const html = await htmlOf(hers.post(english, { ...fields, sendLetter: "1", videoMinute: "50" }));
  expect(linesIn(html)).toEqual([
    "Sending a letter: 10 credits → 1 credit",
    "A minute of video: 5 credits → 50 credits",
  ]);
});

Deno.test("a yes counts only for the prices that were shown; others are asked about, whatever the form says", async () => {
  await using world = await testShop();
  const { hers, site: { store } } = world;
  const kinds = [
    { path: "/en/admin/rates/new", name: "priceCents.0", lists: () => rateLists(store), shown: ["16.00", "1.60"] },
    { path: "/en/admin/tariffs/new", name: "sendLetter", lists: () => tariffs(store), shown: ["12", "120"] },
  ];
  for (const { path, name, lists, shown: [meant, mistyped] } of kinds) {
    const fields = { ...fieldsOf(await htmlOf(hers.get(path)), path), [name]: meant! };
    const unseen = await hers.post(path, { ...fields, sure: "yes" });
    expect([path, unseen.status]).toEqual([path, 422]);
    const html = await htmlOf(unseen);
    // Enter in a field presses the first button of the form, which therefore asks again.
    expect(html.split(`action="${path}"`)[1]).toMatch(/^(?:(?!<button)[^])*<button(?![^>]*name=)[^>]*type="submit"/);
    const asked = fieldsOf(html, path);
    const again = await hers.post(path, { ...asked, [name]: mistyped!, sure: "yes" });
    expect([path, again.status, linesIn(await htmlOf(again)).length]).toEqual([path, 422, 1]);
    expect([path, (await lists()).length]).toEqual([path, 1]);
    expect([path, (await hers.post(path, { ...asked, sure: "yes" })).status]).toEqual([path, 303]);
    expect([path, (await lists()).length]).toEqual([path, 2]);
  }
});

Deno.test("a yes to a change of prices that are no longer in force is asked about anew, beside those that are", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  const path = "/en/admin/tariffs/new";
  const fields = fieldsOf(await htmlOf(hers.get(path)), path);
  const question = async (sendLetter: string) =>
    fieldsOf(await htmlOf(hers.post(path, { ...fields, sendLetter })), path);
  const [hersFirst, hersSecond] = [await question("12"), await question("14")];
  site.advance(60_000);
  expect((await hers.post(path, { ...hersFirst, sure: "yes" })).status).toBe(303);
  const old = await hers.post(path, { ...hersSecond, sure: "yes" });
  const html = await htmlOf(old);
  expect([old.status, linesIn(html)]).toEqual([422, ["Sending a letter: 12 credits → 14 credits"]]);
  expect((await hers.post(path, { ...fieldsOf(html, path), sure: "yes" })).status).toBe(303);
  expect((await tariffs(site.store)).at(-1)!.prices.sendLetter).toBe(14);
});
