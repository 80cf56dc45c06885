/** Before new prices begin at once, the admin reads each value that changes, beside the one in force. */
import { expect } from "expect";
import { rateLists } from "../../../../kv/credits/prices/rates.ts";
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
