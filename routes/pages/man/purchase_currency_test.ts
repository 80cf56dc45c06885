/** Buying in another currency: it is chosen, remembered and suggested, and nothing else of an order is lost by it. */
import { expect } from "expect";
import { addSpring, sellAbroad, tulpen } from "../../../kv/testing/payments.ts";
import { htmlOf, testMail } from "../mail/testing/mail.ts";
import { buy, hiddenOf, orderOf, path, paymentsIn } from "./testing/purchases.ts";

Deno.test("he chooses a currency, his account remembers it, and what he pays is in it", async () => {
  await using world = await testMail();
  const { site, his } = world;
  // While the site sells in one currency, there is nothing to choose.
  expect(await htmlOf(his.get(path))).not.toContain('name="currency"');
  await sellAbroad(site.store);
  expect(await htmlOf(his.get(path))).toContain("€15.00");
  const chosen = await his.post(path, { choose: "currency", currency: "TWD", rateId: "2", next: "/man/mail/inbox" });
  expect(chosen.headers.get("location")).toBe(`${path}?rateId=2&next=%2Fman%2Fmail%2Finbox`);
  const html = await htmlOf(his.get(`${path}?rateId=2&method=paypal`));
  expect(html).toContain("NT$525");
  expect(html).toMatch(/<option value="TWD" selected[^>]*>New Taiwan Dollar \(TWD\)/);
  // NT$1,050 less 5%, to the nearest dollar.
  expect(orderOf(html)).toContain("Total NT$997");
  const works = await htmlOf(his.get("/en/man/balance/how-site-works"));
  expect(works).toContain("New Taiwan dollar amounts are based on the Basic package");
  await buy(his, { rateId: "2", method: "paypal" });
  const [payment] = await paymentsIn(world);
  expect(payment!.quote).toMatchObject({ currency: "TWD", totalCents: 99_700 });
  // An order that was shown in one currency is not paid in another.
  const seen = hiddenOf(await htmlOf(his.get(`${path}?rateId=1&method=card`)));
  await his.post(path, { choose: "currency", currency: "USD" });
  expect((await his.post(path, { rateId: "1", method: "card", ...seen })).status).toBe(409);
  await his.post(path, { choose: "currency", currency: "GBP" });
  expect(await htmlOf(his.get(path))).toContain("$16.99");
});

/**
 * What a browser without a script sends when the button with these `words` is pressed after these `choices`: the fields
 * of the button's form, wherever on the page they are.
 */
function pressed(html: string, words: string, choices: Record<string, string>): Record<string, string> {
  const buttonOf = (text: string) =>
    [...text.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)].find(([, , said]) => said === words)?.[1];
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  const button = buttonOf(html)!;
  const owner = attribute(button, "form");
  const form = [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([text]) => text)
    .find((text) => owner ? text.split(">")[0]!.includes(`id="${owner}"`) : buttonOf(text) !== undefined)!;
  const fieldsIn = (text: string) => [...text.matchAll(/<(?:input|select)[^>]*>/g)].map(([tag]) => tag);
  const fields = [...fieldsIn(form), ...fieldsIn(html).filter((tag) => owner && attribute(tag, "form") === owner)];
  const sent = fields.flatMap((tag): [string, string][] => {
    const name = attribute(tag, "name")!;
    const value = choices[name] ?? (tag.includes('type="hidden"') ? attribute(tag, "value") : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  const own = attribute(button, "name");
  return Object.fromEntries([...sent, ...(own ? [[own, attribute(button, "value")!]] : [])]);
}

Deno.test("who chooses another currency keeps his package, his code, his way to pay and the country where he lives", async () => {
  await using world = await testMail({ config: { selling: { seller: tulpen, unsaid: [] } } });
  const { site, his } = world;
  await sellAbroad(site.store);
  await addSpring(site.store);
  const html = await htmlOf(his.get(`${path}?next=%2Fman%2Fmail%2Finbox`));
  const order = { rateId: "2", method: "card", promoCode: "SPRING10", billingCountry: "DE" };
  const chosen = await his.post(path, pressed(html, "Show prices", { ...order, currency: "CNY" }));
  const address = new URL(chosen.headers.get("location")!, "http://localhost");
  expect(Object.fromEntries(address.searchParams)).toEqual({ ...order, next: "/man/mail/inbox" });
  const now = await htmlOf(his.get(address.pathname + address.search));
  expect(orderOf(now)).toEqual(expect.arrayContaining([expect.stringMatching(/^Code SPRING10 −CN¥/)]));
  expect(orderOf(now)).toEqual(expect.arrayContaining([expect.stringContaining("(Germany)")]));
  expect(now).toMatch(/name="rateId" value="2" checked/);
  expect(now).toMatch(/<option value="DE" selected/);
});

Deno.test("who looks at a currency in which nothing can be paid comes from there with the way to pay that he chose", async () => {
  await using world = await testMail();
  const { site, his } = world;
  await sellAbroad(site.store);
  const methodsIn = (currency: string) => currency === "EUR" ? [] : ["paypal", "card"];
  Object.defineProperty(site.deps.payments, "methodsIn", { value: methodsIn });
  const order = { rateId: "2", method: "card" };
  for (const chosen of [order, { rateId: "2" }]) {
    await his.post(path, { choose: "currency", currency: "EUR" });
    const closed = await htmlOf(his.get(`${path}?${new URLSearchParams(chosen)}`));
    expect(closed).toContain("Payments are closed for the moment.");
    const left = await his.post(path, pressed(closed, "Show prices", { currency: "USD" }));
    const address = new URL(left.headers.get("location")!, "http://localhost");
    expect(Object.fromEntries(address.searchParams)).toEqual(chosen);
  }
  expect(await htmlOf(his.get(`${path}?${new URLSearchParams(order)}`))).toMatch(/name="method" value="card" checked/);
});

Deno.test("who chooses another currency before a package is not told to choose one", async () => {
  await using world = await testMail();
  await sellAbroad(world.site.store);
  const html = await htmlOf(world.his.get(path));
  const chosen = await world.his.post(path, pressed(html, "Show prices", { method: "card", currency: "CNY" }));
  const answer = await world.his.get(chosen.headers.get("location")!);
  expect([answer.status, (await htmlOf(answer)).includes("CN¥120.00")]).toEqual([200, true]);
});

Deno.test("his country suggests the currency, and each one has the ways to pay that there are for it", async () => {
  await using world = await testMail();
  const { site } = world;
  await sellAbroad(site.store);
  const wei = await site.addMan({ firstname: "Wei", countryId: 156 });
  const his = await site.visitorAs(wei);
  const html = await htmlOf(his.get(`${path}?rateId=1`));
  expect(html).toContain("CN¥120.00");
  expect([...html.matchAll(/name="method" value="(\w+)"/g)].map(([, method]) => method)).toEqual(
    ["card", "alipay", "wechat_pay"],
  );
  const inChinese = await htmlOf(his.get(`/zh-hans/man/balance/purchase?rateId=1`));
  expect(inChinese).toContain("支付宝");
  expect(inChinese).toContain("微信支付");
});
