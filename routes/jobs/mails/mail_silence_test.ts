/** A mail server that is away: who hears of it, and when. */
import { expect } from "expect";
import { beginPasswordReset } from "../../../kv/accounts/signing_in/password_reset.ts";
import { admin, type User } from "../../../kv/accounts/users.ts";
import { logged } from "../../../services/testing/logged.ts";
import { Running } from "../../http/running.ts";
import { htmlOf } from "../../pages/mail/testing/mail.ts";
import type { TestSite } from "../../testing/site.ts";
import { withSmtp } from "../testing/jobs.ts";

const notice = "the mail server has taken no e-mail from this site";
const minuteMs = 60_000;

async function askForCode(site: TestSite, { email }: User): Promise<void> {
  await beginPasswordReset(site.store, email);
  await site.runJobs();
}

const deskTells = async (site: TestSite, ada: User): Promise<boolean> =>
  (await htmlOf((await site.visitorAs(ada)).get("/en/admin"))).includes(notice);

/** Whether the desk has the notice, and for how many minutes the metrics say that no mail was taken. */
async function told(site: TestSite, ada: User): Promise<[boolean, number]> {
  const text = await (await site.visitor({ address: "127.0.0.1" }).get("/metrics")).text();
  const [, seconds] = /^vesna_mail_silence_seconds (\S+)$/m.exec(text)!;
  return [await deskTells(site, ada), Number(seconds) / 60];
}

Deno.test("a server that is away is on the desk, in the metrics and in the log within minutes, even if one code alone waits", async () => {
  await withSmtp(async (site, server) => {
    const james = await site.addMan();
    const ada = await site.addPerson({ groupId: admin });
    server.greetsWith = 421;
    const lines = await logged(["vesna", "mails"], async () => {
      await expect(askForCode(site, james)).rejects.toThrow("421");
      for (let waited = 0; waited < 5; waited++) {
        expect(await told(site, ada)).toEqual([false, 0]);
        site.advance(minuteMs);
      }
      await expect(site.runJobs()).rejects.toThrow("421");
      expect(await told(site, ada)).toEqual([true, 5]);
      const { running } = site.deps;
      // Another process, which has sent none itself.
      site.deps.running = new Running(site.store);
      expect(await deskTells(site, ada)).toBe(true);
      site.deps.running = running;
      site.advance(minuteMs);
      expect(await told(site, ada)).toEqual([true, 6]);
      server.greetsWith = null;
      site.advance(10 * minuteMs);
      await site.runJobs();
      expect(await told(site, ada)).toEqual([false, 0]);
    });
    expect(server.mails.length).toBe(1);
    expect(lines.map(({ level }) => level)).toEqual(["error", "info"]);
    expect(JSON.stringify(lines)).toContain("421");
    expect(JSON.stringify(lines)).not.toContain(james.email);
  });
});

Deno.test("one man whose domain cannot be found rings nobody, however often he is tried", async () => {
  await withSmtp(async (site, server) => {
    const james = await site.addMan();
    const ada = await site.addPerson({ groupId: admin });
    server.refusesRecipients = "450 4.1.2 domain not found";
    for (let hour = 0; hour < 4; hour++) {
      await expect(askForCode(site, james)).rejects.toThrow("domain not found");
      site.advance(60 * minuteMs);
    }
    expect(await told(site, ada)).toEqual([false, 0]);
    for (const each of [await site.addMan(), await site.addLady()]) {
      await expect(askForCode(site, each)).rejects.toThrow("domain not found");
    }
    expect(await told(site, ada)).toEqual([true, 240]);
  });
});
