/** From the call that registers a device to the note on it, against a real push service on loopback. */
import { expect } from "expect";
import webpush from "web-push";
import { subscriptionsOf } from "../../kv/accounts/push_subscriptions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { openLetter } from "../../kv/letters/opening.ts";
import { sendLetter } from "../../kv/letters/sending.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { pushSender } from "../../services/push.ts";
import { read, refused, silent } from "../api/testing/calls.ts";
import { sessionCookie } from "../middleware/session.ts";
import { testApp, testPassword, type TestSite } from "../testing/site.ts";
import { deliver, pushKeys, vapid, withPush } from "./testing/push.ts";

const secret = "the heron keeps its promise at the weir";

async function write(site: TestSite, author: User, recipient: User): Promise<number> {
  const wanted = { authorId: author.id, recipientId: recipient.id, body: secret, sendKey: site.store.randomToken() };
  const sent = await sendLetter(site.store, { ...wanted, origin: "http://localhost:8000" });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter.id;
}

const waiting = async (site: TestSite): Promise<string[]> =>
  (await Array.fromAsync(site.store.kv.list<{ kind: string }>({ prefix: prefixes.jobs() }))).map(({ value }) =>
    value.kind
  );

Deno.test("a letter shows on each device of its recipient: no name, no word, but the way to it, in the reader's language", async () => {
  await withPush(async (site, server) => {
    const [wei, olena] = [
      await site.addMan({ locale: "zh-Hans", readsLanguages: ["zh", "en"] }),
      await site.addLady(),
    ];
    const visitor = await site.visitorAs(wei);
    const devices = [server.subscribe(pushKeys.publicKey), server.subscribe(pushKeys.publicKey)];
    for (const { endpoint, keys } of devices) {
      const { subscription } = await read<{ subscription: { id: string } }>(
        visitor.call("POST", "/api/push-subscriptions", { endpoint, keys, expirationTime: null }),
      );
      expect(subscription.id).toMatch(/^[\w-]{43}$/);
    }
    const letterId = await write(site, olena, wei);
    await deliver(site);
    const note = {
      title: "新信",
      body: "有一封信在等你。",
      lang: "zh-Hans",
      url: `http://localhost:8000/zh-hans/man/mail/introduction/conversation/${olena.id}/${letterId}`,
    };
    for (const { notes } of devices) expect(notes).toEqual([note]);
    expect(JSON.stringify(devices.map(({ notes }) => notes))).not.toMatch(/heron|Olena/);
    expect(await waiting(site)).toEqual(["letter_mail"]);
  });
});

Deno.test("a device of a former key of the site is removed; one that is refused with the key of today is tried again", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const his = await site.visitorAs(james);
    await read(his.call("POST", "/api/push-subscriptions", server.subscribe(pushKeys.publicKey)));
    const key = { ...vapid, ...(webpush.generateVAPIDKeys() as typeof pushKeys) };
    site.deps.push = pushSender({ vapid: key, mayUseLoopback: true });
    const device = server.subscribe(key.publicKey);
    await read(his.call("POST", "/api/push-subscriptions", device));
    await write(site, olena, james);
    await deliver(site);
    expect([device.notes.length, server.refused]).toEqual([1, []]);
    expect((await subscriptionsOf(site.store, james.id)).map(({ endpoint }) => endpoint)).toEqual([device.endpoint]);
    server.answerWith = 403;
    await write(site, olena, james);
    await expect(deliver(site)).rejects.toThrow("answered 403");
    expect((await subscriptionsOf(site.store, james.id)).length).toBe(1);
  });
});

Deno.test("whose device was taken back, who reads at once and whose letter it is not hear nothing", async () => {
  await withPush(async (site, server) => {
    const [james, wei, olena] = [await site.addMan(), await site.addMan(), await site.addLady()];
    const [his, weis] = [await site.visitorAs(james), await site.visitorAs(wei)];
    const [one, other] = [server.subscribe(pushKeys.publicKey), server.subscribe(pushKeys.publicKey)];
    await read(his.call("POST", "/api/push-subscriptions", one));
    await read(weis.call("POST", "/api/push-subscriptions", other));
    const letterId = await write(site, olena, james);
    await openLetter(site.store, james.id, letterId, false);
    await deliver(site);
    expect([one.notes, other.notes]).toEqual([[], []]);

    await silent(weis.call("DELETE", "/api/push-subscriptions", { endpoint: one.endpoint }));
    await write(site, olena, james);
    await deliver(site);
    expect([one.notes.length, other.notes.length]).toEqual([1, 0]);

    await silent(his.call("DELETE", "/api/push-subscriptions", { endpoint: one.endpoint }));
    await write(site, olena, james);
    await deliver(site);
    expect(one.notes.length).toBe(1);
  });
});

Deno.test("whoever keeps the other away in the next moment hears of that letter no more", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const device = server.subscribe(pushKeys.publicKey);
    await read((await site.visitorAs(james)).call("POST", "/api/push-subscriptions", device));
    await write(site, olena, james);
    await setBlocked(site.store, james.id, olena.id, true);
    await deliver(site);
    expect(device.notes).toEqual([]);
  });
});

Deno.test("a device that is gone is forgotten, one whose service is away is tried again", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const visitor = await site.visitorAs(james);
    const device = server.subscribe(pushKeys.publicKey);
    await read(visitor.call("POST", "/api/push-subscriptions", device));
    server.answerWith = 503;
    await write(site, olena, james);
    await site.runJobs();
    await expect(site.runJobs()).rejects.toThrow("503");
    server.answerWith = 201;
    site.advance(60_000);
    await deliver(site);
    expect(device.notes.length).toBe(1);

    server.answerWith = 410;
    await write(site, olena, james);
    await deliver(site);
    expect(await subscriptionsOf(site.store, james.id)).toEqual([]);
    expect((await waiting(site)).filter((kind) => kind === "push")).toEqual([]);
  });
});

Deno.test("logging out ends the notes on that device, by the page and by the call", async () => {
  await withPush(async (site, server) => {
    const james = await site.addMan();
    for (const path of ["/en/logout", "/api/auth/logout"]) {
      const [here, there] = [await site.visitorAs(james), await site.visitorAs(james)];
      const [gone, kept] = [server.subscribe(pushKeys.publicKey), server.subscribe(pushKeys.publicKey)];
      await read(here.call("POST", "/api/push-subscriptions", gone));
      await read(there.call("POST", "/api/push-subscriptions", kept));
      await (await here.post(path)).body?.cancel();
      const endpoints = (await subscriptionsOf(site.store, james.id)).map(({ endpoint }) => endpoint);
      expect(endpoints).toContain(kept.endpoint);
      expect(endpoints).not.toContain(gone.endpoint);
    }
  });
});

Deno.test("once somebody else has signed in in his browser, whose session ran out there hears nothing there", async () => {
  await withPush(async (site, server) => {
    const [james, wei, olena] = [await site.addMan(), await site.addMan(), await site.addLady()];
    const shared = site.visitor();
    const device = server.subscribe(pushKeys.publicKey);
    const signIn = async ({ email }: User) =>
      await read(shared.call("POST", "/api/authorization", { email, password: testPassword }));
    await signIn(james);
    await read(shared.call("POST", "/api/push-subscriptions", device));
    shared.cookies.delete(sessionCookie);
    await write(site, olena, james);
    await deliver(site);
    expect(device.notes.length).toBe(1);

    await signIn(wei);
    await write(site, olena, james);
    await deliver(site);
    expect(device.notes.length).toBe(1);
    expect(await subscriptionsOf(site.store, james.id)).toEqual([]);
  });
});

Deno.test("logging out ends the notes on that device also where an earlier session there, long run out, wished them", async () => {
  await withPush(async (site, server) => {
    const james = await site.addMan();
    const credentials = { email: james.email, password: testPassword };
    const [phone, desk] = [site.visitor(), site.visitor()];
    const [gone, kept] = [server.subscribe(pushKeys.publicKey), server.subscribe(pushKeys.publicKey)];
    for (const [visitor, device] of [[phone, gone], [desk, kept]] as const) {
      await read(visitor.call("POST", "/api/authorization", credentials));
      await read(visitor.call("POST", "/api/push-subscriptions", device));
    }
    site.advance(4 * 3600_000);
    await read(phone.call("POST", "/api/authorization", credentials));
    await (await phone.post("/en/logout")).body?.cancel();
    expect((await subscriptionsOf(site.store, james.id)).map(({ endpoint }) => endpoint)).toEqual([kept.endpoint]);
  });
});

Deno.test("a device is named by its owner alone, in full, and not inside our own walls", async () => {
  await withPush(async (site, server) => {
    const device = server.subscribe(pushKeys.publicKey);
    await refused(site.visitor().call("POST", "/api/push-subscriptions", device), 401, "not_signed_in");
    const james = await site.visitorAs(await site.addMan());
    for (
      const wrong of [
        { ...device, endpoint: "https://169.254.169.254/latest" },
        { ...device, endpoint: "https://10.0.0.1/" },
        { ...device, endpoint: "nothing" },
        { ...device, keys: { ...device.keys, auth: "short" } },
        { ...device, keys: { ...device.keys, p256dh: device.keys.p256dh + "AAAA" } },
        { endpoint: device.endpoint },
      ]
    ) await refused(james.call("POST", "/api/push-subscriptions", wrong), 422, "invalid");
    const foreign = { headers: { origin: "https://evil.example" } };
    await refused(james.call("POST", "/api/push-subscriptions", device, foreign), 403, "wrong_origin");
  });
});

Deno.test("without keys there is no call, no worker and no switch; with them there are", async () => {
  const device = { endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) } };
  {
    await using site = await testApp();
    const james = await site.visitorAs(await site.addMan());
    await refused(james.call("POST", "/api/push-subscriptions", device), 404, "not_found");
    await refused(james.call("DELETE", "/api/push-subscriptions", device), 404, "not_found");
    const worker = await james.get("/push_worker.js");
    expect(worker.status).toBe(404);
    await worker.text();
    expect(await (await james.get("/en/man/mail/settings")).text()).not.toContain("push_switch");
  }
  await withPush(async (site) => {
    const james = await site.visitorAs(await site.addMan());
    const worker = await james.get("/push_worker.js");
    expect([worker.status, worker.headers.get("content-type"), worker.headers.get("cache-control")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "no-cache",
    ]);
    expect(await worker.text()).toContain("showNotification");
    const page = await (await james.get("/en/man/mail/settings")).text();
    expect(page).toContain("push_switch");
    expect(page).toContain(pushKeys.publicKey);
    expect(page).not.toContain(pushKeys.privateKey);
  });
});
