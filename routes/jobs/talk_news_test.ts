/** What devices are told of a time to talk, against a real push service on loopback. */
import { expect } from "expect";
import { setMailWish } from "../../kv/accounts/mail_wishes.ts";
import { subscriptionsOf } from "../../kv/accounts/push_subscriptions.ts";
import { deleteAccount, secondPassMs } from "../../kv/accounts/deletions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { audit } from "../../kv/records/audit.ts";
import { suspend } from "../../kv/safety/suspensions.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { createVera } from "../../kv/testing/safety.ts";
import { commitNow } from "../../kv/store/commit.ts";
import { addJob } from "../../kv/store/jobs/queue.ts";
import { addDevice } from "../../kv/testing/devices.ts";
import { endGrace } from "../../kv/testing/publication.ts";
import { dayMs } from "../../kv/store/days.ts";
import { talkBetween } from "../../kv/talks/kept_talks.ts";
import { answerTalk, callOffTalk, proposeTalk, remindOfTalk } from "../../kv/talks/talks.ts";
import type { TestPushServer } from "../../tests/servers/push_server.ts";
import { testPassword, type TestSite } from "../testing/site.ts";
import { headerOf, withSmtp } from "./testing/jobs.ts";
import { deliver, pushKeys, withPush } from "./testing/push.ts";

const origin = "http://localhost:8000";

async function deviceOf(site: TestSite, server: TestPushServer, { id }: User) {
  const { endpoint, keys, notes } = server.subscribe(pushKeys.publicKey);
  await addDevice(site.store, id, { endpoint, ...keys });
  return notes;
}

async function propose(site: TestSite, proposer: User, partner: User): Promise<void> {
  const wanted = { proposerId: proposer.id, partnerId: partner.id, kind: "video", origin } as const;
  const proposed = await proposeTalk(site.store, { ...wanted, moments: [site.now() + 2 * dayMs] });
  if (!proposed.ok) throw new Error(proposed.reason);
}

async function callOff(site: TestSite, man: User, lady: User): Promise<void> {
  const pair = { manId: man.id, ladyId: lady.id };
  const { id: talkId } = (await talkBetween(site.store, pair))!;
  const calledOff = await callOffTalk(site.store, man.id, pair, { talkId });
  if (!calledOff.ok) throw new Error(calledOff.reason);
}

Deno.test("each device of the other one says that a time is proposed, in her language, names nobody and leads there", async () => {
  await withPush(async (site, server) => {
    const [wei, olena] = [await site.addMan({ firstname: "Wei" }), await site.addLady({ locale: "uk" })];
    const [his, ...hers] = [
      await deviceOf(site, server, wei),
      await deviceOf(site, server, olena),
      await deviceOf(site, server, olena),
    ];
    await propose(site, wei, olena);
    await deliver(site);
    const note = {
      title: "Час для розмови",
      body: "Вам пропонують час для розмови.",
      lang: "uk",
      url: `${origin}/uk/lady/mail/talk/${wei.id}`,
      tag: `talk-${wei.id}`,
    };
    expect([his, ...hers]).toEqual([[], [note], [note]]);
    expect(server.accepted.map((headers) => headers.get("ttl"))).toEqual(["86400", "86400"]);

    site.advance(2 * dayMs - 3600_000);
    await callOff(site, wei, olena);
    await deliver(site);
    expect(server.accepted.map((headers) => headers.get("ttl")).slice(2)).toEqual(["3600", "3600"]);
  });
});

Deno.test("what is over before its note goes out is told no more, and a device that is gone is forgotten", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const hers = await deviceOf(site, server, olena);
    await propose(site, james, olena);
    await callOff(site, james, olena);
    await deliver(site);
    expect(hers).toMatchObject([{ body: "A time to talk was called off." }]);

    server.answerWith = 410;
    await propose(site, james, olena);
    await deliver(site);
    expect(await subscriptionsOf(site.store, olena.id)).toEqual([]);
  });
});

/** Wei and Olena agree on a time `beforeMs` before it begins; nobody has been told of the agreement yet. */
async function agreeShortlyBefore(site: TestSite, wei: User, olena: User, beforeMs: number): Promise<string> {
  await propose(site, wei, olena);
  await deliver(site);
  site.advance(2 * dayMs - beforeMs);
  const pair = { manId: wei.id, ladyId: olena.id };
  const { id: talkId, moments: [at] } = (await talkBetween(site.store, pair))!;
  const agreed = await answerTalk(site.store, olena.id, pair, { talkId, at: at! });
  expect(agreed.ok).toBe(true);
  return talkId;
}

const weiAndOlena = async (site: TestSite) =>
  [await site.addMan({ firstname: "Wei" }), await site.addLady({ firstname: "Olena" })] as const;

const minuteMs = 60_000;

Deno.test("who waits at the agreed minute hears that it is called off, on her devices and by mail", async () => {
  await withPush(async (site, server) => {
    const [wei, olena] = await weiAndOlena(site);
    await agreeShortlyBefore(site, wei, olena, 10 * minuteMs);
    await deliver(site);
    const hers = await deviceOf(site, server, olena);
    site.advance(14 * minuteMs);
    await callOff(site, wei, olena);
    await deliver(site);
    expect(hers).toMatchObject([{ body: "A time to talk was called off." }]);
    // For a device that is off, the service keeps the note until the half hour is over.
    expect(server.accepted.at(-1)!.get("ttl")).toBe(String(26 * 60));
  });
  await withSmtp(async (site, server) => {
    const [wei, olena] = await weiAndOlena(site);
    await agreeShortlyBefore(site, wei, olena, 10 * minuteMs);
    await deliver(site);
    server.mails.splice(0);
    site.advance(14 * minuteMs);
    await callOff(site, wei, olena);
    await deliver(site);
    expect(server.mails.map(({ envelopeTo, subject }) => [envelopeTo[0], subject])).toEqual([
      [olena.email, "Wei has called off the time to talk"],
    ]);
  });
});

Deno.test("who proposed hears that it is agreed, also where the minute has come before the news", async () => {
  await withPush(async (site, server) => {
    const [wei, olena] = await weiAndOlena(site);
    const his = await deviceOf(site, server, wei);
    await agreeShortlyBefore(site, wei, olena, 1000);
    site.advance(5000);
    await deliver(site);
    expect(his).toMatchObject([{ body: "Your time to talk is agreed." }]);
  });
});

Deno.test("nothing is told of a half hour that is over, nor that a time is soon that has begun", async () => {
  await withPush(async (site, server) => {
    const [wei, olena] = await weiAndOlena(site);
    const hers = await deviceOf(site, server, olena);
    const talkId = await agreeShortlyBefore(site, wei, olena, 20 * minuteMs);
    await deliver(site);
    site.advance(6 * minuteMs);
    await remindOfTalk(site.store, { manId: wei.id, ladyId: olena.id, talkId });
    site.advance(14 * minuteMs);
    await deliver(site);
    site.advance(29 * minuteMs);
    await callOff(site, wei, olena);
    site.advance(minuteMs);
    await deliver(site);
    expect(hers).toMatchObject([{ body: "Somebody proposes a time to talk." }]);
  });
});

/** Ways in which one of the two, or the site, may end a time that Wei and Olena have agreed on. */
const ends: Record<string, (site: TestSite, wei: User, olena: User) => Promise<unknown>> = {
  "a block": ({ store }, wei, olena) => setBlocked(store, olena.id, wei.id, true),
  "a suspension": async ({ store }, _, olena) => {
    const vera = await createVera(store);
    const suspended = await suspend(store, { userId: olena.id, kind: "conduct", reason: "Rude", actorId: vera.id });
    expect(suspended.ok).toBe(true);
  },
  "the deletion of her account": async ({ store }, _, olena) => {
    const deleted = await deleteAccount(store, olena.id, { password: testPassword, wantsRefund: false });
    expect(deleted.ok).toBe(true);
  },
  "the end of her verification": async ({ store }, _, olena) => {
    await endGrace(store, olena.id);
    const op = store.kv.atomic();
    addJob(store, op, { kind: "verification_step", ladyId: olena.id });
    await commitNow(op);
  },
};

for (const [end, carryOut] of Object.entries(ends)) {
  const agreed = async (site: TestSite) => {
    const [wei, olena] = [await site.addMan(), await site.addLady({ firstname: "Olena" })];
    await propose(site, wei, olena);
    const pair = { manId: wei.id, ladyId: olena.id };
    const { id: talkId, moments: [at] } = (await talkBetween(site.store, pair))!;
    await answerTalk(site.store, olena.id, pair, { talkId, at: at! });
    await deliver(site);
    return { wei, olena };
  };

  Deno.test(`who waits for an agreed time hears that ${end} called it off, once and without a name`, async () => {
    await withPush(async (site, server) => {
      const { wei, olena } = await agreed(site);
      const his = await deviceOf(site, server, wei);
      await carryOut(site, wei, olena);
      await deliver(site);
      site.advance(secondPassMs);
      await deliver(site);
      const url = expect.stringMatching(/\/en\/man\/mail\/inbox$/);
      expect(his).toMatchObject([{ body: "A time to talk was called off.", url }]);
    });
    await withSmtp(async (site, server) => {
      const { wei, olena } = await agreed(site);
      server.mails.splice(0);
      await carryOut(site, wei, olena);
      await deliver(site);
      site.advance(secondPassMs);
      await deliver(site);
      const told = server.mails.filter(({ envelopeTo }) => envelopeTo[0] === wei.email);
      expect(told.map(({ subject }) => subject)).toEqual(["Somebody has called off the time to talk"]);
      expect(told[0]!.text).not.toContain("Olena");
      expect(told[0]!.text).toContain("/en/man/mail/inbox");
      expect(await audit(site.store)).toEqual([]);
    });
  });
}

Deno.test("who ended mails about letters hears of times to talk and is reminded, until their own link ends that", async () => {
  await withSmtp(async (site, server) => {
    const [wei, olena] = [await site.addMan({ firstname: "Wei" }), await site.addLady({ firstname: "Olena" })];
    await setMailWish(site.store, wei.id, "letters", false);
    const pair = { manId: wei.id, ladyId: olena.id };
    const agree = async () => {
      await propose(site, olena, wei);
      const { id: talkId, moments: [at] } = (await talkBetween(site.store, pair))!;
      await deliver(site);
      await answerTalk(site.store, wei.id, pair, { talkId, at: at! });
      site.advance(at! - 15 * 60_000 - site.now());
      for (const _ of ["the reminder", "its mails"]) await deliver(site);
    };
    const subjectsFor = ({ email }: User) =>
      server.mails.filter(({ envelopeTo }) => envelopeTo.includes(email)).map(({ subject }) => subject);
    await agree();
    expect(subjectsFor(wei)).toEqual(["Olena proposes a time to talk", "Olena will soon be there to talk"]);
    const mail = server.mails.find(({ envelopeTo }) => envelopeTo.includes(wei.email))!;
    expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const link = headerOf(mail, "list-unsubscribe")!.slice(1, -1);
    expect(mail.text).toContain("No more e-mails about times to talk");
    expect(await (await site.visitor().get(new URL(link).pathname)).text()).toContain(
      "No more e-mails about times to talk?",
    );
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const pressed = await site.visitor().request(new URL(link).pathname, { method: "POST", body });
    expect([pressed.status, (await pressed.text()).includes("You get no e-mails about times to talk")]).toEqual([
      200,
      true,
    ]);
    await setMailWish(site.store, wei.id, "letters", true);
    site.advance(3600_000);
    await agree();
    expect(subjectsFor(wei).length).toBe(2);
    expect(subjectsFor(olena).filter((subject) => subject?.includes("soon")).length).toBe(2);
  });
});
