/** The page of figures, as an admin reads it. */
import { expect } from "expect";
import { htmlOf } from "../../mail/testing/mail.ts";
import { testShop } from "../testing/shop.ts";

Deno.test("figures are told for 30, 90 and 365 days, as charts and as tables", async () => {
  await using world = await testShop();
  const { hers, site } = world;
  await site.addMan({ credits: 20 });
  const html = await htmlOf(hers.get("/en/admin/figures"));
  expect(html.match(/class="figure__place"/g)).toHaveLength(8);
  expect(html.match(/<tbody>/g)).toHaveLength(8);
  expect(html.match(/<th scope="row">/g)).toHaveLength(8 * 30);
  expect(html).toContain("14\u00a0March 2026");
  expect(await htmlOf(hers.get("/zh-hans/admin/figures?days=365"))).toContain("2025年3月15日");
  expect((await hers.get("/en/admin/figures?days=nonsense")).status).toBe(200);
});
