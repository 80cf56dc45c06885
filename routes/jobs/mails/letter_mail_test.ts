/** The mail about a letter reaches a real mail server: for the right person, in her or his language, without its words. */
import { expect } from "expect";
import { noteComplaint } from "../../../kv/accounts/mail_reach.ts";
import { setMailWish, unsubscribeKeyOf } from "../../../kv/accounts/mail_wishes.ts";
import { translator, type User } from "../../../kv/accounts/users.ts";
import { askForTranslation } from "../../../kv/letters/translating/asked_translations.ts";
import type { Letter } from "../../../kv/letters/letter.ts";
import { openLetter } from "../../../kv/letters/opening.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { finishTranslation } from "../../../kv/letters/translating/translation_ends.ts";
import { claimTranslation } from "../../../kv/letters/translating/translations.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { suspend } from "../../../kv/safety/suspensions.ts";
import { createVera } from "../../../kv/testing/safety.ts";
import type { ReceivedMail, TestSmtpServer } from "../../../tests/servers/smtp_server.ts";
import type { TestSite } from "../../testing/site.ts";
import { nameBeforeWords } from "./letter_mail.ts";
import { headerOf, withSmtp } from "../testing/jobs.ts";

const secret = "the heron keeps its promise at the weir";
const minuteMs = 60_000;

async function write(site: TestSite, author: User, recipient: User): Promise<Letter> {
  const sent = await sendLetter(site.store, {
    authorId: author.id,
    recipientId: recipient.id,
    body: secret,
    sendKey: site.store.randomToken(),
    origin: "http://localhost:8000",
  });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
}

async function deliver(site: TestSite, server: TestSmtpServer): Promise<ReceivedMail[]> {
  const before = server.mails.length;
  site.advance(2 * minuteMs);
  await site.runJobs();
  return server.mails.slice(before);
}

Deno.test("who wrote and where it lies stand in the mail, a word of the letter nowhere", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan({ credits: 50 }), await site.addLady({ firstname: "Olena" })];
    const introduction = await write(site, olena, james);
    const [first] = await deliver(site, server);
    expect(first).toMatchObject({ envelopeTo: [james.email], subject: "Olena introduces herself" });
    expect(first!.text).toContain(
      `http://localhost:8000/en/man/mail/introduction/conversation/${olena.id}/${introduction.id}\n`,
    );
    expect(first!.text).not.toContain("credits");

    await write(site, james, olena);
    const [second] = await deliver(site, server);
    expect(second).toMatchObject({ envelopeTo: [olena.email], subject: "A letter from James" });
    expect(second!.text).toContain("/en/lady/mail/inbox/conversation/");

    site.advance(60 * minuteMs);
    const sealed = await write(site, olena, james);
    const [third] = await deliver(site, server);
    expect(third!.subject).toBe("A letter from Olena");
    expect(third!.text).toContain("Opening it costs 5 credits");
    expect(third!.text).toContain(`/en/man/mail/inbox/conversation/${olena.id}/${sealed.id}\n`);
    for (const { raw, text, html } of server.mails) {
      for (const part of [raw, text, html]) expect(part).not.toContain("heron");
    }
  });
});

Deno.test("each reads the mail in the language of the account", async () => {
  await withSmtp(async (site, server) => {
    const [wei, lin] = [
      await site.addMan({ locale: "zh-Hans", readsLanguages: ["zh", "en"] }),
      await site.addMan({ locale: "zh-Hant", readsLanguages: ["zh", "en"] }),
    ];
    const olena = await site.addLady({ firstname: "Olena" });
    await write(site, olena, wei);
    site.advance(1000);
    await write(site, olena, lin);
    const sent = await deliver(site, server);
    // Mails are sent side by side, so their order is open.
    const mails = [wei, lin].map(({ email }) => sent.find(({ envelopeTo }) => envelopeTo[0] === email));
    expect(mails.map((mail) => mail!.subject)).toEqual(["Olena 写来第一封信", "Olena 寫來第一封信"]);
    expect(mails[0]!.text).toContain("http://localhost:8000/zh-hans/man/mail/introduction/");
    expect(mails[1]!.text).toContain("http://localhost:8000/man/mail/introduction/");
  });
});

Deno.test("in a Chinese mail a Latin name stands apart from the words, and a Chinese one does not", () => {
  const before = (locale: "en" | "zh-Hant", name: string) => `${nameBeforeWords(locale, name)}|`;
  expect([before("zh-Hant", "Olena"), before("zh-Hant", "奧蓮娜"), before("en", "Olena")])
    .toEqual(["Olena |", "奧蓮娜|", "Olena|"]);
});

Deno.test("the headers let a mail program end these mails with one press, and its press is understood", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    await write(site, olena, james);
    const [mail] = await deliver(site, server);
    const [, href] = /^<(http\S+)>$/.exec(headerOf(mail!, "list-unsubscribe")!)!;
    expect(headerOf(mail!, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(decodeURIComponent(href!)).toBe(
      `http://localhost:8000/en/unsubscribe/${james.id}/${unsubscribeKeyOf(site.store, james.id, "letters")}`,
    );
    expect(mail!.text).toContain(`${href}\n`);
    // As a provider does it: no cookies, no Origin.
    const pressed = await site.visitor().request(new URL(href!).pathname, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(pressed.status).toBe(200);
    await pressed.text();
    site.advance(60 * minuteMs);
    await write(site, olena, james);
    expect(await deliver(site, server)).toEqual([]);
  });
});

Deno.test("no mail goes out for what was read or is not wished, and the next wish counts from then on", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const read = await write(site, olena, james);
    await openLetter(site.store, james.id, read.id, false);
    expect(await deliver(site, server)).toEqual([]);
    await setMailWish(site.store, james.id, "letters", false);
    await write(site, olena, james);
    expect(await deliver(site, server)).toEqual([]);
    await setMailWish(site.store, james.id, "letters", true);
    await write(site, olena, james);
    expect((await deliver(site, server)).length).toBe(1);
  });
});

Deno.test("a mail server that is away for an hour delays the mail, and does not double it", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    await write(site, olena, james);
    server.refuseWith = 451;
    site.advance(2 * minuteMs);
    for (let minute = 0; minute < 60; minute++) {
      await site.runJobs().catch(() => {});
      site.advance(minuteMs);
    }
    expect(server.mails).toEqual([]);
    server.refuseWith = null;
    for (let minute = 0; minute < 180; minute++) {
      await site.runJobs();
      site.advance(minuteMs);
    }
    expect(server.mails.length).toBe(1);
  });
});

Deno.test("a name that a mail program would make a link of does not stand in the mail", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan({ credits: 50, firstname: "visit evil.example" }), await site.addLady()];
    await write(site, james, olena);
    const [mail] = await deliver(site, server);
    expect(mail!.subject).toBe("A new letter at Vesna");
    expect(mail!.raw).not.toContain("evil");
  });
});

/** James's letter has come to Ioana as he wrote it; `finish` ends what Nadia translates of it. */
async function cameUntranslated(site: TestSite, server: TestSmtpServer) {
  const nadia = await site.addPerson({ groupId: translator, firstname: "Nadia" });
  const [james, ioana] = [await site.addMan({ credits: 50 }), await site.addLady({ locale: "ro" })];
  const wanted = { authorId: james.id, recipientId: ioana.id, body: secret, translate: false, sendKey: "asked" };
  const sent = await sendLetter(site.store, wanted);
  if (!sent.ok) throw new Error(sent.reason);
  await deliver(site, server);
  const letterId = sent.letter.id;
  const finish = async () => {
    await claimTranslation(site.store, nadia.id, letterId);
    await finishTranslation(site.store, nadia.id, letterId, ["Bâtlanul își ține promisiunea."]);
  };
  return { james, ioana, letterId, finish };
}

Deno.test("a translation that was asked for is told to its reader in the own language, without a word of it", async () => {
  await withSmtp(async (site, server) => {
    const { james, ioana, letterId, finish } = await cameUntranslated(site, server);
    await askForTranslation(site.store, ioana.id, letterId);
    await finish();
    const [mail, ...others] = await deliver(site, server);
    expect([mail!.envelopeTo, mail!.subject, others]).toEqual([
      [ioana.email],
      "Traducerea unei scrisori este gata",
      [],
    ]);
    expect(mail!.text).toContain(`/ro/lady/mail/inbox/conversation/${james.id}/${letterId}`);
    expect(mail!.raw).not.toContain("Bâtlanul");
    expect(mail!.text).not.toContain(secret);
  });
});

Deno.test("an author who asked for the translation is told as well, and led to the own letter", async () => {
  await withSmtp(async (site, server) => {
    const { james, ioana, letterId, finish } = await cameUntranslated(site, server);
    await askForTranslation(site.store, james.id, letterId);
    await finish();
    const mails = await deliver(site, server);
    expect(mails.flatMap(({ envelopeTo }) => envelopeTo).toSorted()).toEqual([james.email, ioana.email].toSorted());
    const his = mails.find(({ envelopeTo }) => envelopeTo.includes(james.email))!;
    expect(his.subject).toBe("Your translation is ready");
    expect(his.text).toContain(`/en/man/mail/outbox/conversation/${ioana.id}/${letterId}`);
    expect(his.text).not.toContain(secret);
  });
});

Deno.test("who ended mails about letters, by a complaint even, is told of the translation that was asked for, and of no other", async () => {
  await withSmtp(async (site, server) => {
    const { james, ioana, letterId, finish } = await cameUntranslated(site, server);
    await askForTranslation(site.store, james.id, letterId);
    await noteComplaint(site.store, james.email);
    await setMailWish(site.store, ioana.id, "letters", false);
    await finish();
    const [his, ...others] = await deliver(site, server);
    expect([his!.envelopeTo, others]).toEqual([[james.email], []]);
    expect(his!.text).toContain("because you asked Vesna for this translation.");
    // There is nothing to end: it comes once.
    expect(headerOf(his!, "list-unsubscribe")).toBeUndefined();
    expect(his!.text).not.toContain("/unsubscribe/");
  });
});

Deno.test("once the two are kept apart, who asked for the translation is told of it, and the other is not", async () => {
  await withSmtp(async (site, server) => {
    const nadia = await site.addPerson({ groupId: translator, firstname: "Nadia" });
    const [james, ioana] = [await site.addMan({ credits: 50 }), await site.addLady({ locale: "ro" })];
    const vera = await createVera(site.store);
    const translated = async (sendKey: string) => {
      const wanted = { authorId: james.id, recipientId: ioana.id, body: secret, translate: false, sendKey };
      const sent = await sendLetter(site.store, wanted);
      if (!sent.ok) throw new Error(sent.reason);
      await askForTranslation(site.store, james.id, sent.letter.id);
      await deliver(site, server);
      await claimTranslation(site.store, nadia.id, sent.letter.id);
      await finishTranslation(site.store, nadia.id, sent.letter.id, ["Bâtlanul își ține promisiunea."]);
    };
    await translated("blocked");
    await setBlocked(site.store, ioana.id, james.id, true);
    expect((await deliver(site, server)).map(({ envelopeTo }) => envelopeTo)).toEqual([[james.email]]);
    await setBlocked(site.store, ioana.id, james.id, false);
    await translated("suspended");
    await suspend(site.store, { userId: james.id, kind: "conduct", reason: "Rude words", actorId: vera.id });
    const mails = await deliver(site, server);
    expect(mails.filter(({ subject }) => /translat|traducere/i.test(subject ?? ""))).toEqual([]);
  });
});
