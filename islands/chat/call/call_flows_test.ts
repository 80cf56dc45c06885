/** Calls between whole screens and the real server, in a fake browser: asked for, taken back, taken over. */
import { expect } from "expect";
import { chatOfPerson } from "../../../kv/chats/chats.ts";
import { planTariff } from "../../../kv/credits/prices/tariffs.ts";
import { withAtomics } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import { fakeBrowser } from "../testing/browser.ts";
import {
  afterSaying,
  balance,
  call,
  callWorld,
  comes,
  cut,
  isAsBefore,
  isPrepared,
  onHearing,
  phaseOf,
  ring,
  write,
} from "../testing/calls.ts";
import { Cable, type Screen, screenOf, type World } from "../testing/screen.ts";

Deno.test("who takes a call back while the request is on its way leaves nobody ringing", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  afterSaying(james, "video-request", () => james.control.calls.cancel());
  await james.until(({ online }) => online?.includes(w.olena.id) === true, "Olena online");
  const rings = () => olena.sounds.filter((sound) => sound === "ring").length;
  for (const times of [1, 2]) {
    await james.control.calls.ask(w.olena.id);
    await until(() => rings() === times, "a ring");
    await comes(olena, null);
    expect(phaseOf(james)).toBe(null);
  }
  expect(await balance(w)).toBe(200);
});

Deno.test("a call whose relay fails while the request is on its way leaves nobody ringing", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  afterSaying(james, "video-request", () => james.control.calls.session.fail("relay"));
  await james.until(({ online }) => online?.includes(w.olena.id) === true, "Olena online");
  await james.control.calls.ask(w.olena.id);
  await until(() => olena.sounds.length > 0, "a ring");
  await comes(olena, null);
  expect(james.control.state.call.problem).toMatchObject({ kind: "relay" });
});

Deno.test("a request of which no answer came is taken back", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  afterSaying(james, "video-request", () => {}, () => Promise.resolve(null));
  await james.until(({ online }) => online?.includes(w.olena.id) === true, "Olena online");
  await james.control.calls.ask(w.olena.id);
  await until(() => olena.sounds.length > 0, "a ring");
  await comes(olena, null);
});

/** James calls Olena; `cross` arranges what crosses her acceptance. Expects that all is as before and costs nothing. */
async function expectNoCall(cross: (james: Screen, olena: Screen) => void): Promise<void> {
  for (const isUpgrade of [false, true]) {
    using _ = fakeBrowser();
    await using w = await callWorld();
    await using james = await screenOf(w, w.james);
    await using olena = await screenOf(w, w.olena);
    if (isUpgrade) await write(w, james, olena);
    await ring(james, olena);
    cross(james, olena);
    await olena.control.calls.accept();
    for (const screen of [james, olena]) await comes(screen, null);
    await until(() => isAsBefore(w, isUpgrade), "what was before");
    expect(await balance(w)).toBe(isUpgrade ? 199 : 200);
  }
}

Deno.test("who declines while the own yes is on its way is in no call, and nothing is charged for it", () =>
  expectNoCall((_james, olena) => afterSaying(olena, "video-request-accept", () => olena.control.calls.cancel())));

Deno.test("a call that is taken back while the other's yes is on its way is over at once for both, and costs nothing", () =>
  // James hears `chat-session-create` before Olena's acceptance.
  expectNoCall((james) => onHearing(james, "chat-session-create", () => james.control.calls.cancel())));

Deno.test("a call that a full disk does not take back is taken back when there is room", async () => {
  using _ = fakeBrowser();
  const disk = { isFull: false };
  await using w = await callWorld((store) =>
    withAtomics(store, (op) => {
      const commit = op.commit.bind(op);
      op.commit = () => disk.isFull ? Promise.reject(new Error("database or disk is full")) : commit();
    })
  );
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await ring(james, olena);
  disk.isFull = true;
  afterSaying(james, "video-request-cancel", () => {}, async (told) => {
    const answer = await told;
    disk.isFull = false;
    return answer;
  });
  james.control.calls.cancel();
  await comes(olena, null);
});

Deno.test("a call that was agreed to without devices is over when the other takes it back, or another page answers", async () => {
  const ends: Record<string, (w: World, james: Screen) => unknown> = {
    "he takes it back": (_, james) => james.control.calls.cancel(),
    "his minute is over": (w) => w.clock.advance({ seconds: 61 }),
    "her other page declines": async (w) => (await w.join(w.olena)).ask("video-request-decline", { to: w.james.id }),
    "her other page accepts": async (w) =>
      (await w.join(w.olena)).ask("video-request-accept", { to: w.james.id, answer: { type: "answer", sdp: "v=0" } }),
  };
  for (const [name, end] of Object.entries(ends)) {
    using browser = fakeBrowser();
    await using w = await callWorld();
    await using james = await screenOf(w, w.james);
    await using olena = await screenOf(w, w.olena);
    await ring(james, olena);
    // The browser asks her for permission, and she does not answer.
    browser.media.getUserMedia = () => new Promise(() => {});
    void olena.control.calls.accept();
    await comes(olena, "answering");
    await end(w, james);
    await until(() => phaseOf(olena) === null, `the end of her dialog where ${name}`);
  }
});

Deno.test("a call that is taken over on another device goes on there, and is over in the first one", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using laptop = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await call(laptop, olena);
  await using phone = await screenOf(w, w.james);
  await phone.until(({ chat }) => chat?.isVideo === true, "the call");
  await phone.control.calls.rejoin();
  for (const screen of [phone, olena]) await comes(screen, "running");
  await comes(laptop, null);
  expect(laptop.control.calls.own.media).toBe(null);
  expect(laptop.control.state.call.problem).toBe(null);
  expect(await chatOfPerson(w.store, w.james.id)).toMatchObject({ kind: "video", state: "open", minutes: 1 });
});

Deno.test("a device that was away while its call was taken over ends nothing when it is back", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using laptop = await screenOf(w, w.james, cable);
  await using olena = await screenOf(w, w.olena);
  await call(laptop, olena);
  await using phone = await screenOf(w, w.james);
  await cut(cable, laptop);
  await phone.until(({ chat }) => chat?.isVideo === true, "the call");
  await phone.control.calls.rejoin();
  for (const screen of [phone, olena]) await comes(screen, "running");
  await comes(laptop, "lost");
  cable.mend();
  await comes(laptop, null);
  expect(laptop.control.state.call.problem).toBe(null);
  for (const screen of [phone, olena]) expect(phaseOf(screen)).toBe("running");
  expect(await chatOfPerson(w.store, w.james.id)).toMatchObject({ kind: "video", state: "open" });
});

Deno.test("whoever sees the other before the server's word of the yes has come, by a slower way, is in the call all the same", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena, cable);
  await call(james, olena);
});

Deno.test("a call that is taken back while her connection is down rings no more when it is back; what he asks anew does", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena, cable);
  const closePage = w.instance.chat.pageOpened(w.olena.id);
  await ring(james, olena);
  await isPrepared(olena);
  await cut(cable, olena);
  james.control.calls.cancel();
  await james.control.ask("getAllRequests", {});
  cable.mend();
  await comes(olena, null);
  await ring(james, olena);
  await isPrepared(olena);
  await cut(cable, olena);
  james.control.calls.cancel();
  await james.control.calls.ask(w.olena.id);
  await comes(james, "waiting");
  cable.mend();
  await olena.until(({ link }) => link === "open", "the connection");
  await olena.control.ask("getAllRequests", {});
  expect(phaseOf(olena)).toBe("invited");
  await olena.control.calls.accept();
  for (const screen of [james, olena]) await comes(screen, "running");
  closePage();
});

Deno.test("who is called again while the connection is down hears it ring when it is back, and not the call that was", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using cable = new Cable(w.instance.url);
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena, cable);
  await call(james, olena);
  await cut(cable, olena);
  await until(() => w.instance.chat.counters.connections === 1, "the server that notices the cut");
  w.clock.advance({ seconds: 21 });
  await comes(james, null);
  const closePage = w.instance.chat.pageOpened(w.olena.id);
  await james.control.calls.ask(w.olena.id);
  await comes(james, "waiting");
  cable.mend();
  await comes(olena, "invited");
  await olena.control.calls.accept();
  for (const screen of [james, olena]) await comes(screen, "running");
  closePage();
});

Deno.test("a call that costs more than his page says is not begun, whoever asks for it", async () => {
  const prices = { sendLetter: 12, openLetter: 6, textMinute: 2, videoMinute: 8, watchVideo: 11 };
  for (const asker of ["james", "olena"] as const) {
    using _ = fakeBrowser();
    await using w = await callWorld();
    await using james = await screenOf(w, w.james);
    await using olena = await screenOf(w, w.olena);
    james.control.calls.session.quoted = { text: 1, video: 5 };
    const [from, to] = asker === "james" ? [james, olena] : [olena, james];
    const isThere = from === james ? w.olena.id : w.james.id;
    await from.until(({ online }) => online?.includes(isThere) === true, "the other online");
    await from.control.calls.ask(isThere);
    await comes(to, "invited");
    await planTariff(w.store, { validFrom: null, prices, actorId: 1 });
    await to.control.calls.accept();
    for (const screen of [from, to]) await comes(screen, null);
    await james.until(({ flashes }) => flashes.some(({ text }) => text === "en quote_changed"), "why");
    expect(await balance(w)).toBe(200);
    expect(await chatOfPerson(w.store, w.james.id)).toBe(null);
  }
});

Deno.test("a page that finds no way any more leaves the end of the call to the server", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await call(james, olena);
  james.control.calls.session.fail("lost");
  await james.control.ask("getAllRequests", {});
  expect(phaseOf(james)).toBe(null);
  expect(await chatOfPerson(w.store, w.james.id)).toMatchObject({ kind: "video", state: "open" });
});

Deno.test("a hang-up that the store refuses is no call that runs: time stands still, and the call ends by itself", async () => {
  using _ = fakeBrowser();
  const disk = { isFull: false };
  await using w = await callWorld((store) =>
    withAtomics(store, (operation) => {
      const commit = operation.commit.bind(operation);
      operation.commit = () => disk.isFull ? Promise.reject(new Error("database or disk is full")) : commit();
      return operation;
    })
  );
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await call(james, olena);
  disk.isFull = true;
  await olena.control.calls.hangUp();
  disk.isFull = false;
  await comes(james, "lost");
  await until(async () => (await chatOfPerson(w.store, w.james.id))?.resumedAt === null, "the time that stands still");
  w.clock.advance({ seconds: 21 });
  for (const screen of [james, olena]) await screen.until(({ chat }) => chat === null, "the end");
  expect(phaseOf(james)).toBe(null);
  expect(await balance(w)).toBe(200);
});

Deno.test("who sees the other no more is believed, though the other's browser never says that it is gone", async () => {
  using _ = fakeBrowser();
  await using w = await callWorld();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await call(james, olena);
  olena.control.calls.session.disconnect();
  await comes(james, "lost");
  await until(async () => (await chatOfPerson(w.store, w.james.id))?.resumedAt === null, "the time that stands still");
  w.clock.advance({ seconds: 21 });
  for (const screen of [james, olena]) await screen.until(({ chat }) => chat === null, "the end");
  expect(await balance(w)).toBe(200);
});
