/** What a device hears of a time to talk, against a real push service on loopback. */
import { expect } from "expect";
import { keepSubscription, subscriptionsOf } from "../../kv/accounts/push_subscriptions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { suspend } from "../../kv/safety/suspensions.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { createVera } from "../../kv/testing/safety.ts";
import { dayMs } from "../../kv/store/days.ts";
import { talkBetween } from "../../kv/talks/kept_talks.ts";
import { answerTalk, callOffTalk, proposeTalk } from "../../kv/talks/talks.ts";
import type { TestPushServer } from "../../tests/push_server.ts";
import type { TestSite } from "../testing/site.ts";
import { withSmtp } from "./testing/jobs.ts";
import { deliver, pushKeys, withPush } from "./testing/push.ts";

const origin = "http://localhost:8000";

async function deviceOf(site: TestSite, server: TestPushServer, { id }: User) {
  const { endpoint, keys, notes } = server.subscribe(pushKeys.publicKey);
  await keepSubscription(site.store, id, { endpoint, ...keys, tokenHash: "her session" });
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

Deno.test("who waits for an agreed time hears that it is called off where a block or a suspension ended it, and nothing else", async () => {
  for (const end of ["block", "suspension"] as const) {
    const endIt = async (site: TestSite, wei: User, olena: User) => {
      await propose(site, wei, olena);
      const pair = { manId: wei.id, ladyId: olena.id };
      const { id: talkId, moments: [at] } = (await talkBetween(site.store, pair))!;
      await answerTalk(site.store, olena.id, pair, { talkId, at: at! });
      await deliver(site);
      const vera = await createVera(site.store);
      const wanted = { userId: olena.id, kind: "conduct", reason: "Rude letters", actorId: vera.id } as const;
      const ended = end === "block"
        ? await setBlocked(site.store, olena.id, wei.id, true)
        : await suspend(site.store, wanted);
      expect(ended.ok).toBe(true);
    };
    await withPush(async (site, server) => {
      const [wei, olena] = [await site.addMan(), await site.addLady()];
      const his = await deviceOf(site, server, wei);
      await endIt(site, wei, olena);
      await deliver(site);
      const { body, url } = his.at(-1) as { body: string; url: string };
      expect([body, new URL(url).pathname]).toEqual(["A time to talk was called off.", "/en/man/mail/inbox"]);
    });
    await withSmtp(async (site, server) => {
      const [wei, olena] = [await site.addMan(), await site.addLady({ firstname: "Olena" })];
      await endIt(site, wei, olena);
      server.mails.splice(0);
      await deliver(site);
      const told = server.mails.filter(({ envelopeTo }) => envelopeTo[0] === wei.email);
      expect(told.map(({ subject }) => subject)).toEqual(["Somebody has called off the time to talk"]);
      expect(told[0]!.text).not.toContain("Olena");
      expect(told[0]!.text).toContain("/en/man/mail/inbox");
    });
  }
});
