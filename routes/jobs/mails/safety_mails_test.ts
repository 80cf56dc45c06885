/** Mails about safety: once, in the reader's language; people who are suspended get no others. */
import { expect } from "expect";
import { translatorFor } from "../../../i18n/translate.ts";
import { beginPasswordReset } from "../../../kv/accounts/signing_in/password_reset.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { answerAppeal, fileAppeal } from "../../../kv/safety/appeals.ts";
import { unreadNotices } from "../../../kv/safety/notices.ts";
import { answerReport } from "../../../kv/safety/report_answers.ts";
import { fileReport } from "../../../kv/safety/report_filing.ts";
import { reinstate, suspend } from "../../../kv/safety/suspensions.ts";
import { keys } from "../../../kv/store/keys.ts";
import { standingTalksOf } from "../../../kv/talks/kept_talks.ts";
import { proposeTalk } from "../../../kv/talks/talks.ts";
import { begunPayment, paidInFull, say } from "../../../kv/testing/payments.ts";
import { putChecks } from "../../../kv/testing/verifications.ts";
import { recordIdentity } from "../../../kv/vetting/verification_decisions.ts";
import { testApp } from "../../testing/site.ts";

async function world() {
  const site = await testApp();
  const { store } = site;
  const vera = await site.addPerson({ groupId: 3 });
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena" });
  const write = (author: User, recipient: User) =>
    sendLetter(store, {
      authorId: author.id,
      recipientId: recipient.id,
      body: "A letter.",
      sendKey: store.randomToken(),
    });
  const keepOut = (user: User, kind: "conduct" | "fraud" = "conduct") =>
    suspend(store, { userId: user.id, kind, reason: "Said by others: rude", actorId: vera.id });
  const letIn = (user: User) => reinstate(store, { userId: user.id, reason: "A mistake", actorId: vera.id });
  /** Runs everything that is due within the next minutes. */
  const deliver = async () => {
    for (let round = 0; round < 4; round++) {
      await site.runJobs();
      site.advance(60_000);
    }
  };
  const mailsTo = (user: User) => site.outbox.mails().filter(({ to }) => to === user.email);
  return {
    site,
    store,
    vera,
    olena,
    write,
    keepOut,
    letIn,
    deliver,
    mailsTo,
    [Symbol.asyncDispose]: () => site.close(),
  };
}

const shownNow = {
  "en": ["Your profile is shown now", "From now on men can write to you"],
  "zh-Hant": ["你的個人頁已經公開", "從現在起"],
  "zh-Hans": ["你的个人主页已经公开", "从现在起"],
};

for (const [locale, [subject, words]] of Object.entries(shownNow)) {
  Deno.test(`${locale}: a lady is told by mail and at her home page that her profile is shown now`, async () => {
    await using w = await world();
    const prefix = { "en": "/en", "zh-Hant": "", "zh-Hans": "/zh-hans" }[locale]!;
    const account = { firstname: "Marta", locale: locale as User["locale"] };
    const marta = await w.site.addLady(account, { isPublished: false });
    const profileApprovedAt = w.store.now();
    await putChecks(w.store, marta.id, { profileApprovedAt, identity: null, verifiedAt: null, endsAt: null });
    const seen = { documentKind: "passport", checkedAt: w.store.now(), actorId: w.vera.id } as const;
    await recordIdentity(w.store, { ...seen, ladyId: marta.id });
    await w.deliver();
    const [mail, ...others] = w.mailsTo(marta);
    expect([mail?.subject, others]).toEqual([subject, []]);
    for (const told of [words!, `${prefix}/lady/mail/inbox`]) expect(mail!.text).toContain(told);
    const hers = await w.site.visitorAs(marta);
    const inbox = () => hers.get(`${prefix}/lady/mail/inbox`).then((answer) => answer.text());
    expect(await inbox()).toContain(words);
    const { id } = (await unreadNotices(w.store, marta.id))[0]!;
    await hers.post(`${prefix}/lady/profile/safety`, { notice: id });
    expect(await inbox()).not.toContain(words);
  });
}

Deno.test("who comes back three days before her verification ends is told of three days, not of 14", async () => {
  await using w = await world();
  await putChecks(w.store, w.olena.id, { profileApprovedAt: w.store.now() });
  await w.keepOut(w.olena);
  w.site.advance(177 * 24 * 3600_000);
  await w.letIn(w.olena);
  await w.deliver();
  expect(w.mailsTo(w.olena).map(({ subject }) => subject)).toContain("Your verification ends in 3 days");
});

const subjects = {
  "en": ["Your account at Vesna is suspended", "Your account at Vesna is open again"],
  "zh-Hant": ["你在春信的帳號已停用", "你在春信的帳號已恢復"],
  "zh-Hans": ["你在春信的账号已停用", "你在春信的账号已恢复"],
};

for (const locale of ["en", "zh-Hant", "zh-Hans"] as const) {
  Deno.test(`${locale}: who is kept out, and let back in, is told so without the staff's reason`, async () => {
    await using w = await world();
    const james = await w.site.addMan({ firstname: "James", locale });
    await w.keepOut(james);
    await w.deliver();
    await w.letIn(james);
    await w.deliver();
    const mails = w.mailsTo(james).toReversed();
    expect(mails.map(({ subject }) => subject)).toEqual(subjects[locale]);
    expect(mails[0]!.text).toContain("contact-us");
    for (const { text } of mails) expect(text).not.toContain("Said by others");
  });

  Deno.test(`${locale}: a lady who comes back is told that her profile is there, or that it is not`, async () => {
    await using w = await world();
    for (const isPublished of [true, false]) {
      const marta = await w.site.addLady({ firstname: "Marta", locale }, { isPublished });
      await w.keepOut(marta);
      await w.letIn(marta);
      await w.deliver();
      const [mail, ...others] = w.mailsTo(marta);
      const [lead, hidden] = ["lead", "leadHidden"].map((each) =>
        translatorFor(locale)(`safety:mail.reinstated.${each}`, { brand: locale === "en" ? "Vesna" : "春信" })
      );
      expect(others).toEqual([]);
      expect([mail!.text.includes(lead!), mail!.text.includes(hidden!)]).toEqual([isPublished, !isPublished]);
    }
  });

  Deno.test(`${locale}: who wrote to a fraud is told by name, with the credits that went back`, async () => {
    await using w = await world();
    const james = await w.site.addMan({ firstname: "James", credits: 50, locale });
    await w.write(james, w.olena);
    await w.keepOut(w.olena, "fraud");
    await w.deliver();
    const about = w.mailsTo(james).filter(({ subject }) => subject.includes("Olena"));
    expect(about).toHaveLength(1);
    expect(about[0]!.text).toMatch(/10 credits|10\u00a0點|10\u00a0点/);
    expect(about[0]!.text).toContain("anti-scam-guide");
    expect(await balanceOf(w.store, james.id)).toBe(50);
  });

  Deno.test(`${locale}: the answer to a report comes in the words of who answered`, async () => {
    await using w = await world();
    const james = await w.site.addMan({ firstname: "James", locale });
    const filed = await fileReport(w.store, {
      reporterId: james.id,
      reportedId: w.olena.id,
      category: "fake",
      text: "",
      from: "profile",
    });
    if (!filed.ok) throw new Error(filed.reason);
    const reportId = filed.report.id;
    await answerReport(w.store, {
      reportId,
      actorId: w.vera.id,
      outcome: "not_confirmed",
      words: "We saw her papers.",
    });
    await w.deliver();
    const [mail, ...more] = w.mailsTo(james);
    expect(more).toEqual([]);
    expect(mail!.text).toContain("We saw her papers.");
    expect(mail!.text).toContain("/decisions/1");
    expect(mail!.text).toContain(translatorFor(locale)("guestReports:mail.object"));
  });
}

Deno.test("who is suspended gets no other mail of letters or of what was approved", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James" });
  await w.write(w.olena, james);
  await w.keepOut(james);
  await w.deliver();
  expect(w.mailsTo(james).map(({ subject }) => subject)).toEqual(["Your account at Vesna is suspended"]);
});

Deno.test("who is suspended and has forgotten the password still comes to the reasons; who worked here does not", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James" });
  const nadia = await w.site.addPerson({ groupId: 4, firstname: "Nadia" });
  for (const user of [james, nadia]) {
    await w.keepOut(user);
    await beginPasswordReset(w.store, user.email);
  }
  await w.deliver();
  const isReset = ({ text }: { text: string }) => text.includes("/password-reset/");
  expect([w.mailsTo(james).filter(isReset).length, w.mailsTo(nadia).filter(isReset).length]).toEqual([1, 0]);
});

Deno.test("suspended and let back before the mail went out, only what is true is told", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James" });
  await w.keepOut(james);
  await w.letIn(james);
  await w.deliver();
  expect(w.mailsTo(james).map(({ subject }) => subject)).toEqual(["Your account at Vesna is open again"]);
});

Deno.test("who wins against the second of two suspensions reads that the first still stands, not that all is open", async () => {
  await using w = await world();
  const ben = await w.site.addPerson({ groupId: 3, firstname: "Ben" });
  await w.keepOut(w.olena);
  await w.deliver();
  const fraud = await w.keepOut(w.olena, "fraud");
  await w.deliver();
  const decision = { userId: w.olena.id, decisionId: fraud.ok ? fraud.user.suspension!.decisionId! : NaN };
  await fileAppeal(w.store, { ...decision, text: "I am no fraud." });
  await answerAppeal(w.store, { ...decision, actorId: ben.id, isReversed: true, words: "You are no fraud." });
  await w.deliver();
  const told = w.mailsTo(w.olena);
  const suspended = "Your account at Vesna is suspended";
  expect(told.map(({ subject }) => subject).toSorted()).toEqual([
    "About your objection at Vesna",
    suspended,
    suspended,
  ]);
  const answer = told.find(({ subject }) => subject.startsWith("About"))!.text;
  for (const part of ["You are no fraud.", "another decision still stands"]) expect(answer).toContain(part);
});

Deno.test("a lady who is let in again before the mails went out is called a fraud in none of them", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James", credits: 50 });
  await w.write(james, w.olena);
  await w.keepOut(w.olena, "fraud");
  // The first round finds the men concerned, the second refunds them.
  for (const _ of ["gather", "refund"]) await w.site.runJobs();
  await w.letIn(w.olena);
  await w.deliver();
  expect(w.mailsTo(james)).toEqual([]);
  expect(await balanceOf(w.store, james.id)).toBe(50);
});

Deno.test("the links of a fraud's mails lead to where the demo runs, as those of all its mails", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James", credits: 50 });
  await w.write(james, w.olena);
  const about = { userId: w.olena.id, kind: "fraud", reason: "Said by others", actorId: w.vera.id } as const;
  await suspend(w.store, { ...about, origin: "http://spring.test:8123" });
  await w.deliver();
  const mail = w.mailsTo(james).find(({ subject }) => subject.includes("Olena"));
  expect(mail!.text).toContain("http://spring.test:8123/");
});

Deno.test("a lady who is let in and kept out as a fraud anew before the mails went out is named in one mail", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James", credits: 50 });
  await w.write(james, w.olena);
  await w.keepOut(w.olena, "fraud");
  for (const _ of ["gather", "refund"]) await w.site.runJobs();
  await w.letIn(w.olena);
  w.site.advance(1000);
  await w.keepOut(w.olena, "fraud");
  await w.deliver();
  expect(w.mailsTo(james).map(({ subject }) => subject)).toEqual(["About your letters with Olena"]);
  expect(await balanceOf(w.store, james.id)).toBe(50);
});

Deno.test("a case that reaches less far back leaves their mail to those whom the case before it has repaid", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James", credits: 50 });
  const wei = await w.site.addMan({ firstname: "Wei", credits: 50 });
  const pass = (days: number) => w.site.advance(days * 24 * 3600_000);
  await w.write(james, w.olena);
  pass(15);
  await w.write(wei, w.olena);
  pass(5);
  await w.keepOut(w.olena, "conduct");
  pass(20);
  await w.keepOut(w.olena, "fraud");
  for (const _ of ["gather", "refund"]) await w.site.runJobs();
  await w.letIn(w.olena);
  w.site.advance(1000);
  await w.keepOut(w.olena, "fraud");
  await w.deliver();
  for (const man of [james, wei]) {
    const about = w.mailsTo(man).filter(({ subject }) => subject === "About your letters with Olena");
    expect([man.firstname, about.length, await balanceOf(w.store, man.id)]).toEqual([man.firstname, 1, 50]);
    expect(about[0]!.text).toContain("10 credits");
  }
});

Deno.test("a time to talk that is agreed on after she was let in again stands, whatever is still looked through", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James", credits: 50 });
  await w.keepOut(w.olena, "fraud");
  await w.site.runJobs();
  await w.letIn(w.olena);
  const moments = [w.store.now() + 24 * 3600_000];
  await proposeTalk(w.store, { proposerId: james.id, partnerId: w.olena.id, kind: "text", moments });
  await w.deliver();
  expect(await standingTalksOf(w.store, james.id, true)).toHaveLength(1);
});

Deno.test("money that arrives after the suspension becomes his credits all the same, and can go back", async () => {
  await using w = await world();
  const james = await w.site.addMan({ firstname: "James" });
  const payment = await begunPayment(w.store, james.id);
  await w.keepOut(james);
  expect(await say(w.store, payment, paidInFull(payment))).toMatchObject({ ok: true, isRepeat: false });
  expect(await balanceOf(w.store, james.id)).toBe(65);
  const all = { kind: "refunded", refundedCents: payment.quote.totalCents, currency: "EUR" } as const;
  expect(await say(w.store, payment, all)).toMatchObject({ ok: true });
  expect(await balanceOf(w.store, james.id)).toBe(0);
  expect((await w.store.kv.get<User>(keys.user(james.id))).value!.suspension).toBeDefined();
});
