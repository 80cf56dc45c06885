/** What the chat shows of somebody who is online is what stands now, on every instance: a change of it is told at once. */
import { expect } from "expect";
import { startSession } from "../../../kv/accounts/signing_in/sessions.ts";
import { type User, userById } from "../../../kv/accounts/users.ts";
import { changeChatSettings } from "../../../kv/chats/settings.ts";
import { changeLady } from "../../../kv/ladies/profile/changing.ts";
import { changeOwn } from "../../../kv/ladies/profiles.ts";
import type { Store } from "../../../kv/open.ts";
import { withMethods } from "../../../kv/store/handles/handle.ts";
import { keys } from "../../../kv/store/keys.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { pictureFacts } from "../../../kv/testing/photos.ts";
import { createVera } from "../../../kv/testing/safety.ts";
import { withKv } from "../../../kv/testing/store.ts";
import { addShownPhoto } from "../../../kv/testing/verifications.ts";
import { recutPhoto, removePhoto } from "../../../kv/vetting/photo_changes.ts";
import { photoMark, takePhotoDown } from "../../../kv/vetting/photo_takedown.ts";
import { photosOf } from "../../../kv/vetting/photos.ts";
import { nameOfText, shownTextsOf, textMark } from "../../../kv/vetting/shown_texts.ts";
import { takeTextDown } from "../../../kv/vetting/text_takedown.ts";
import type { ChatUser } from "../../shared/server_events.ts";
import { offer, type TestClient } from "../testing/server.ts";
import { twoInstances, world } from "../testing/world.ts";

const noPhoto = "/no-avatar.webp";
const quote = "Write to me: +380 50 123 45 67";

const giveQuote = (store: Store, ladyId: number) => changeLady(store, ladyId, (record) => ({ ...record, quote }));

async function takeQuoteDown(store: Store, ladyId: number, actorId: number): Promise<void> {
  const texts = await shownTextsOf(store, (await userById(store, ladyId))!);
  const text = texts.find(({ kind }) => kind === "quote")!;
  const wanted = { userId: ladyId, text: nameOfText(text), seen: textMark(text), reason: "A number", actorId };
  expect(await takeTextDown(store, wanted)).toMatchObject({ ok: true });
}

/** Takes down every photo that others see of a person. */
async function takePhotosDown(store: Store, userId: number, actorId: number): Promise<void> {
  for (const photo of await photosOf(store, (await userById(store, userId))!)) {
    const wanted = { userId, photoId: photo.id, seen: photoMark(photo), reason: "Not hers", actorId };
    expect(await takePhotoDown(store, wanted)).toMatchObject({ ok: true });
  }
}

/** Waits until an open page is told of a person as `isMeant` says. */
const hears = (client: TestClient, { id }: User, isMeant: (user: ChatUser) => boolean) =>
  client.next("update-user-list", ({ users }) => users.some((user) => user.userId === id && isMeant(user)));

/** A person as a page that is opened now is told of her or him. */
async function listed(client: TestClient, { id }: User): Promise<ChatUser | undefined> {
  const { users } = (await client.ask("GetAllConnectedUsers")).data;
  return users.find(({ userId }: ChatUser) => userId === id);
}

Deno.test("what an admin takes down of a lady who reads her letters is gone from every open page, and from each opened later", async () => {
  await using w = await twoInstances();
  const { one, two } = w;
  const vera = await createVera(w.store);
  await giveQuote(one.store, w.olena.id);
  await addShownPhoto(one.store, w.olena.id);
  const [james, wei] = [await w.join(one, w.james), await w.join(two, w.wei)];
  two.chat.pageOpened(w.olena.id);
  for (const man of [james, wei]) await hears(man, w.olena, (olena) => olena.quote === quote);

  await takeQuoteDown(one.store, w.olena.id, vera.id);
  for (const man of [james, wei]) await hears(man, w.olena, (olena) => olena.quote === undefined);
  await takePhotosDown(two.store, w.olena.id, vera.id);
  for (const man of [james, wei]) await hears(man, w.olena, ({ userPhoto }) => userPhoto === noPhoto);

  for (const man of [james, wei]) {
    const told = await listed(man, w.olena);
    expect(told).toMatchObject({ userPhoto: noPhoto });
    expect(told).not.toHaveProperty("quote");
  }
});

Deno.test("a man's photo that is cut anew, removed or taken down is told to the ladies, as is his name and his age", async () => {
  await using w = await twoInstances();
  const { one, two } = w;
  const vera = await createVera(w.store);
  const first = await addShownPhoto(one.store, w.james.id);
  const [olena, daria] = [await w.join(one, w.olena), await w.join(two, w.daria)];
  await w.join(one, w.james);
  const bothHear = async (isMeant: (james: ChatUser) => boolean) => {
    for (const lady of [olena, daria]) await hears(lady, w.james, isMeant);
  };
  await bothHear(({ userPhoto }) => userPhoto !== noPhoto);

  const { crop, cut, bytes } = await pictureFacts(one.store);
  await recutPhoto(one.store, w.james.id, first, { crop, cut, bytes });
  await bothHear(({ userPhoto }) => userPhoto.endsWith(`avatar-${cut}`));
  await removePhoto(one.store, w.james.id, first);
  await bothHear(({ userPhoto }) => userPhoto === noPhoto);
  await addShownPhoto(one.store, w.james.id);
  await bothHear(({ userPhoto }) => userPhoto !== noPhoto);
  await takePhotosDown(two.store, w.james.id, vera.id);
  await bothHear(({ userPhoto }) => userPhoto === noPhoto);

  await changeOwn(two.store, w.james.id, { account: { firstname: "Jim", birthdate: "1961-02-03" } });
  await bothHear(({ userName, birth }) => userName === "Jim" && birth > 60);
});

Deno.test("who asks for a call is told to a page that opens later without what was taken down meanwhile", async () => {
  await using w = await twoInstances();
  const { one, two } = w;
  const vera = await createVera(w.store);
  await addShownPhoto(one.store, w.james.id);
  const [james, first, daria] = [await w.join(one, w.james), await w.join(two, w.olena), await w.join(two, w.daria)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await james.ask("video-request", { to: w.olena.id, offer });
  expect((await first.next("video-request")).from.userPhoto).not.toBe(noPhoto);
  await takePhotosDown(one.store, w.james.id, vera.id);
  await hears(daria, w.james, ({ userPhoto }) => userPhoto === noPhoto);
  const later = await w.join(two, w.olena);
  expect((await later.next("video-request")).from.userPhoto).toBe(noPhoto);
});

Deno.test("a birthday that passes while its person is online is told to every open page", async () => {
  await using w = await twoInstances();
  const { one, two } = w;
  // A year older at 18 o'clock.
  await w.store.kv.set(keys.user(w.james.id), { ...w.james, birthdate: "1991-03-02" });
  const tokens = await Promise.all(
    [w.james, w.olena, w.daria].map(async ({ id }) => (await startSession(w.store, id, true)).token),
  );
  const [olena, daria] = [await w.join(one, w.olena, tokens[1]), await w.join(two, w.daria, tokens[2])];
  await w.join(one, w.james, tokens[0]);
  for (const lady of [olena, daria]) await hears(lady, w.james, ({ birth }) => birth === 34);
  w.clock.advance({ hours: 6 });
  for (const lady of [olena, daria]) await hears(lady, w.james, ({ birth }) => birth === 35);
});

Deno.test("what is taken down of a lady while she comes in is not shown", async () => {
  let meanwhile: (() => Promise<void>) | null = null;
  await using w = await world({}, (store) => {
    const { kv } = store;
    // Her blocks are read once it is known how she is shown.
    const list: Deno.Kv["list"] = (selector, options) => {
      const found = kv.list(selector, options);
      const isOfBlocks = "prefix" in selector && selector.prefix[0] === prefixes.blocksOf(0)[0];
      const wait = isOfBlocks ? meanwhile : null;
      if (!wait) return found as never;
      meanwhile = null;
      return (async function* () {
        await wait();
        yield* found;
      })() as never;
    };
    return withKv(store, withMethods(kv, { list }));
  });
  const vera = await createVera(w.store);
  await giveQuote(w.store, w.olena.id);
  const james = await w.join(w.james);
  meanwhile = () => takeQuoteDown(w.store, w.olena.id, vera.id);
  const olena = await w.join(w.olena);
  await olena.ask("latency-start", { startTimeLatency: 1 });
  expect(meanwhile).toBe(null);
  const told = await listed(james, w.olena);
  expect(told).toBeDefined();
  expect(told).not.toHaveProperty("quote");
});

Deno.test("of two changes the later one stays shown, however long the store takes for the earlier one", async () => {
  const released = Promise.withResolvers<void>();
  let isSlow = false;
  await using w = await world({}, (store) => {
    const { kv } = store;
    const get = async (key: Deno.KvKey, options?: object) => {
      const entry = await kv.get(key, options);
      if (isSlow && String(key) === String(keys.chatSettings(w.olena.id))) {
        isSlow = false;
        await released.promise;
      }
      return entry;
    };
    return withKv(store, withMethods(kv, { get: get as Deno.Kv["get"] }));
  });
  const vera = await createVera(w.store);
  await giveQuote(w.store, w.olena.id);
  const [james] = [await w.join(w.james), await w.join(w.olena)];
  await hears(james, w.olena, (olena) => olena.quote === quote);
  isSlow = true;
  await changeChatSettings(w.store, w.olena.id, { allowVideoChat: false });
  await takeQuoteDown(w.store, w.olena.id, vera.id);
  await james.ask("latency-start", { startTimeLatency: 1 });
  released.resolve();
  await hears(james, w.olena, (olena) => olena.quote === undefined);
  await james.ask("latency-start", { startTimeLatency: 1 });
  expect(await listed(james, w.olena)).not.toHaveProperty("quote");
});
