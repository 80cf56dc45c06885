/**
 * People whom mails do not reach, or who are suspended: which mails are still sent, and how the person hears of it.
 */
import { expect } from "expect";
import { beginPasswordReset, resetSeconds } from "../../../kv/accounts/signing_in/password_reset.ts";
import { beginSignUp, codeSeconds } from "../../../kv/accounts/sign_up.ts";
import { type User, userById } from "../../../kv/accounts/users.ts";
import { suspend } from "../../../kv/safety/suspensions.ts";
import { addJob } from "../../../kv/store/jobs/queue.ts";
import type { Job } from "../../../kv/store/jobs/work.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { asking } from "../../../kv/testing/sign_ups.ts";
import { logged } from "../../../services/testing/logged.ts";
import { htmlOf } from "../../pages/mail/testing/mail.ts";
import type { TestSite } from "../../testing/site.ts";
import { withSmtp } from "../testing/jobs.ts";

const nobodyHere = "550 5.1.1 nobody here of that name";

async function askForCode(site: TestSite, { email }: User): Promise<void> {
  await beginPasswordReset(site.store, email);
  await site.runJobs();
}

/** Sends her a mail that she has not asked for: one about an approval. */
async function tell(site: TestSite, { id: userId }: User): Promise<void> {
  const op = site.store.kv.atomic();
  addJob(site.store, op, { kind: "approval_mail", userId, isApproved: true });
  await op.commit();
  await site.runJobs();
}

const unreachableOf = async (site: TestSite, { id }: User) => (await userById(site.store, id))?.unreachable;

Deno.test("an address that its server does not know is noted, not tried again, and gets codes alone until one arrives", async () => {
  await withSmtp(async (site, server) => {
    const olena = await site.addLady();
    server.refusesRecipients = nobodyHere;
    await tell(site, olena);
    expect(await unreachableOf(site, olena)).toEqual({ why: "refused", at: site.now() });
    expect(await Array.fromAsync(site.store.kv.list({ prefix: prefixes.jobs() }))).toEqual([]);
    server.refusesRecipients = null;
    await tell(site, olena);
    expect(server.mails).toEqual([]);
    site.advance(1000);
    await askForCode(site, olena);
    expect(server.mails.length).toBe(1);
    expect(await unreachableOf(site, olena)).toBeUndefined();
    await tell(site, olena);
    expect(server.mails.length).toBe(2);
  });
});

Deno.test("a word on the sender, on spam or on a full box is none on the address, and the mail is tried again", async () => {
  await withSmtp(async (site, server) => {
    const james = await site.addMan();
    for (const word of ["550 5.7.1 relaying denied", "552 5.2.2 mailbox full", "450 4.2.1 later", "554 no spam here"]) {
      server.refusesRecipients = word;
      await expect(askForCode(site, james)).rejects.toThrow(word);
      expect([word, await unreachableOf(site, james)]).toEqual([word, undefined]);
      site.advance(3600_000);
    }
    for (const word of ["553 5.1.3 no address", "550 5.2.1 closed", "550 no mailbox here by that name (#5.1.1)"]) {
      const wei = await site.addMan();
      server.refusesRecipients = word;
      await tell(site, wei);
      expect([word, await unreachableOf(site, wei)]).toEqual([word, { why: "refused", at: site.now() }]);
    }
  });
});

const waitingKinds = async ({ store }: TestSite): Promise<string[]> =>
  (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }))).map(({ value }) => value.kind);

Deno.test("a mail server that refuses everybody without a reason speaks of the site: no code is lost, and nobody is unreachable", async () => {
  await withSmtp(async (site, server) => {
    const [james, wei] = [await site.addMan({ email: "james@one.test" }), await site.addMan({ email: "wei@two.test" })];
    const [olena, daria] = [await site.addLady({ email: "olena@three.test" }), await site.addLady()];
    const people = [james, wei, olena, daria];
    const ada = await site.visitorAs(await site.addPerson({ groupId: 3, firstname: "Ada" }));
    const warning = "The mail server accepts no e-mails from this site";
    server.refusesRecipients = "550 relay not permitted";
    const lines = await logged(["vesna", "mails"], async () => {
      for (const each of people) await expect(askForCode(site, each)).rejects.toThrow("relay not permitted");
      expect(await htmlOf(ada.get("/en/admin"))).toContain(warning);
      site.advance(40_000);
      await expect(site.runJobs()).rejects.toThrow("relay not permitted");
      server.refusesRecipients = null;
      site.advance(90_000);
      await site.runJobs();
    });
    expect(server.mails.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual(people.map(({ email }) => email).sort());
    expect(await Promise.all(people.map((each) => unreachableOf(site, each)))).toEqual(people.map(() => undefined));
    expect(await waitingKinds(site)).toEqual([]);
    expect(lines.map(({ level }) => level)).toEqual(["error", "info"]);
    expect(JSON.stringify(lines)).not.toContain(people[0]!.email);
    expect(await htmlOf(ada.get("/en/admin"))).not.toContain(warning);
  });
});

Deno.test("an address that is refused without a reason is noted once others are served meanwhile; a code goes on trying", async () => {
  await withSmtp(async (site, server) => {
    const [james, wei] = [await site.addMan(), await site.addMan()];
    const [olena, daria] = [await site.addLady(), await site.addLady()];
    const refuse = (word: string | null) => server.refusesRecipients = word;
    refuse("550 no such user");
    await expect(tell(site, olena)).rejects.toThrow("no such user");
    await expect(askForCode(site, james)).rejects.toThrow("no such user");
    refuse(null);
    site.advance(1000);
    await tell(site, wei);
    await tell(site, daria);
    expect(await unreachableOf(site, james)).toBeUndefined();
    refuse("550 no such user");
    site.advance(40_000);
    await expect(site.runJobs()).rejects.toThrow("no such user");
    const noted = { why: "refused", at: site.now() };
    expect([await unreachableOf(site, olena), await unreachableOf(site, james)]).toEqual([noted, noted]);
    expect(await waitingKinds(site)).toEqual(["password_reset_mail"]);
  });
});

/** Signs up with an address that nobody has. */
async function mistype(site: TestSite): Promise<void> {
  const signUp = { firstname: "Wei", lastname: "Secret", birthdate: "1984-05-02", countryId: 156, promoEmails: false };
  await beginSignUp(
    site.store,
    { ...signUp, locale: "en", email: "typo@example.test", groupId: 1, passwordHash: "" },
    { ...asking, origin: "http://localhost:8000" },
  );
}

Deno.test("a code for an address without an account is given up where nobody has the address", async () => {
  await withSmtp(async (site, server) => {
    server.refusesRecipients = nobodyHere;
    await mistype(site);
    await site.runJobs();
    expect(await waitingKinds(site)).toEqual([]);
  });
});

Deno.test("a code that nobody waits for any more is not tried where others are served and its address is refused", async () => {
  await withSmtp(async (site, server) => {
    const wei = await site.addMan();
    const refuse = (word: string | null) => server.refusesRecipients = word;
    const isTriedOn = async (word: string) => {
      refuse(word);
      await expect(site.runJobs()).rejects.toThrow(word);
      expect(await waitingKinds(site)).toEqual(["confirmation_mail"]);
    };
    await mistype(site);
    await isTriedOn("550 no such user");
    refuse(null);
    site.advance(1000);
    await tell(site, wei);
    site.advance(40_000);
    await isTriedOn("550 no such user");
    site.advance(codeSeconds * 1000);
    // Whatever says nothing of the address is waited out: the code is valid from the moment in which it is mailed.
    await isTriedOn("450 4.2.1 later");
    site.advance(3600_000);
    refuse("550 no such user");
    await site.runJobs();
    expect(await waitingKinds(site)).toEqual([]);
  });
});

Deno.test("a link for a new password that a newer one replaced, or that is too old, is not mailed any more", async () => {
  await withSmtp(async (site, server) => {
    const james = await site.addMan();
    server.refusesRecipients = "450 4.2.1 later";
    for (let press = 0; press < 2; press++) await expect(askForCode(site, james)).rejects.toThrow("later");
    server.refusesRecipients = null;
    site.advance(40_000);
    await site.runJobs();
    expect([server.mails.length, await waitingKinds(site)]).toEqual([1, []]);
    server.refusesRecipients = "450 4.2.1 later";
    await expect(askForCode(site, james)).rejects.toThrow("later");
    server.refusesRecipients = null;
    site.advance(resetSeconds * 1000);
    await site.runJobs();
    expect([server.mails.length, await waitingKinds(site)]).toEqual([1, []]);
  });
});

Deno.test("who is not reached is asked for another address on every page of the account, and nobody else is", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const pages = ["/en/man/men-account/information", "/en/man/men-account/security"];
    const his = await site.visitorAs(james);
    const words = `Our e-mails do not reach ${james.email}.`;
    for (const page of pages) expect(await htmlOf(his.get(page))).not.toContain(words);
    server.refusesRecipients = nobodyHere;
    await tell(site, james);
    for (const page of pages) {
      const html = await htmlOf(his.get(page));
      expect(html).toContain(words);
      expect(html).toContain('href="/en/man/men-account/security#email"');
    }
    expect(await htmlOf((await site.visitorAs(olena)).get("/en/lady/profile/settings"))).not.toContain("do not reach");
    const adas = await site.visitorAs(await site.addPerson({ groupId: 3, firstname: "Ada" }));
    expect(await htmlOf(adas.get(`/en/admin/users/${james.id}`))).toContain("Unreachable by e-mail since");
    expect(await htmlOf(adas.get(`/en/admin/users/${olena.id}`))).not.toContain("do not reach");
  });
});

Deno.test("who is suspended is warned of another password or address, and told of the account; who worked here is not", async () => {
  await withSmtp(async (site, server) => {
    const [vera, james] = [await site.addPerson({ groupId: 3 }), await site.addMan()];
    const nadia = await site.addPerson({ groupId: 4 });
    const op = site.store.kv.atomic();
    for (const { id: userId, email: to } of [james, nadia]) {
      await suspend(site.store, { userId, kind: "conduct", reason: "Rude words", actorId: vera.id });
      addJob(site.store, op, { kind: "password_changed_mail", userId });
      addJob(site.store, op, { kind: "email_change_notice_mail", userId, to, isDone: true });
      addJob(site.store, op, { kind: "already_registered_mail", userId });
      addJob(site.store, op, { kind: "approval_mail", userId, isApproved: true });
    }
    await op.commit();
    await site.runJobs();
    const subjectsTo = ({ email }: User) =>
      server.mails.filter(({ envelopeTo }) => envelopeTo[0] === email).map(({ subject }) => subject).sort();
    const suspended = "Your account at Vesna is suspended";
    expect(subjectsTo(james)).toEqual([
      "You already have an account at Vesna",
      suspended,
      "Your address for Vesna was changed",
      "Your password for Vesna was changed",
    ]);
    expect(subjectsTo(nadia)).toEqual([suspended]);
  });
});
