/** Notes of invitations on devices, from the asking to the end, against a real push service on loopback. */
import { expect } from "expect";
import { subscriptionsOf } from "../../kv/accounts/push_subscriptions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { withdrawInvitation } from "../../kv/chats/invitations.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { addDevice } from "../../kv/testing/devices.ts";
import type { TestDevice, TestPushServer } from "../../tests/servers/push_server.ts";
import { testApp, type TestSite } from "../testing/site.ts";
import type { Note } from "./push_jobs.ts";
import { answer, ask } from "./testing/asking.ts";
import { deliver, pushKeys, withPush } from "./testing/push.ts";

const origin = "http://localhost:8000";

async function deviceOf(site: TestSite, server: TestPushServer, { id }: User): Promise<TestDevice> {
  const device = server.subscribe(pushKeys.publicKey);
  await addDevice(site.store, id, { endpoint: device.endpoint, ...device.keys, origin });
  return device;
}

const titles = ({ notes }: TestDevice): string[] => (notes as Note[]).map(({ title }) => title);

const pushesWaiting = async (site: TestSite): Promise<string[]> =>
  (await Array.fromAsync(site.store.kv.list<{ kind: string }>({ prefix: prefixes.jobs() })))
    .map(({ value }) => value.kind).filter((kind) => /^invitation_(push|note|over)$/.test(kind));

Deno.test("each device of whoever is asked says so, without a name, for what is left of the minute, and leads to the asker", async () => {
  await withPush(async (site, server) => {
    const [wei, olena] = [await site.addMan({ locale: "zh-Hans" }), await site.addLady({ locale: "uk" })];
    const devices = [await deviceOf(site, server, olena), await deviceOf(site, server, olena)];
    await ask(site, wei, olena);
    site.advance(15_000);
    await deliver(site);
    const note: Note = {
      title: "Вас запрошують поспілкуватися",
      body: "Відкрийте чат, щоб відповісти. Запрошення чекає хвилину.",
      past: { title: "Вас запрошували поспілкуватися", body: "Хто це був, видно в\u00a0чаті." },
      lang: "uk",
      url: `${origin}/uk/lady/chat?with=${wei.id}`,
      tag: `invitation-${wei.id}`,
      isOver: false,
      until: Number.MAX_SAFE_INTEGER,
    };
    for (const { notes } of devices) expect(notes).toEqual([note]);
    expect(server.accepted.map((headers) => [headers.get("ttl"), headers.get("urgency")])).toEqual([
      ["45", "high"],
      ["45", "high"],
    ]);
    expect(new Set(server.accepted.map((headers) => headers.get("topic"))).size).toBe(1);
    expect(JSON.stringify(devices.map(({ notes }) => notes))).not.toContain(wei.firstname);

    site.advance(45_000);
    await deliver(site);
    for (const device of devices) {
      expect(titles(device)).toEqual([note.title, note.past!.title]);
      expect(device.notes[1]).toMatchObject({ isOver: true, until: 0 });
    }
    expect(await pushesWaiting(site)).toEqual([]);
  });
});

/** What the site's worker shows for a push on a device that nobody looks at, and whose clock is off by `clockOffMs`. */
async function shownOn(site: TestSite, note: Note, clockOffMs: number): Promise<{ title: string; silent: boolean }[]> {
  const shown: { title: string; silent: boolean }[] = [];
  const heard = new Map<string, (event: object) => void>();
  const browser = {
    addEventListener: (event: string, work: (event: object) => void) => heard.set(event, work),
    clients: { matchAll: () => Promise.resolve([]) },
    registration: {
      showNotification: (title: string, { silent = false }) => Promise.resolve(void shown.push({ title, silent })),
    },
  };
  const DeviceDate = class extends Date {
    static override now = () => site.now() + clockOffMs;
  };
  const script = await (await site.visitor().get("/worker.js")).text();
  new Function("self", "Date", script)(browser, DeviceDate);
  let isShown: Promise<void> | undefined;
  heard.get("push")!({ data: { json: () => note }, waitUntil: (work: Promise<void>) => isShown = work });
  await isShown;
  return shown;
}

Deno.test("a device rings while it is true and says quietly when it is over, whatever its clock says", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const device = await deviceOf(site, server, olena);
    await ask(site, james, olena);
    await deliver(site);
    await withdrawInvitation(site.store, james.id, { toId: olena.id });
    await deliver(site);
    const [asks, over] = device.notes as [Note, Note];
    for (const offMs of [-120_000, 0, 120_000]) {
      expect(await shownOn(site, asks, offMs)).toEqual([{ title: asks.title, silent: false }]);
      expect(await shownOn(site, over, offMs)).toEqual([{ title: asks.past!.title, silent: true }]);
    }
    // Older servers send only `until`, which is 0 for an invitation that is over.
    const before = { ...asks, isOver: undefined };
    expect(await shownOn(site, { ...before, until: site.now() - 60_000 }, 0)).toMatchObject([{ silent: false }]);
    expect(await shownOn(site, { ...before, until: 0 }, 0)).toMatchObject([{ silent: true }]);
  });
});

Deno.test("an answer anywhere, and the asker's own end, end it on every device at once, and only once", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady()];
    const devices = [await deviceOf(site, server, olena), await deviceOf(site, server, olena)];
    for (
      const end of [
        () => answer(site, james, olena, false),
        () => withdrawInvitation(site.store, james.id, { toId: olena.id }),
        () => answer(site, james, olena, true),
      ]
    ) {
      await ask(site, james, olena);
      await deliver(site);
      await end();
      await deliver(site);
      expect(devices.map((device) => titles(device).at(-1))).toEqual([
        "Somebody asked to talk",
        "Somebody asked to talk",
      ]);
      site.advance(60_000);
      await deliver(site);
    }
    const once = ["Somebody asks to talk", "Somebody asked to talk"];
    for (const device of devices) expect(titles(device)).toEqual([...once, ...once, ...once]);
    // The end has the topic of its invitation, and so replaces a push that the service could not deliver yet.
    const topics = server.accepted.map((headers) => headers.get("topic"));
    expect(new Set(topics.slice(0, 4)).size).toBe(1);
    expect(new Set(topics).size).toBe(3);
  });
});

Deno.test("of two answers given on two devices at once one holds, and each device hears of one end", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady()];
    const device = await deviceOf(site, server, olena);
    await ask(site, james, olena);
    await deliver(site);
    const answers = await Promise.all([answer(site, james, olena, true), answer(site, james, olena, false)]);
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    for (const laterMs of [0, 60_000]) {
      site.advance(laterMs);
      await deliver(site);
      expect(titles(device)).toEqual(["Somebody asks to talk", "Somebody asked to talk"]);
    }
  });
});

Deno.test("what a service refused until the minute was over is said no more, and a device that is gone is forgotten", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const device = await deviceOf(site, server, olena);
    server.answerWith = 503;
    await ask(site, james, olena);
    await site.runJobs();
    await expect(site.runJobs()).rejects.toThrow("503");
    server.answerWith = 201;
    site.advance(10 * 60_000);
    await deliver(site);
    expect([device.notes, await pushesWaiting(site)]).toEqual([[], []]);

    server.answerWith = 410;
    await ask(site, james, olena);
    await deliver(site);
    expect(await subscriptionsOf(site.store, olena.id)).toEqual([]);
  });
});

Deno.test("who has no device, and a site without keys, make no work of it", async () => {
  await withPush(async (site, server) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    await ask(site, james, olena);
    await deliver(site);
    expect([server.accepted, await pushesWaiting(site)]).toEqual([[], ["invitation_over"]]);
  });
  await using site = await testApp();
  await ask(site, await site.addMan(), await site.addLady());
  expect(await pushesWaiting(site)).toEqual([]);
});
