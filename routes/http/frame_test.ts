/** The frame around every page, and for whom: menus, account, language, promotions, the footer. */
import { expect } from "expect";
import { openPayments } from "../../services/payments/open.ts";
import { expectHolds, expectLacks } from "../pages/girls/testing/html.ts";
import { testApp } from "../testing/site.ts";

const headOf = (html: string) => /<header class="top">[^]*?<\/header>/.exec(html)![0];
const footOf = (html: string) => /<footer[^]*<\/footer>/.exec(html)![0];

const hosts = {
  english: {
    url: "https://en.example",
    hosts: ["en.example"],
    brand: "Vesna",
    contactEmail: "hello@en.example",
    socialLinks: [{ label: "Letters", href: "https://social.example/vesna" }],
  },
  chinese: {
    url: "https://zh.example",
    hosts: ["zh.example"],
    brand: "春信",
    contactEmail: "hello@zh.example",
    socialLinks: [{ label: "微博", href: "https://weibo.example/vesna" }],
  },
};

const stripe = { secretKey: "sk_test", webhookSecret: "whsec_test", apiBase: null };
const solidgate = { ...stripe, publicKey: "api_pk", hookPublicKey: "wh_pk", hookSecretKey: "wh_sk" };

Deno.test("guests find log in, sign up and the promotions, men their credits and account, ladies neither", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 42 });
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(await site.addLady())];

  const forGuest = await (await site.visitor().get("/en/faq")).text();
  expectHolds(headOf(forGuest), ">Log in</a>", ">Sign up</a>");
  expectLacks(headOf(forGuest), "Log out", "Balance");
  expectHolds(forGuest, "5% off when you pay with PayPal", "Welcome back");

  const forJames = await (await his.get("/en/faq")).text();
  expectHolds(headOf(forJames), james.firstname, "Account", "Balance", 'href="/en/logout"', "<b>42</b>");
  expectHolds(headOf(forJames), 'class="balance" href="/en/man/balance/purchase"', 'class="brand" href="/en"');
  expectLacks(headOf(forJames), "Log in", "Sign up");
  expectHolds(forJames, "5% off when you pay with PayPal", 'data-opens="log-out"');
  expectLacks(forJames, "Welcome back");

  const forOlena = await (await hers.get("/en/faq")).text();
  expectHolds(headOf(forOlena), "Olena", 'href="/en/logout"', '<span class="brand">');
  expectLacks(headOf(forOlena), "Balance", "credits", 'class="brand" href', "/man/");
  expectLacks(forOlena, "5% off when you pay with PayPal", "Welcome back");
  expectHolds(forOlena, "<footer");
});

Deno.test("a guest's way in leads back to the search as it was, and takes no token along", async () => {
  await using site = await testApp();
  const wayIn = async (path: string) =>
    /href="([^"]+)" data-opens="sign-in"/.exec(headOf(await (await site.visitor().get(path)).text()))![1];
  expect(await wayIn("/en/search?ageFrom=30&hairColor=brown")).toBe(
    `/en/auth/sign-in?next=${encodeURIComponent("/en/search?ageFrom=30&hairColor=brown")}`,
  );
  expect(await wayIn("/en/search?access_token=spent")).toBe("/en/auth/sign-in?next=%2Fen%2Fsearch");
  expect(await wayIn("/en?utm_source=a")).toBe("/en/auth/sign-in");
});

Deno.test("a man without credits reads 0, and a new letter shows in the menu of both", async () => {
  await using site = await testApp();
  const his = await site.visitorAs(await site.addMan({ credits: 20 }));
  const olena = await site.addLady();
  const poor = await site.visitorAs(await site.addMan());
  expectHolds(headOf(await (await poor.get("/en/faq")).text()), "<b>0</b>");
  const hers = await site.visitorAs(olena);
  const before = headOf(await (await hers.get("/en/faq")).text());
  await his.call("POST", "/api/mail", { recipientId: olena.id, body: "Good evening." });
  const after = headOf(await (await hers.get("/en/faq")).text());
  expectLacks(before, "Menu, 1 new");
  expectHolds(after, "Menu, 1 new");
});

Deno.test("each host offers the languages that it serves", async () => {
  await using site = await testApp({ config: { english: hosts.english, chinese: hosts.chinese } });
  const htmlAt = async (origin: string) => await (await site.visitor({ origin }).get("/faq")).text();
  const chinese = headOf(await htmlAt("https://zh.example"));
  expectHolds(chinese, 'hreflang="zh-Hant"', 'hreflang="zh-Hans"');
  expectLacks(chinese, 'hreflang="en"');
  const english = headOf(await htmlAt("https://en.example"));
  expectLacks(english, 'hreflang="zh-Hant"');
  for (const page of [chinese, english]) expectHolds(page, 'hreflang="uk"', 'hreflang="ru"', 'hreflang="ro"');
});

Deno.test("the foot has each variant's own address and links, the telephone, and the ways to pay", async () => {
  await using site = await testApp({
    config: { english: hosts.english, chinese: hosts.chinese, contactPhone: "+44 20 0000 0000" },
  });
  for (
    const [origin, own, other] of [
      ["https://en.example", hosts.english, hosts.chinese],
      ["https://zh.example", hosts.chinese, hosts.english],
    ] as const
  ) {
    const foot = footOf(await (await site.visitor({ origin }).get("/faq")).text());
    expectHolds(foot, `mailto:${own.contactEmail}`, own.socialLinks[0]!.href, own.socialLinks[0]!.label);
    expectLacks(foot, other.contactEmail, other.socialLinks[0]!.href);
    expectHolds(foot, "tel:", "+44 20 0000 0000", "Visa", "Mastercard", "PayPal", "Stripe");
    expect(/UnionPay|銀聯/.test(foot)).toBe(true);
  }
});

Deno.test("where nothing can be paid with a wallet, or at all, neither foot nor promotion says so", async () => {
  for (
    const [payments, shown, notShown] of [
      [openPayments({ stripe: null, paypal: null, solidgate: null }, null), [], [
        "Visa",
        "PayPal",
        "Stripe",
        'class="promo"',
      ]],
      [openPayments({ stripe, paypal: null, solidgate: null }, null), ["Visa", "Stripe"], ["PayPal", "wallet"]],
      [openPayments({ stripe, paypal: null, solidgate }, null), ["Visa", "Solidgate"], ["Stripe", "UnionPay"]],
    ] as const
  ) {
    await using site = await testApp();
    site.deps.payments = payments;
    const html = await (await site.visitor().get("/en/faq")).text();
    expectHolds(footOf(html), ...shown);
    expectLacks(html, ...notShown);
  }
});

Deno.test("guests find the foot as an envelope, who has signed in as a line, and what men pay with in theirs alone", async () => {
  await using site = await testApp({ config: { mode: "start" } });
  site.deps.payments = openPayments({ stripe, paypal: null, solidgate: null }, null);
  const [his, hers] = [await site.visitorAs(await site.addMan()), await site.visitorAs(await site.addLady())];
  const forGuest = footOf(await (await site.visitor().get("/en/faq")).text());
  expectHolds(forGuest, 'class="flap"', 'href="/en/search"', 'href="/en/how-site-works"', "Visa");
  const [forJames, forOlena] = [his, hers].map(async (each) => footOf(await (await each.get("/en/faq")).text()));
  expectHolds(await forJames!, 'href="/en/man/balance/how-site-works"', "Visa");
  expectHolds(await forOlena!, 'href="/en/success-stories"');
  expectLacks(await forOlena!, "how-site-works", "Visa");
  for (const foot of [await forJames!, await forOlena!]) {
    expectHolds(foot, 'href="/en/contact-us"', 'href="/en/privacy-policy"', 'name="appearance"');
    expectLacks(foot, 'class="flap"');
  }
  expectLacks(forGuest, "Drawn for the demo");
});

Deno.test("a demo says in its foot that its people are drawn", async () => {
  await using site = await testApp({ config: { mode: "demo" } });
  const his = await site.visitorAs(await site.addMan());
  for (const visitor of [site.visitor(), his]) {
    expectHolds(footOf(await (await visitor.get("/en/faq")).text()), "Drawn for the demo");
  }
});
