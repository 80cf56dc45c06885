/** Every mail of an account reaches a real mail server, in the words of its reader, and survives a server that is down. */
import { expect } from "expect";
import { withTimers } from "../../../islands/chat/testing/timers.ts";
import { confirmByCode } from "../../../kv/accounts/confirming.ts";
import { beginEmailChange } from "../../../kv/accounts/email_change.ts";
import { beginPasswordReset, finishPasswordReset } from "../../../kv/accounts/signing_in/password_reset.ts";
import { changePassword } from "../../../kv/accounts/signing_in/passwords.ts";
import { startSession } from "../../../kv/accounts/signing_in/sessions.ts";
import { beginSignUp, resendCode, type SignUp } from "../../../kv/accounts/sign_up.ts";
import { runDueJobs } from "../../../kv/store/jobs/queue.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { asking, proofOf } from "../../../kv/testing/sign_ups.ts";
import { smtpMailer } from "../../../services/mail/email.ts";
import { until } from "../../../tests/patience.ts";
import { linesAtRest, startSmtpServer } from "../../../tests/servers/smtp_server.ts";
import { testApp, testPassword, type TestSite } from "../../testing/site.ts";
import { startJobRunner } from "../run_jobs.ts";
import { withoutAddresses } from "../without_addresses.ts";
import { withSmtp } from "../testing/jobs.ts";
import { doWork } from "../work.ts";

const origin = "http://localhost:8000";
const asked = { ...asking, origin };

const james: SignUp = {
  firstname: "James 123456",
  lastname: "Secret",
  birthdate: "1984-05-02",
  countryId: 528,
  promoEmails: false,
  locale: "en",
  email: "james.777777@example.test",
  groupId: 1,
  passwordHash: "",
};

Deno.test("a confirmation holds its code as the only six digits in a row, and a link that keeps the address", async () => {
  await withSmtp(async (site, server) => {
    // Keys are random: among this many some hold long runs of digits.
    const emails = Array.from({ length: 24 }, (_, each) => `james.777777.${each}@example.test`);
    for (const email of emails) await beginSignUp(site.store, { ...james, email }, asked);
    await site.runJobs();
    expect(server.mails.length).toBe(24);
    for (const mail of server.mails) {
      const [code, ...more] = mail.text!.match(/\d{6,}/g) ?? [];
      expect(more).toEqual([]);
      expect(code).toMatch(/^\d{6}$/);
      expect(mail.html).toContain(`>${code}<`);
      const link = new URL(mail.text!.match(/http\S+email-confirmation\S+/)![0]);
      expect(decodeURIComponent(link.pathname)).toMatch(
        /^\/en\/email-confirmation\/james\.777777\.\d+@example\.test\/[\w-]{43}$/,
      );
      expect(link.origin).toBe(origin);
      // A name that a stranger typed would be his advertisement in somebody's mailbox.
      expect(mail.text! + mail.html! + mail.subject!).not.toContain("James");
    }
    site.advance(1000);
    await beginSignUp(site.store, james, asked);
    await site.runJobs();
    const code = server.mails.at(-1)!.text!.match(/\d{6}/)![0];
    expect((await confirmByCode(site.store, proofOf(james.email), code)).ok).toBe(true);
  });
});

Deno.test("each mail is written in its reader's language and leads to the variant of that language", async () => {
  await withSmtp(async (site, server) => {
    const expected = {
      "en": { prefix: "/en", subjects: ["Your code for Vesna", "A new password for Vesna"] },
      "zh-Hant": { prefix: "", subjects: ["你的春信驗證碼", "重設你的春信密碼"] },
      "zh-Hans": { prefix: "/zh-hans", subjects: ["你的春信验证码", "重置你的春信密码"] },
    } as const;
    for (const locale of ["en", "zh-Hant", "zh-Hans"] as const) {
      const user = await site.addMan({ locale, firstname: "<b>Wei</b>" });
      await beginSignUp(site.store, { ...james, locale, email: `new-${locale}@example.test` }, asked);
      await beginPasswordReset(site.store, user.email, origin);
      await beginSignUp(site.store, { ...james, locale: "en", email: user.email }, asked);
      await site.runJobs();
      const mails = server.mails.splice(0);
      expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining([...expected[locale].subjects]));
      expect(mails.length).toBe(3);
      for (const mail of mails) {
        const links = mail.text!.match(/http\S+/g)!;
        expect(links.length).toBeGreaterThan(1);
        for (const link of links) expect(link.startsWith(`${origin}${expected[locale].prefix}/`)).toBe(true);
        expect(mail.html).toContain(`<html lang="${locale}">`);
        expect(mail.html).not.toMatch(/<img|<script|<b>Wei|url\(/);
        expect(mail.text).not.toMatch(/mails:|\{\{/);
      }
    }
  });
});

Deno.test("every mail ends with the site's address and telephone, where it has them", async () => {
  await withSmtp(async (site, server) => {
    const { config } = site.deps;
    Object.assign(config, { contactPhone: "+44 20 7946 0000" });
    Object.assign(config.english, { contactEmail: "house@vesna.example" });
    await beginSignUp(site.store, james, asked);
    await beginSignUp(site.store, { ...james, email: "wei@example.test", locale: "zh-Hans" }, asked);
    await site.runJobs();
    const mailTo = (email: string) => server.mails.find(({ envelopeTo }) => envelopeTo[0] === email)!;
    const his = mailTo(james.email);
    expect(his.text).toContain("\nhouse@vesna.example\n+44 20 7946 0000\n");
    expect(his.html).toContain('<a href="mailto:house@vesna.example">house@vesna.example</a> · +44 20 7946 0000');
    expect(mailTo("wei@example.test").text).not.toContain("house@vesna.example");
    expect(mailTo("wei@example.test").text).toContain("\n+44 20 7946 0000\n");
  });
});

Deno.test("a changed password and a taken address are told as they are: who changed it stays logged in", async () => {
  await withSmtp(async (site, server) => {
    const [owner, wei] = [await site.addMan(), await site.addMan({ firstname: "Wei" })];
    const { session: { tokenHash } } = await startSession(site.store, wei.id, false);
    const changed = { currentPassword: testPassword, password: "Autumn-2026!", keepTokenHash: tokenHash };
    expect((await changePassword(site.store, wei.id, changed)).ok).toBe(true);
    await site.runJobs();
    expect(server.mails[0]!.text).toContain("every other device was logged out");
    const wish = { email: owner.email, currentPassword: "Autumn-2026!", origin };
    expect((await beginEmailChange(site.store, wei.id, wish)).ok).toBe(true);
    await site.runJobs();
    const told = server.mails.find(({ envelopeTo }) => envelopeTo[0] === owner.email)!;
    expect(told.text).toContain("to open an account or to move another one to it");
  });
});

Deno.test("a sign-up with a taken address tells its owner, and leads to signing in and to a new password", async () => {
  await withSmtp(async (site, server) => {
    const owner = await site.addMan({ firstname: "Olivier" });
    await beginSignUp(site.store, { ...james, email: owner.email }, asked);
    await site.runJobs();
    const [mail] = server.mails;
    expect(mail!.envelopeTo).toEqual([owner.email]);
    expect(mail!.text).toContain("Olivier");
    expect(mail!.text).toContain(`${origin}/en/auth/sign-in\n`);
    expect(mail!.text).toContain(`${origin}/en/auth/forgot-password\n`);
    expect(mail!.text).not.toMatch(/\d{6}/);
  });
});

Deno.test("a reset mail's link sets a new password, and a further mail says that it was changed", async () => {
  await withSmtp(async (site, server) => {
    const user = await site.addMan();
    await beginPasswordReset(site.store, user.email, origin);
    await site.runJobs();
    const path = new URL(server.mails[0]!.text!.match(/http\S+password-reset\S+/)![0]).pathname;
    const [, email = "", recoveryKey = ""] = /^\/en\/password-reset\/([^/]+)\/([^/]+)$/.exec(path)!.map(
      decodeURIComponent,
    );
    const wanted = { email, recoveryKey, newPassword: "Spring-2026!" };
    expect((await finishPasswordReset(site.store, wanted)).ok).toBe(true);
    await site.runJobs();
    expect(server.mails[1]!.subject).toBe("Your password for Vesna was changed");
    expect(server.mails[1]!.text).toContain(`${origin}/en/auth/forgot-password`);
  });
});

Deno.test("asking for an unknown address mails nobody and leaves no job behind", async () => {
  await withSmtp(async (site, server) => {
    await beginPasswordReset(site.store, "nobody@example.test", origin);
    await site.runJobs();
    expect(server.mails).toEqual([]);
    expect(await waitingJobs(site)).toBe(0);
  });
});

Deno.test("while the mail server is down a mail waits, and it arrives once when the server is back", async () => {
  const server = await startSmtpServer();
  const port = Number(new URL(server.url).port);
  const mailer = smtpMailer(server.url, "letters@vesna.example", { connectionsMax: 4 });
  await server.stop();
  await using site = await testApp({ mailer });
  await beginSignUp(site.store, james, asked);
  await expect(site.runJobs()).rejects.toThrow();
  site.advance(10_000);
  // Not due yet: a server that is down is not asked all the time.
  await site.runJobs();
  expect(await waitingJobs(site)).toBe(1);

  const back = await startSmtpServer(port);
  site.advance(60_000);
  await site.runJobs();
  await site.runJobs();
  expect(back.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([[james.email]]);
  expect(await waitingJobs(site)).toBe(0);
  mailer.close();
  await back.stop();
  await linesAtRest();
});

Deno.test("a refused mail does not hold up the others, and its failure is told without the address", async () => {
  await withSmtp(async (site, server) => {
    server.refuseWith = 550;
    await beginSignUp(site.store, james, asked);
    const failures: string[] = [];
    await runDueJobs(
      site.store,
      (job) => doWork(site.deps, job),
      (_, error) => failures.push(withoutAddresses(error)),
    );
    expect(failures.length).toBe(1);
    expect(failures[0]).toContain("not now for");
    expect(failures[0]).not.toContain("@");
    server.refuseWith = null;
    await beginSignUp(site.store, { ...james, email: "second@example.test" }, asked);
    await site.runJobs();
    expect(server.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([["second@example.test"]]);
  });
});

Deno.test("a code whose mail was refused for a while is good for half an hour from when it comes", async () => {
  await withSmtp(async (site, server) => {
    await beginSignUp(site.store, james, asked);
    server.refuseWith = 451;
    const halfMinutes = async (count: number) => {
      for (let passed = 0; passed < count; passed++) {
        await runDueJobs(site.store, (job) => doWork(site.deps, job), () => {});
        site.advance(30_000);
      }
    };
    await halfMinutes(2 * 20);
    server.refuseWith = null;
    await halfMinutes(2 * 12);
    const codes = server.mails.map(({ text }) => text!.match(/\d{6}/)![0]);
    expect(codes.length).toBe(1);
    site.advance(28 * 60_000);
    expect(await confirmByCode(site.store, proofOf(james.email), codes[0]!)).toMatchObject({ ok: true });
  });
});

Deno.test("a resent code comes in a mail of its own, and the first one is worth nothing any more", async () => {
  await withSmtp(async (site, server) => {
    const confirmation = await beginSignUp(site.store, james, asked);
    await site.runJobs();
    site.advance(61_000);
    await resendCode(site.store, confirmation.id);
    await site.runJobs();
    const [first, second] = server.mails.map(({ text }) => text!.match(/\d{6}/)![0]);
    expect(await confirmByCode(site.store, proofOf(james.email), first!)).toMatchObject({
      ok: false,
      reason: "invalid_code",
    });
    expect(await confirmByCode(site.store, proofOf(james.email), second!)).toMatchObject({ ok: true });
    // The second mail leads to the same site as the first.
    expect(server.mails[1]!.text).toContain(`${origin}/en/email-confirmation/`);
  });
});

Deno.test("a mail that was taken and whose answer was lost comes again as the same one", async () => {
  await withSmtp(async (site, server) => {
    await beginSignUp(site.store, james, asked);
    await beginSignUp(site.store, { ...james, email: "second@example.test" }, asked);
    server.answersWith = 451;
    await expect(site.runJobs()).rejects.toThrow();
    server.answersWith = null;
    site.advance(60_000);
    await site.runJobs();
    const idsOf = (email: string) =>
      server.mails.filter(({ envelopeTo }) => envelopeTo[0] === email).map(({ messageId }) => messageId);
    const [his, second] = [idsOf(james.email), idsOf("second@example.test")];
    expect(his).toEqual([expect.stringMatching(/^<[\w-]{43}@vesna\.example>$/), his[0]]);
    expect(second).toEqual([second[0], second[0]]);
    expect(second[0]).not.toBe(his[0]);
  });
});

Deno.test("a running runner sends at once when it is woken, and nothing more after it was stopped", async () => {
  // The runner's own look every second is held back.
  await withTimers("setInterval", (ms) => ms === 1000, () =>
    withSmtp(async (site, server) => {
      const runner = startJobRunner(site.deps);
      await beginSignUp(site.store, james, asked);
      runner.wake();
      await until(() => server.mails.length === 1);
      await runner.stop();
      await beginSignUp(site.store, { ...james, email: "late@example.test" }, asked);
      runner.wake();
      await new Promise((done) => setTimeout(done, 50));
      expect(server.mails.length).toBe(1);
    }));
});

async function waitingJobs(site: TestSite): Promise<number> {
  let count = 0;
  for await (const _ of site.store.kv.list({ prefix: prefixes.jobs() })) count++;
  return count;
}
