/** A lady can look at her own page as men see it, and at nobody else's. */
import { expect } from "expect";
import { setPutForward } from "../../../kv/ladies/listing.ts";
import { testApp } from "../../testing/site.ts";
import { htmlOf } from "../mail/testing/mail.ts";

const path = "/en/lady/profile/as-men-see-it";

Deno.test("Olena reads on it what James reads of her, and no other lady", async () => {
  await using site = await testApp();
  const olena = await site.addLady({}, { about: "I bind books.", quote: "Slow mornings, long letters." });
  await site.addLady({ firstname: "Daria" });
  const hers = await site.visitorAs(olena);
  const html = await htmlOf(hers.get(path));
  const his = await site.visitorAs(await site.addMan());
  const ofMen = await htmlOf(his.follow(await his.get(`/en/girl/x-1-x-x-${olena.id}`)));
  const main = (page: string) => /<main.*<\/main>/s.exec(page)![0];
  for (const part of ["I bind books.", "Slow mornings, long letters.", "Birthday"]) {
    expect([part, main(html).includes(part), main(ofMen).includes(part)]).toEqual([part, true, true]);
  }
  expect(main(ofMen)).toContain("Daria");
  expect(main(html)).not.toContain("Daria");
  expect(html).toContain("This is what men see of you.");
  for (const from of ["/en/lady/profile", "/en/lady/profile/photos"]) {
    expect(await htmlOf(hers.get(from))).toContain(`href="${path}"`);
  }
});

Deno.test("it says who sees it: nobody yet, or only who knows her", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const hers = await site.visitorAs(olena);
  await setPutForward(site.store, olena.id, false);
  expect(await htmlOf(hers.get(path))).toContain("You are in no list and in no search now");
  const newcomer = await site.visitorAs(await site.addLady({}, { isPublished: false }));
  expect(await htmlOf(newcomer.get(path))).toContain("Your page is not published yet");
});

Deno.test("it is for ladies alone", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan());
  expect((await his.get(path)).status).toBe(403);
});
