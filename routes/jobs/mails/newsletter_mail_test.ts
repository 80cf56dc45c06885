/** Newsletters at a real mail server: in the reader's language, with the one press that ends them, and not after it. */
import { expect } from "expect";
import { setMailWish, unsubscribeKeyOf } from "../../../kv/accounts/mail_wishes.ts";
import { admin } from "../../../kv/accounts/users.ts";
import { beginNewsletter, saveNewsletter, stopNewsletter, tryNewsletter } from "../../../kv/writing/newsletters.ts";
import type { TestSite } from "../../testing/site.ts";
import { withSmtp } from "../testing/jobs.ts";

const texts = {
  en: { subject: "Spring at Vesna", body: "A letter costs less.\n\nUntil the end of March." },
  "zh-Hant": { subject: "春天來了", body: "信件有優惠。\n\n到三月底為止。" },
  "zh-Hans": { subject: "春天来了", body: "信件有优惠。\n\n到三月底为止。" },
};

async function draftIn(site: TestSite) {
  const ada = await site.addPerson({ groupId: admin, firstname: "Ada" });
  const saved = await saveNewsletter(site.store, { readers: "everybody", texts, path: "/blog/1", actorId: ada.id });
  if (!saved.ok) throw new Error(saved.reason);
  const { newsletter } = saved;
  const begin = () =>
    beginNewsletter(site.store, newsletter.id, { actorId: ada.id, seenChangedAt: newsletter.changedAt });
  return { ada, newsletter, begin };
}

Deno.test("each reader has it in a language of hers or his, and one press in the mail ends it", async () => {
  await withSmtp(async (site, server) => {
    const { begin } = await draftIn(site);
    const james = await site.addMan({ firstname: "James", promoEmails: true });
    const wei = await site.addMan({ firstname: "Wei", locale: "zh-Hans", promoEmails: true });
    await site.addLady({ firstname: "Olena", promoEmails: false });
    await begin();
    await site.runJobs();
    await site.runJobs();
    const mails = server.mails.splice(0);
    expect(mails.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual([james.email, wei.email].sort());
    const his = mails.find(({ envelopeTo }) => envelopeTo[0] === james.email)!;
    expect(his.subject).toBe("Spring at Vesna");
    expect(his.text!).toContain("Hello James,\n\nA letter costs less.\n\nUntil the end of March.\n\nRead more at");
    expect(his.text!).toContain("/en/blog/1\n");
    expect(his.text!).toContain("because you asked");
    const link = `/en/unsubscribe/${james.id}/${unsubscribeKeyOf(site.store, james.id, "newsletters")}`;
    expect(his.text!).toContain(link);
    expect(his.raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mails.find(({ envelopeTo }) => envelopeTo[0] === wei.email)!.subject).toBe("春天来了");

    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await site.visitor().request(link, { method: "POST", body })).status).toBe(200);
    const next = await draftIn(site);
    await next.begin();
    await site.runJobs();
    await site.runJobs();
    expect(server.mails.splice(0).map(({ envelopeTo }) => envelopeTo[0])).toEqual([wei.email]);
  });
});

Deno.test("who wishes no more, or where it was stopped, gets no mail that waited; a trial comes to its writer", async () => {
  await withSmtp(async (site, server) => {
    const { ada, newsletter, begin } = await draftIn(site);
    const james = await site.addMan({ promoEmails: true });
    await begin();
    // Runs only the job of the part; the mail that it adds still waits.
    await site.runJobs();
    await setMailWish(site.store, james.id, "newsletters", false);
    await site.runJobs();
    expect(server.mails.map(({ subject }) => subject)).toEqual([]);
    await tryNewsletter(site.store, newsletter.id, ada.id);
    await stopNewsletter(site.store, newsletter.id, ada.id);
    await site.runJobs();
    expect(server.mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual([ada.email]);
  });
});
