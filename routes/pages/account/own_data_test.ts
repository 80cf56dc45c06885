/** The pages of one's own data: the copy as a ZIP, and the end of an account, both without a script. */
import { expect } from "expect";
import { deletionOf } from "../../../kv/accounts/deletions.ts";
import { balanceOf, lastEntry } from "../../../kv/credits/ledger/ledger.ts";
import { waitingRefunds } from "../../../kv/credits/payments/refund_requests.ts";
import { setSpendingLimit } from "../../../kv/credits/ledger/spending_limit.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { addNotice, type NoticeAbout } from "../../../kv/safety/notices.ts";
import { reinstate, suspend } from "../../../kv/safety/suspensions.ts";
import { proposeTalk } from "../../../kv/talks/talks.ts";
import { disputedPayment, paidPayment, say } from "../../../kv/testing/payments.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { png } from "../../../services/testing/pictures.ts";
import { keepUpload } from "../../files/uploads.ts";
import { pressTwice } from "../../testing/second_press.ts";
import { testApp, testPassword, type Visitor } from "../../testing/site.ts";
import { filesIn } from "../../testing/zip.ts";

const copyPath = "/en/man/men-account/own-data";
const endPath = "/en/man/men-account/delete-account";

Deno.test("the copy asks for the password once more, and is a page, JSON and pictures in one file", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 50, firstname: "James <b>" });
  const olena = await site.addLady();
  const kept = await keepUpload(site.deps, james.id, new File([await png()], "garden.png"), "picture");
  if (!kept.ok) throw new Error(kept.reason);
  const sent = await sendLetter(site.store, {
    authorId: james.id,
    recipientId: olena.id,
    body: "Dear Olena,\n<script>alert(1)</script>",
    attachmentIds: [kept.attachment.id],
    sendKey: "a-letter",
  });
  expect(sent.ok).toBe(true);
  const visitor = await site.visitorAs(james);
  const shown = await visitor.get(copyPath);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain('autocomplete="current-password"');

  const wrong = await visitor.post(copyPath, { password: "Wrong-2026!" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('aria-invalid="true"');
  const copy = await visitor.post(copyPath, { password: testPassword });
  expect(copy.headers.get("content-disposition")).toBe('attachment; filename="vesna-2026-03-14.zip"');
  expect(copy.headers.get("cache-control")).toBe("private, no-store");
  const files = filesIn(new Uint8Array(await copy.arrayBuffer()));
  const page = files.get("index.html")!;
  expect(page).toContain("Your data at Vesna");
  expect(page).toContain("Dear Olena,<br>&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).toContain("James &lt;b&gt;");
  expect(page).toContain("Sent letter to Olena");
  // In print a heading stays with what it names, and a letter on its sheet.
  expect(page).toMatch(/h2,h3,dt,article header\{break-after:avoid\}article,[^}]*\{break-inside:avoid\}/);
  const [letter] = JSON.parse(files.get("data/letters.json")!);
  expect(letter).toMatchObject({ body: "Dear Olena,\n<script>alert(1)</script>", from: "me" });
  expect(page).toContain(letter.pictures[0].file);
  expect(files.get(letter.pictures[0].file)).toMatch(/^RIFF/);
  expect([...files.keys()].filter((name) => name.startsWith("data/")).length).toBe(18);
});

Deno.test("in every language the page of the copy has all of its words", async () => {
  await using site = await testApp();
  const [james, olena] = [await site.addMan({ credits: 50 }), await site.addLady()];
  for (const [prefix, title] of [["", "你在春信的資料"], ["/zh-hans", "你在春信的数据"]]) {
    for (const [who, path] of [[james, "/man/men-account/own-data"], [olena, "/lady/profile/own-data"]] as const) {
      const visitor = await site.visitorAs(who);
      const files = filesIn(
        new Uint8Array(await (await visitor.post(prefix + path, { password: testPassword })).arrayBuffer()),
      );
      // A key that no catalogue has would have thrown (`routes/testing/site.ts`).
      expect(files.get("index.html")).toContain(title);
    }
  }
});

Deno.test("the page of the copy says his daily limit, its rise that waits, and what became of a bank's dispute", async () => {
  await using site = await testApp();
  const { store } = site;
  const james = await site.addMan({ credits: 50 });
  const payment = await disputedPayment(store, james.id, {});
  const { currency, totalCents: amountCents } = payment.quote;
  await setSpendingLimit(store, james.id, 10);
  await setSpendingLimit(store, james.id, 25);
  const visitor = await site.visitorAs(james);
  const page = async () => {
    const copy = await visitor.post(copyPath, { password: testPassword });
    return filesIn(new Uint8Array(await copy.arrayBuffer())).get("index.html")!;
  };
  expect(await page()).toContain(
    "<dt>Daily limit</dt><dd>10 credits<br>From 15\u00a0Mar 2026, 12:00 UTC the limit will be 25 credits.</dd>",
  );
  const words = { open: " and has not decided yet", won: "; it was not returned", lost: "; it was returned to you" };
  for (const [disputeId, outcome] of [["dp_1", "open"], ["dp_1", "won"], ["dp_2", "lost"]] as const) {
    await say(store, payment, { kind: "disputed", disputeId, currency, amountCents, outcome });
    expect(await page()).toContain(`Your bank asked for €30.00 back${words[outcome]}`);
  }
});

Deno.test("the page of the copy tells one return of money at PayPal once, and calls no bank his that was not asked", async () => {
  const asked = "PayPal was asked for €28.50 back";
  const [kept, returned] = [`${asked}; it was not returned`, `${asked}; it was returned to you`];
  for (
    const [others, reversedAt, said] of [
      [[], 2, [returned]],
      [["open"], 2, [`${asked} and has not decided yet`]],
      [["open", "won"], 2, [kept]],
      [["open", "lost"], 2, [returned]],
      // PayPal took the money back once more after the dispute was decided.
      [["open", "won"], 25, [kept, returned]],
    ] as const
  ) {
    await using site = await testApp();
    const james = await site.addMan({ credits: 50 });
    const payment = await paidPayment(site.store, james.id, { provider: "paypal" });
    const { currency, totalCents: amountCents } = payment.quote;
    const dispute = { kind: "disputed", currency, amountCents } as const;
    const named = { ...dispute, disputeId: "PP-D-1", toldAt: 20 };
    for (const outcome of others) await say(site.store, payment, { ...named, outcome });
    await say(site.store, payment, { ...dispute, disputeId: null, outcome: "lost", toldAt: reversedAt });
    const copy = await (await site.visitorAs(james)).post(copyPath, { password: testPassword });
    const page = filesIn(new Uint8Array(await copy.arrayBuffer())).get("index.html")!;
    expect(page.match(/[^<>]* €[\d.]+ back[^<]*/g)).toEqual(said);
  }
});

Deno.test("the page of the copy says each notice, with what the site asked, and each time to talk", async () => {
  await using site = await testApp();
  const { store } = site;
  const [james, olena] = [await site.addMan({ credits: 50 }), await site.addLady({ firstname: "Olena" })];
  const about: NoticeAbout[] = [
    { kind: "fraud", ladyId: olena.id, refundedCredits: 10, refundedEntries: 1 },
    { kind: "report_answered", reportId: 1 },
    { kind: "published" },
    { kind: "warned", words: "Ask nobody for money." },
    { kind: "background_shown", manId: james.id },
    { kind: "background_searched" },
    { kind: "background_answered", ladyId: olena.id, isConsent: true },
    { kind: "appeal_answered", decisionId: 1 },
  ];
  const op = store.kv.atomic();
  for (const each of about) addNotice(store, op, james.id, each.kind, each);
  expect((await op.commit()).ok).toBe(true);
  const moments = [store.now() + 26 * 3600_000];
  const talk = await proposeTalk(store, { proposerId: james.id, partnerId: olena.id, kind: "video", moments });
  expect(talk.ok).toBe(true);
  const visitor = await site.visitorAs(james);
  const copy = await visitor.post(copyPath, { password: testPassword });
  const page = filesIn(new Uint8Array(await copy.arrayBuffer())).get("index.html")!;
  expect(page).toContain("We asked something of you:<br>Ask nobody for money.");
  expect(page).toContain("Your profile is shown on the site.");
  expect(page.match(/registry was searched|showed you his statement|answered your statement/g)).toHaveLength(3);
  expect(page).toContain("Proposed a time to talk (Video chat): 15\u00a0Mar 2026");
});

Deno.test("the copy says of a fraud what went back, and of a lady who was let in again that the site was wrong", async () => {
  const said = "A lady you wrote to was not who she said";
  const wrong = "because we took it for a false one. We were wrong.";
  for (const [refundedCredits, isLetIn] of [[10, false], [0, false], [10, true], [0, true]] as const) {
    await using site = await testApp();
    const { store } = site;
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const vera = await site.addPerson({ groupId: 3 });
    const about = { userId: olena.id, reason: "Stolen photos", actorId: vera.id };
    await suspend(store, { ...about, kind: "fraud" });
    if (isLetIn) await reinstate(store, about);
    const op = store.kv.atomic();
    addNotice(store, op, james.id, "fraud", { kind: "fraud", ladyId: olena.id, refundedCredits, refundedEntries: 1 });
    expect((await op.commit()).ok).toBe(true);
    const copy = await (await site.visitorAs(james)).post(copyPath, { password: testPassword });
    const page = filesIn(new Uint8Array(await copy.arrayBuffer())).get("index.html")!;
    const found = [
      said,
      `${said}; your credits were given back`,
      wrong,
      "The credits that we gave back to you stay yours.",
    ]
      .map((words) => page.includes(words));
    const isRepaid = refundedCredits > 0;
    expect(found).toEqual([!isLetIn, !isLetIn && isRepaid, isLetIn, isLetIn && isRepaid]);
  }
});

Deno.test("an account ends by its password and a typed word, and bought credits are asked about first", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 30 });
  const payment = await paidPayment(site.store, james.id);
  const visitor = await site.visitorAs(james);
  const shown = await (await visitor.get(endPath)).text();
  expect(shown).toContain(`${payment.quote.totalCredits} credits that you bought`);
  const wish = { word: "delete", password: testPassword, refund: "yes" };
  for (
    const [field, fields] of [
      ["word", { ...wish, word: "yes" }],
      ["password", { ...wish, password: "Wrong-2026!" }],
      ["refund", { word: wish.word, password: wish.password }],
    ] as const
  ) {
    const refused = await visitor.post(endPath, fields);
    expect([field, refused.status]).toEqual([field, 422]);
    const id = field === "refund" ? "refund-error" : `delete-${field}-error`;
    expect(await refused.text()).toContain(`id="${id}"`);
    expect(await deletionOf(site.store, james.id)).toBe(null);
  }
  const done = await visitor.post(endPath, wish);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/en"]);
  expect(await (await visitor.get("/en")).text()).toContain("Your account is deleted.");
  expect((await visitor.get("/en/man/mail")).status).toBe(303);
  await site.runJobs();
  expect(await waitingRefunds(site.store)).toMatchObject([{ manId: james.id, cents: payment.quote.totalCents }]);
  expect(await balanceOf(site.store, james.id)).toBe(payment.quote.totalCredits);
});

Deno.test("one address leads everybody to the end of the own account", async () => {
  await using site = await testApp();
  const leadsTo = async (visitor: Visitor) => (await visitor.get("/en/delete-account")).headers.get("location");
  expect(await leadsTo(await site.visitorAs(await site.addMan()))).toBe("/en/man/men-account/delete-account");
  expect(await leadsTo(await site.visitorAs(await site.addLady()))).toBe("/en/lady/profile/delete-account");
  expect(await leadsTo(site.visitor())).toBe(`/en/auth/sign-in?next=${encodeURIComponent("/en/delete-account")}`);
  const admin = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  for (const [visitor, isLink] of [[site.visitor(), true], [admin, false]] as const) {
    for (const text of ["faq", "terms-conditions"]) {
      const html = await (await visitor.get(`/en/${text}`)).text();
      expect([text, html.includes('<a href="/en/delete-account">in your account</a>')]).toEqual([text, isLink]);
      expect(html).toContain("in your account");
    }
  }
});

Deno.test("whoever types another word than the one shown is told to type that one, and keeps the account", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  const refused = await visitor.post(endPath, { word: "yes", password: testPassword });
  expect(refused.status).toBe(422);
  const [, fault] = /id="delete-word-error">(.*?)<\/p>/.exec(await refused.text()) ?? [];
  expect(fault).toContain("Type the word exactly as it is shown.");
  expect((await visitor.get(endPath)).status).toBe(200);
});

Deno.test("who lets the credits go has none left, and nothing is asked back", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 30 });
  await paidPayment(site.store, james.id);
  const visitor = await site.visitorAs(james);
  await visitor.post(endPath, { word: "刪除", password: testPassword, refund: "no" });
  await site.runJobs();
  expect(await waitingRefunds(site.store)).toEqual([]);
  expect(await lastEntry(site.store, james.id)).toMatchObject({
    balanceAfter: 0,
    operation: "adjustment",
    reference: { note: "account_deleted" },
  });
});

Deno.test("a lady's page says what becomes of hers, and asks about no credits", async () => {
  await using site = await testApp();
  const olena = await site.addLady();
  const visitor = await site.visitorAs(olena);
  expect(await (await visitor.get("/en/lady/profile/security")).text()).toContain("/en/lady/profile/delete-account");
  const shown = await (await visitor.get("/en/lady/profile/delete-account")).text();
  expect(shown).toContain("is returned to them");
  expect(shown).not.toContain('name="refund"');
  const done = await visitor.post("/en/lady/profile/delete-account", { word: "DELETE", password: testPassword });
  expect(done.status).toBe(303);
  expect(site.store.ladies.has(olena.id)).toBe(false);
});

Deno.test("James ends his account twice and reads both times that it is gone; nobody else does", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan({ firstname: "James" }), await site.addMan()];
  const his = await site.visitorAs(james);
  const token = his.cookies.get("slsid")!;
  const [first, second] = await pressTwice(his, endPath, { word: "delete", password: testPassword });
  expect([second.status, second.headers.get("location")]).toEqual([303, first.headers.get("location")]);
  expect(await (await his.follow(second)).text()).toContain("Your account is deleted");
  const notes = await Array.fromAsync(site.store.kv.list<{ userId: number }>({ prefix: prefixes.allJustDone() }));
  expect(notes.map(({ value }) => value.userId)).toEqual([0]);
  const stranger = await site.visitorAs(wei);
  await stranger.post("/en/logout");
  expect((await stranger.post(endPath)).headers.get("location")).toContain("/auth/sign-in");
  site.advance(60_000);
  his.cookies.set("slsid", token);
  expect((await his.post(endPath)).headers.get("location")).toContain("/auth/sign-in");
});
