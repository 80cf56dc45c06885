/** An invitation finds its lady through the whole site: on her devices while her browser is closed, and in all her tabs. */
import { expect } from "expect";
import { TestClient } from "../../chat/server/testing/server.ts";
import type { Asking } from "../../chat/shared/asking.ts";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { serveForTest } from "../../services/http/testing/server.ts";
import { startPushServer, type TestDevice } from "../../tests/servers/push_server.ts";
import type { Note } from "../jobs/push_jobs.ts";
import { deliver, pushKeys, vapid } from "../jobs/testing/push.ts";
import { testApp } from "../testing/site.ts";
import { shutChat } from "./chat_socket.ts";
import { EventReader } from "./testing/events.ts";

/** A site that pushes notes; `device` adds a device of somebody's with a session of its own. */
async function served() {
  const pushes = startPushServer();
  const site = await testApp({ config: { vapid } });
  const server = await serveForTest((request, caller) => site.app.fetch(request, caller));
  const host = `127.0.0.1:${server.addr.port}`;
  const cookieOf = async ({ id }: User) => `slsid=${(await startSession(site.store, id, false)).token}`;
  return {
    ...site,
    async device(user: User): Promise<TestDevice> {
      const device = pushes.subscribe(pushKeys.publicKey);
      await (await (await site.visitorAs(user)).call("POST", "/api/push-subscriptions", device)).text();
      return device;
    },
    /** Opens the page of the chat. */
    async chatOf(user: User): Promise<TestClient> {
      const client = new TestClient(`ws://${host}/chat/socket`, { cookie: await cookieOf(user) });
      await client.next("conn-good");
      return client;
    },
    /** Opens any other page. */
    pageOf: async (user: User) =>
      new EventReader(await fetch(`http://${host}/en/api/events`, { headers: { cookie: await cookieOf(user) } })),
    deliver: () => deliver(site),
    async [Symbol.asyncDispose]() {
      await shutChat(site.deps);
      site.deps.running.streams.shut();
      await server.shutdown();
      await site.close();
      await pushes.stop();
    },
  };
}

const titles = ({ notes }: TestDevice): string[] => (notes as Note[]).map(({ title }) => title);
const [asks, asked] = ["Somebody asks to talk", "Somebody asked to talk"];

Deno.test("a lady whose browser is closed is told on each device, comes by its note, and accepts: both are told it is over", async () => {
  await using site = await served();
  const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady({ firstname: "Olena" })];
  const devices = [await site.device(olena), await site.device(olena)];
  await using his = await site.chatOf(james);
  expect(await his.ask("text-request", { to: olena.id })).toMatchObject({
    event: "text-request-sent",
    data: { to: olena.id, message: "Olena is not here now. We have told her that you asked." },
  });
  await site.deliver();
  for (const device of devices) expect(titles(device)).toEqual([asks]);
  expect((devices[0]!.notes[0] as Note).url).toContain(`/lady/chat?with=${james.id}`);

  await using hers = await site.chatOf(olena);
  expect(await hers.next("text-request")).toMatchObject({ from: { userId: james.id } });
  await hers.ask("text-request-answer", { to: james.id, ev: "accept", status: true });
  expect(await his.next("text-request-answer")).toMatchObject({ status: true });
  await site.deliver();
  for (const device of devices) expect(titles(device)).toEqual([asks, asked]);
});

Deno.test("ten tabs and two devices are asked once each, and one answer ends it on all of them", async () => {
  await using site = await served();
  const [james, olena] = [await site.addMan({ credits: 20 }), await site.addLady()];
  const devices = [await site.device(olena), await site.device(olena)];
  const pages = await Promise.all(Array.from({ length: 8 }, () => site.pageOf(olena)));
  const waiting = async (page: EventReader) =>
    ((await page.event("invitations")) as { invitations: Asking[] }).invitations.map(({ from }) => from.id);
  for (const page of pages) expect(await waiting(page)).toEqual([]);
  await using one = await site.chatOf(olena);
  await using other = await site.chatOf(olena);
  await using his = await site.chatOf(james);

  const sent = await his.ask("text-request", { to: olena.id });
  expect([sent.event, sent.data.message]).toEqual(["text-request-sent", undefined]);
  for (const page of pages) expect(await waiting(page)).toEqual([james.id]);
  await site.deliver();
  const answers = await Promise.all(
    [one, other].map((tab) => tab.ask("text-request-answer", { to: james.id, ev: "decline", status: false })),
  );
  expect(answers.map(({ data }) => data.code ?? data.ev).toSorted()).toEqual(["decline", "request_over"]);
  for (const page of pages) expect(await waiting(page)).toEqual([]);
  for (const laterMs of [0, 60_000]) {
    site.advance(laterMs);
    await site.deliver();
    for (const device of devices) expect(titles(device)).toEqual([asks, asked]);
  }
  expect([one, other, his].map((tab) => [tab.count("text-request"), tab.count("request-timeout")]))
    .toEqual([[1, 0], [1, 0], [0, 0]]);
  for (const page of pages) await page.leave();
});
