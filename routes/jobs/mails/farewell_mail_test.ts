/** The last mail, to a person who has left: once all is erased, in her or his language, leaving no address behind. */
import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { deleteAccount, deletionOf, secondPassMs } from "../../../kv/accounts/deletions.ts";
import { paidPayment } from "../../../kv/testing/payments.ts";
import { paperNumber } from "../../credits/payment_number.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { suspend } from "../../../kv/safety/suspensions.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { testPassword, type TestSite } from "../../testing/site.ts";
import { withSmtp } from "../testing/jobs.ts";

async function leave(site: TestSite, { id }: User, wantsRefund = false): Promise<void> {
  const deleted = await deleteAccount(site.store, id, { password: testPassword, wantsRefund });
  if (!deleted.ok) throw new Error(deleted.reason);
}

/** Runs both passes of the erasure, and the jobs that they add. */
async function erase(site: TestSite): Promise<void> {
  await site.runJobs();
  site.advance(secondPassMs);
  await site.runJobs();
}

Deno.test("who leaves is told when all is erased, once, what went and what stays", async () => {
  await withSmtp(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    await leave(site, james);
    await site.runJobs();
    expect(server.mails).toEqual([]);
    await leave(site, olena);
    await erase(site);
    await site.runJobs();
    const textTo = ({ email }: User) => server.mails.find(({ envelopeTo }) => envelopeTo[0] === email)!.text!;
    expect(server.mails.length).toBe(2);
    expect(textTo(james)).toContain("14\u00a0March 2026");
    for (const words of ["Every letter you wrote", "for ten years", "your profile"]) {
      expect([textTo(james), textTo(olena)].map((text) => text.includes(words))).toEqual([true, true]);
    }
    expect(textTo(james)).not.toContain("You gave up");
    // What the page had said would happen has happened.
    for (const text of [textTo(james), textTo(olena)]) {
      expect(text).toContain("• Everything you wrote in chats.");
      expect(text).not.toMatch(/chat ends|is returned/);
    }
    expect(textTo(james)).toContain("Records of credits and payments");
    expect([james, olena].map((each) => textTo(each).includes("If you had the credits for joining"))).toEqual([
      true,
      false,
    ]);
    expect(textTo(olena)).toContain("Your videos and your verification");
    expect(textTo(james)).not.toMatch(/James|ownData:|mails:/);
    expect(textTo(james)).not.toContain("suspension");
  });
});

Deno.test("who asks for money back with the account reads how much, of which payments and by when, and nobody else does", async () => {
  await withSmtp(async (site, server) => {
    const [james, wei] = [await site.addMan({ credits: 0 }), await site.addMan({ credits: 0, firstname: "Wei" })];
    const first = await paidPayment(site.store, james.id);
    const second = await paidPayment(site.store, james.id);
    await paidPayment(site.store, wei.id);
    await leave(site, james, true);
    await leave(site, wei, false);
    await erase(site);
    await site.runJobs();
    const textTo = ({ email }: User) =>
      server.mails.find(({ envelopeTo }) => envelopeTo[0] === email)!.text!.replaceAll("\u00a0", " ");
    for (
      const words of [
        "We pay back €57.00 for credits",
        "by 28 March 2026 at the latest",
        `Payment ${paperNumber(first)} of 14 March 2026: €28.50.`,
        `Payment ${paperNumber(second)} of 14 March 2026: €28.50.`,
      ]
    ) expect(textTo(james)).toContain(words);
    expect(textTo(james)).not.toContain("You gave up");
    expect(textTo(wei)).not.toContain("We pay back");
    expect(textTo(wei)).toContain(
      "You gave up 65 credits that you had bought and not used; nothing is paid back for these.",
    );
  });
});

Deno.test("the mail tells of the log, as the page that asked had done", async () => {
  await withSmtp(async (site, server) => {
    const james = await site.addMan();
    const browser = await site.visitorAs(james);
    const page = await (await browser.follow(await browser.get("/en/delete-account"))).text();
    await leave(site, james);
    await erase(site);
    await site.runJobs();
    for (const told of [page, server.mails.at(-1)!.text]) expect(told).toContain("Our log of when you logged in");
  });
});

Deno.test("in each of the six languages it says so", async () => {
  await withSmtp(async (site, server) => {
    for (const locale of locales) {
      const man = await site.addMan({ locale });
      await paidPayment(site.store, man.id);
      await leave(site, man, true);
    }
    await erase(site);
    await site.runJobs();
    expect(new Set(server.mails.map(({ subject }) => subject)).size).toBe(locales.length);
    for (const { text, html } of server.mails) expect(text! + html!).toMatch(/28[.,]50/);
    for (const { text, html } of server.mails) expect(text! + html!).not.toMatch(/mails:|ownData:|\{\{/);
  });
});

Deno.test("the address lies in no record meanwhile, and a server that is down delays the mail alone", async () => {
  await withSmtp(async (site, server) => {
    const james = await site.addMan();
    server.refuseWith = 451;
    await leave(site, james);
    await erase(site).catch(() => {});
    await expect(site.runJobs()).rejects.toThrow();
    const left = await Array.fromAsync(site.store.kv.list({ prefix: [] }));
    expect(Deno.inspect(left, { depth: 20, iterableLimit: Infinity })).not.toContain(james.email);
    server.refuseWith = null;
    site.advance(3600_000);
    await site.runJobs();
    expect(server.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([[james.email]]);
    expect(await Array.fromAsync(site.store.kv.list({ prefix: prefixes.jobs() }))).toEqual([]);
  });
});

Deno.test("who left suspended is told what stays of the suspension, as the page had said", async () => {
  await withSmtp(async (site, server) => {
    const [james, vera] = [await site.addMan(), await site.addPerson({ groupId: 3 })];
    await suspend(site.store, { userId: james.id, kind: "conduct", reason: "Rude letters", actorId: vera.id });
    await leave(site, james);
    await erase(site);
    await site.runJobs();
    expect(server.mails.at(-1)!.text).toContain("The reasons of your suspension, for 12 months");
    expect(await deletionOf(site.store, james.id)).not.toHaveProperty("wasSuspended");
  });
});
