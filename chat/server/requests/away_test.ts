/** Asking somebody who has no page open and is told on a device. */
import { expect } from "expect";
import { setMailWish } from "../../../kv/accounts/mail_wishes.ts";
import type { User } from "../../../kv/accounts/users.ts";
import type { Store } from "../../../kv/open.ts";
import type { Work } from "../../../kv/store/jobs/work.ts";
import { addDevice } from "../../../kv/testing/devices.ts";
import { createMan } from "../../../kv/testing/store.ts";
import { answerTo, offer } from "../testing/server.ts";
import { world } from "../testing/world.ts";

const giveDevice = (store: Store, { id }: User) => addDevice(store, id);

Deno.test("a lady without a page is asked where she has a device: he waits, and she finds the invitation when she comes", async () => {
  await using w = await world();
  await giveDevice(w.store, w.olena);
  const james = await w.join(w.james);
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({
    event: "text-request-sent",
    data: { to: w.olena.id, message: "en partner_offline Olena" },
  });
  const olena = await w.join(w.olena);
  expect(await olena.next("text-request")).toMatchObject({ from: { userId: w.james.id } });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  expect(await james.next("text-request-answer")).toMatchObject({ status: true });
});

Deno.test("who came and left again while somebody asks is asked still, until the minute is over", async () => {
  await using w = await world();
  await giveDevice(w.store, w.olena);
  const james = await w.join(w.james);
  await james.ask("text-request", { to: w.olena.id });
  const first = await w.join(w.olena);
  await first.next("text-request");
  await first.leave();
  await james.next("update-user-list", ({ gone }) => gone.includes(w.olena.id));
  expect(james.count("request-timeout")).toBe(0);
  const second = await w.join(w.olena);
  expect(await second.next("text-request")).toMatchObject({ from: { userId: w.james.id } });
  w.clock.advance({ seconds: 61 });
  for (const client of [james, second]) expect(await client.next("request-timeout")).toEqual({ senderId: w.james.id });
});

Deno.test("a call reaches a lady without a page in the same way, and a man hears of it as himself", async () => {
  await using w = await world({ words: (_, reason, values) => `${reason} ${values?.name} ${values?.context}` });
  for (const user of [w.olena, w.wei]) await giveDevice(w.store, user);
  const james = await w.join(w.james);
  expect((await james.ask("video-prepare", { to: w.olena.id })).event).toBe("video-prepared");
  expect(await james.ask("video-request", { to: w.olena.id, offer })).toMatchObject({
    event: "video-request-sent",
    data: { to: w.olena.id, message: "partner_offline Olena told" },
  });
  const olena = await w.join(w.olena);
  expect(await olena.next("video-request")).toMatchObject({ from: { userId: w.james.id }, offer });
  await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  await james.next("video-request-accept");

  const daria = await w.join(w.daria);
  expect((await daria.ask("text-request", { to: w.wei.id })).data.message).toBe("partner_offline Wei told_male");
});

Deno.test("who is here is asked without a word about it, and who wants no requests is not reached on a device", async () => {
  await using w = await world();
  for (const user of [w.olena, w.daria]) await giveDevice(w.store, user);
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const asked = await james.ask("text-request", { to: w.olena.id });
  expect(asked).toEqual({ event: "text-request-sent", data: { to: w.olena.id }, id: asked.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "decline", status: false });
  const daria = await w.join(w.daria);
  await daria.ask("change-allow-chat", { flag: false });
  await daria.leave();
  await james.next("update-user-list", ({ gone }) => gone.includes(w.daria.id));
  expect((await james.ask("text-request", { to: w.daria.id })).data).toMatchObject({ code: "partner_not_accepting" });
});

Deno.test("a device of before is no way to anybody where the site pushes nothing", async () => {
  const without = new Set<Work["kind"]>(["push"]);
  await using w = await world({}, (store) => ({ ...store, without }));
  await giveDevice(w.store, w.olena);
  const james = await w.join(w.james);
  expect((await james.ask("text-request", { to: w.olena.id })).data).toMatchObject({ code: "partner_offline" });
});

Deno.test("who has neither page nor device is offline; only where a mail tells her, and who asks could pay, is that said", async () => {
  await using w = await world({ words: (_, reason, values) => `${reason} ${values?.name} ${values?.context ?? "-"}` });
  const james = await w.join(w.james);
  const askFor = async (client: typeof james) => (await client.ask("text-request", { to: w.olena.id })).data;
  expect(await askFor(james)).toMatchObject({ code: "partner_offline", message: "partner_offline Olena -" });

  await setMailWish(w.store, w.olena.id, "invitations", true);
  const poor = await w.join(await createMan(w.store, { credits: 1 }));
  expect(await askFor(poor)).toMatchObject({ code: "partner_offline", message: "partner_offline Olena -" });
  expect(await askFor(james)).toMatchObject({ code: "partner_offline", message: "partner_offline Olena told" });
  // She has had the one mail of the day about him: she is not told again, and the refusal does not say that she was.
  expect(await askFor(james)).toMatchObject({ code: "partner_offline", message: "partner_offline Olena -" });

  const wei = await w.join(w.wei);
  expect((await wei.ask("video-prepare", { to: w.olena.id })).data.message).toBe("partner_offline Olena told");
  expect((await wei.ask("video-prepare", { to: w.olena.id })).data.message).toBe("partner_offline Olena video");
});

Deno.test("who comes while an invitation waits hears how much of its minute is left, with a second page as well", async () => {
  await using w = await world();
  await giveDevice(w.store, w.olena);
  const [james, wei] = [await w.join(w.james), await w.join(w.wei)];
  await james.ask("text-request", { to: w.olena.id });
  w.clock.advance({ seconds: 30 });
  await wei.ask("video-request", { to: w.olena.id, offer });
  w.clock.advance({ seconds: 10 });
  const olena = await w.join(w.olena);
  expect(await olena.next("text-request")).toMatchObject({ leftMs: 20_000 });
  expect(await olena.next("video-request")).toMatchObject({ leftMs: 50_000 });
  w.clock.advance({ seconds: 5 });
  const again = await w.join(w.olena);
  expect(await again.next("text-request")).toMatchObject({ leftMs: 15_000 });
  expect(await again.next("video-request")).toMatchObject({ leftMs: 45_000 });
});
