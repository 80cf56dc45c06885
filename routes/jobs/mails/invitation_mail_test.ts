/** Mails about invitations: only if their reader wishes them, if nobody answered, once a day, and ended by one press. */
import { expect } from "expect";
import { setMailWish, wishesMail } from "../../../kv/accounts/mail_wishes.ts";
import { type User, userById } from "../../../kv/accounts/users.ts";
import { mailAbout } from "../../../kv/chats/invitation_mails.ts";
import { invite, withdrawInvitation } from "../../../kv/chats/invitations.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { dayMs } from "../../../kv/store/days.ts";
import type { ReceivedMail, TestSmtpServer } from "../../../tests/servers/smtp_server.ts";
import type { TestSite } from "../../testing/site.ts";
import { answer, ask, pairIn } from "../testing/asking.ts";
import { headerOf, withSmtp } from "../testing/jobs.ts";

const minuteMs = 60_000;

/** The mails that are sent within the next minute. */
async function afterTheMinute(site: TestSite, server: TestSmtpServer): Promise<ReceivedMail[]> {
  const before = server.mails.length;
  site.advance(minuteMs);
  await site.runJobs();
  return server.mails.slice(before);
}

const wish = (site: TestSite, { id }: User) => setMailWish(site.store, id, "invitations", true);

Deno.test("whom nobody reached within the minute is mailed who asked and where, where she wished it, once a day", async () => {
  await withSmtp(async (site, server) => {
    const [james, wei, olena] = [await site.addMan(), await site.addMan({ firstname: "Wei" }), await site.addLady()];
    await ask(site, james, olena);
    expect(await afterTheMinute(site, server)).toEqual([]);

    await wish(site, olena);
    await ask(site, james, olena);
    await site.runJobs();
    expect(server.mails).toEqual([]);
    const [mail] = await afterTheMinute(site, server);
    expect(mail).toMatchObject({ envelopeTo: [olena.email], subject: "James asked to talk with you" });
    expect(mail!.text).toMatch(new RegExp(`/en/lady/chat\\?with=${james.id}\n`));
    expect(mail!.text).toContain("once a day");

    await ask(site, james, olena);
    expect(await afterTheMinute(site, server)).toEqual([]);
    await ask(site, wei, olena);
    expect((await afterTheMinute(site, server)).map(({ subject }) => subject)).toEqual(["Wei asked to talk with you"]);
    site.advance(dayMs);
    await ask(site, james, olena);
    expect((await afterTheMinute(site, server)).length).toBe(1);
  });
});

Deno.test("who answered, whose asker took it back, and who has a chat by now is mailed nothing", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady()];
    await wish(site, olena);
    for (
      const end of [
        () => answer(site, james, olena, false),
        () => withdrawInvitation(site.store, james.id),
        async () => await invite(site.store, await pairIn(site, james, olena), olena.id, james.id, "text"),
        () => answer(site, james, olena, true),
      ]
    ) {
      await ask(site, james, olena);
      await end();
      expect(await afterTheMinute(site, server)).toEqual([]);
    }
  });
});

Deno.test("between two of whom one blocked the other nothing is mailed, whenever the block came", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    await wish(site, olena);
    await ask(site, james, olena);
    await setBlocked(site.store, olena.id, james.id, true);
    expect(await afterTheMinute(site, server)).toEqual([]);
    expect(await mailAbout(site.store, { askerId: james.id, toId: olena.id })).toBe(false);
  });
});

Deno.test("who cannot be reached at all is mailed at once, and the asker is told so only when she is", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const two = { askerId: james.id, toId: olena.id };
    expect(await mailAbout(site.store, two)).toBe(false);
    await wish(site, olena);
    const told = await Promise.all([mailAbout(site.store, two), mailAbout(site.store, two)]);
    expect(told.toSorted()).toEqual([false, true]);
    await site.runJobs();
    expect(server.mails.length).toBe(1);
    // She has had the day's mail about him: an invitation whose minute she lets go by brings no other.
    await ask(site, james, olena);
    expect(await afterTheMinute(site, server)).toEqual([]);
  });
});

Deno.test("a mail that the server refused is tried again, and one press ends these mails and no others", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    await wish(site, olena);
    server.refuseWith = 451;
    await mailAbout(site.store, { askerId: james.id, toId: olena.id });
    await expect(site.runJobs()).rejects.toThrow("not now");
    server.refuseWith = null;
    const [mail] = await afterTheMinute(site, server);
    expect(mail!.subject).toBe("James asked to talk with you");

    const [, href] = /^<http:\/\/[^/]+(\S+)>$/.exec(headerOf(mail!, "list-unsubscribe")!)!;
    const asked = await (await site.visitor().get(href!)).text();
    expect(asked).toContain("No more e-mails about who asked to talk?");
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const pressed = await site.visitor().request(href!, { method: "POST", body });
    expect(await pressed.text()).toContain("You get no e-mails about who asked to talk");
    const now = (await userById(site.store, olena.id))!;
    expect([wishesMail(now, "invitations"), now.letterEmails]).toEqual([false, undefined]);
  });
});
