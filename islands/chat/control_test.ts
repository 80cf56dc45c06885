/** What a chat screen sends and hears, over real sockets to the real server, also when its connection is cut. */
import { expect } from "expect";
import { world } from "../../chat/server/testing/world.ts";
import { balanceOf, post } from "../../kv/credits/ledger/ledger.ts";
import { withAtomics } from "../../kv/testing/store.ts";
import { fullStorage, refusedStorage, withStorage } from "../testing/storage.ts";
import { unsentInTab } from "./conversation/unsent.ts";
import { firstInvitation } from "./session_state.ts";
import { Cable, type Screen, screenOf, type World } from "./testing/screen.ts";
import { until } from "../../tests/patience.ts";

const bodies = (screen: Screen, userId: number) => screen.control.conversation(userId).messages.map(({ body }) => body);

/** Each sees the other, James asks, Olena accepts, and their chat is open and paid. */
async function open(w: World, james: Screen, olena: Screen): Promise<void> {
  await james.until(({ online }) => online!.includes(w.olena.id), "Olena");
  james.control.select(w.olena.id);
  await james.control.asking.invite(w.olena.id);
  await olena.until(({ invitations }) => invitations.size > 0, "the invitation");
  await olena.control.asking.accept(w.james.id);
  for (const screen of [james, olena]) await screen.until(({ chat }) => chat?.isOpen === true, "the chat");
}

const options = { sanitizeOps: true, sanitizeResources: true };

Deno.test("two screens ask, accept, pay one minute, write and end", options, async () => {
  await using w = await world();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await open(w, james, olena);
  expect(olena.sounds.slice(0, 2)).toEqual(["ring", "silence"]);
  await james.until(({ meter, me }) => meter?.minutes === 1 && me.balanceCredits === 199, "the minute");
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
  expect(james.control.talk.write("  \n ")).toBe(false);
  for (let key = 0; key < 20; key++) james.control.talk.writes(w.olena.id);
  await olena.until(({ writing }) => writing?.userId === w.james.id, "that he writes");
  expect(james.control.talk.write("Good evening.\r\nIt rains.")).toBe(true);
  await olena.until(() => bodies(olena, w.james.id).length === 1, "the message");
  expect(bodies(olena, w.james.id)).toEqual(["Good evening.\nIt rains."]);
  expect(olena.sounds.at(-1)).toBe("message");
  expect(olena.control.state.writing).toBe(null);
  olena.control.talk.saw(olena.control.conversation(w.james.id).messages[0]!);
  await james.until(() => james.control.conversation(w.olena.id).messages[0]!.viewed, "that it was seen");
  await olena.until(({ unread }) => !unread.has(w.james.id), "that nothing is unread");
  await olena.control.asking.stop();
  await james.until(({ chat }) => chat === null, "the end");
  expect(james.control.state.over?.summary).toMatchObject({ chargedCredits: 1, refundedCredits: 1 });
  expect(james.control.state.flashes.map(({ key }) => key)).toContain("left");
});

Deno.test(
  "after a cut exactly what was missed comes, and what was written meanwhile is sent once",
  options,
  async () => {
    await using w = await world();
    await using cable = new Cable(w.instance.url);
    await using james = await screenOf(w, w.james, cable);
    await using olena = await screenOf(w, w.olena);
    await open(w, james, olena);
    james.control.talk.write("one");
    await olena.until(() => bodies(olena, w.james.id).length === 1, "the first");
    cable.cut();
    await james.until(({ link }) => link === "lost", "the loss");
    for (const text of ["two", "three"]) olena.control.talk.write(text);
    await olena.until(() => olena.control.conversation(w.james.id).pending.length === 0, "that hers are written");
    james.control.talk.write("four");
    expect(james.control.conversation(w.olena.id).pending).toMatchObject([{ body: "four", isFailed: false }]);
    cable.mend();
    const all = ["one", "two", "three", "four"];
    for (const [screen, other] of [[james, w.olena.id], [olena, w.james.id]] as const) {
      await screen.until(() => bodies(screen, other).length === all.length, "all of them");
      expect(bodies(screen, other)).toEqual(all);
    }
    expect(james.control.conversation(w.olena.id).pending).toEqual([]);
    expect(james.control.state.chat).toMatchObject({ isOpen: true, isConfirmed: true });
    expect(await balanceOf(w.store, w.james.id)).toBe(199);
    // Once he is back, his page goes on paying.
    w.clock.advance({ seconds: 51 });
    await james.until(({ meter }) => meter?.minutes === 2, "the second minute");
  },
);

Deno.test(
  "what was not acknowledged outlives its page: the next one sends it once, and asks before it sends what is old",
  options,
  async () => {
    await using w = await world();
    let kept = "[]";
    const unsent = { read: () => JSON.parse(kept), write: (all: unknown) => kept = JSON.stringify(all) };
    await using olena = await screenOf(w, w.olena);
    const james = await screenOf(w, w.james, undefined, unsent);
    await open(w, james, olena);
    james.control.talk.write("arrived");
    const [[to, arrived]] = JSON.parse(kept);
    expect([to, arrived.body]).toEqual([w.olena.id, "arrived"]);
    await olena.until(() => bodies(olena, w.james.id).length === 1, "the first");
    await james.until(() => kept === "[]", "its acknowledgement");
    await james[Symbol.asyncDispose]();
    // As if he had left before he heard that the first had arrived.
    const fresh = { ...arrived, clientId: "a fresh one", body: "fresh" };
    const old = { ...arrived, clientId: "an old one", body: "old", atMs: arrived.atMs - 21_000 };
    kept = JSON.stringify([[to, arrived], [to, fresh], [to, old]]);
    await using next = await screenOf(w, w.james, undefined, unsent);
    await next.until(() => next.control.conversation(to).pending.length === 1, "what is left");
    expect(next.control.conversation(to).pending).toEqual([{ ...old, isFailed: true }]);
    next.control.talk.retry(to, old);
    await next.until(() => kept === "[]", "that nothing is left");
    await olena.until(() => bodies(olena, w.james.id).length === 3, "all of them");
    expect(bodies(olena, w.james.id)).toEqual(["arrived", "fresh", "old"]);
  },
);

for (const [what, storage] of Object.entries({ full: fullStorage, forbidden: refusedStorage })) {
  Deno.test(
    `in a tab whose storage is ${what} a chat opens, carries what is said, and ends`,
    options,
    () =>
      withStorage(storage, async () => {
        await using w = await world();
        await using james = await screenOf(w, w.james, undefined, unsentInTab(w.james.id));
        await using olena = await screenOf(w, w.olena);
        await open(w, james, olena);
        expect(james.control.talk.write("Good evening.")).toBe(true);
        await olena.until(() => bodies(olena, w.james.id).length === 1, "the message");
        await james.until(() => james.control.conversation(w.olena.id).pending.length === 0, "its acknowledgement");
        await olena.control.asking.stop();
        await james.until(({ chat }) => chat === null, "the end");
      }),
  );
}

/** A world whose disk can be filled. */
async function worldOnDisk() {
  const disk = { isFull: false };
  const w = await world({}, (store) =>
    withAtomics(store, (op) => {
      const commit = op.commit.bind(op);
      op.commit = () => disk.isFull ? Promise.reject(new Error("database or disk is full")) : commit();
    }));
  return Object.assign(w, { disk });
}

Deno.test(
  "an end that the store refuses is told as that: the chat that goes on is shown, and can be ended",
  options,
  async () => {
    await using w = await worldOnDisk();
    await using james = await screenOf(w, w.james);
    await using olena = await screenOf(w, w.olena);
    await open(w, james, olena);
    w.disk.isFull = true;
    await james.control.asking.stop();
    w.disk.isFull = false;
    expect(james.control.state.chat).toMatchObject({ isOpen: true, partnerId: w.olena.id });
    expect(james.control.state.flashes.at(-1)).toMatchObject({ text: expect.stringMatching(/internal|unavailable/) });
    w.clock.advance({ seconds: 51 });
    await james.until(({ meter }) => meter?.minutes === 2, "the minute that he sees");
    await james.control.asking.stop();
    await olena.until(({ chat }) => chat === null, "the end");
  },
);

Deno.test("an invitation that the store cannot take back is shown as one that waits", options, async () => {
  await using w = await worldOnDisk();
  await using james = await screenOf(w, w.james);
  await using olena = await screenOf(w, w.olena);
  await james.until(({ online }) => online!.includes(w.olena.id), "Olena");
  await james.control.asking.invite(w.olena.id);
  w.disk.isFull = true;
  await james.control.asking.stop();
  w.disk.isFull = false;
  expect(james.control.state.askingId).toBe(w.olena.id);
  await james.control.asking.stop();
  await olena.until(({ invitations }) => invitations.size === 0, "that nobody asks");
  expect(james.control.state.askingId).toBe(null);
});

Deno.test(
  "who comes back after the grace is told that the chat is over, and may try a message again",
  options,
  async () => {
    await using w = await world();
    await using cable = new Cable(w.instance.url);
    await using james = await screenOf(w, w.james, cable);
    await using olena = await screenOf(w, w.olena);
    await open(w, james, olena);
    cable.cut();
    await james.until(({ link }) => link === "lost", "the loss");
    await until(() => w.instance.chat.counters.connections === 1, "the server that notices the cut");
    james.control.talk.write("too late");
    w.clock.advance({ seconds: 11 });
    await olena.until(({ chat }) => chat === null, "the end for her");
    cable.mend();
    await james.until(({ chat, link }) => link === "open" && chat === null, "the end for him");
    expect(james.control.state.flashes.map(({ key }) => key)).toContain("endedAway.man");
    await james.until(() => james.control.conversation(w.olena.id).pending[0]?.isFailed === true, "the failure");
    expect(james.control.conversation(w.olena.id).pending[0]!.reason).toContain("chat_not_open");
  },
);

Deno.test(
  "who is asked again while the connection is down hears of it when it is back, and is not busy by the chat that was",
  options,
  async () => {
    await using w = await world();
    await using cable = new Cable(w.instance.url);
    await using james = await screenOf(w, w.james);
    await using olena = await screenOf(w, w.olena, cable);
    await open(w, james, olena);
    cable.cut();
    await olena.until(({ link }) => link === "lost", "the loss");
    await until(() => w.instance.chat.counters.connections === 1, "the server that notices the cut");
    w.clock.advance({ seconds: 11 });
    await james.until(({ chat }) => chat === null, "the end");
    const closePage = w.instance.chat.pageOpened(w.olena.id);
    expect(await james.control.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "text-request-sent" });
    cable.mend();
    await olena.until((state) => firstInvitation(state)?.[0] === w.james.id, "the invitation");
    expect(olena.sounds.at(-1)).toBe("ring");
    expect(james.control.state).toMatchObject({
      askingId: w.olena.id,
      flashes: [{ key: "accepted" }, { key: "left" }],
    });
    closePage();
  },
);

Deno.test(
  "an invitation that is taken back while the connection is down rings no more when it is back; one that waits does",
  options,
  async () => {
    await using w = await world();
    await using cable = new Cable(w.instance.url);
    await using james = await screenOf(w, w.james);
    await using wei = await screenOf(w, w.wei);
    await using olena = await screenOf(w, w.olena, cable);
    for (const { control } of [james, wei]) await control.ask("text-request", { to: w.olena.id });
    await olena.until(({ invitations }) => invitations.size === 2, "both");
    cable.cut();
    await olena.until(({ link }) => link === "lost", "the loss");
    await james.control.asking.stop();
    cable.mend();
    await olena.until((state) => firstInvitation(state)?.[0] === w.wei.id, "that Wei alone asks");
    expect([...olena.control.state.invitations.keys()]).toEqual([w.wei.id]);
    expect(olena.sounds).toEqual(["ring"]);
    cable.cut();
    await olena.until(({ link }) => link === "lost", "the second loss");
    await wei.control.asking.stop();
    cable.mend();
    await olena.until(({ invitations }) => invitations.size === 0, "that nobody asks");
    expect(olena.sounds).toEqual(["ring", "silence"]);
  },
);

Deno.test(
  "a man asked who cannot pay does not leave her waiting, and clicks close together are one",
  options,
  async () => {
    await using w = await world();
    await post(w.store, {
      manId: w.james.id,
      operation: "adjustment",
      deltaCredits: -199,
      reference: {},
      idempotencyKey: "test-poor",
    });
    await using james = await screenOf(w, w.james);
    await using olena = await screenOf(w, w.olena);
    await olena.until(({ online }) => online!.includes(w.james.id), "James");
    await Promise.all([olena.control.asking.invite(w.james.id), olena.control.asking.invite(w.james.id)]);
    expect(olena.control.state.flashes).toEqual([]);
    await james.until(({ invitations }) => invitations.size > 0, "the invitation");
    await james.control.asking.accept(w.olena.id);
    expect(james.control.state).toMatchObject({ chat: null, flashes: [{ key: "lowCredits" }] });
    expect(james.control.state.invitations.size).toBe(0);
    await olena.until(({ askingId }) => askingId === null, "the answer");
    expect(olena.control.state.flashes).toMatchObject([{ key: "declined", values: { name: "James" } }]);
  },
);

Deno.test(
  "who agrees to one of several agrees to that one, pressed twice as well, and the next is asked about after it",
  options,
  async () => {
    await using w = await world();
    await using james = await screenOf(w, w.james);
    await using wei = await screenOf(w, w.wei);
    await using olena = await screenOf(w, w.olena);
    await using otherTab = await screenOf(w, w.olena);
    for (const each of [james, wei]) {
      await each.until(({ online }) => online!.includes(w.olena.id), "Olena");
      await each.control.asking.invite(w.olena.id);
    }
    for (const { until } of [olena, otherTab]) await until(({ invitations }) => invitations.size === 2, "both");
    expect(firstInvitation(olena.control.state)?.[0]).toBe(w.james.id);
    const { asking } = olena.control;
    await Promise.all([asking.accept(w.james.id), asking.accept(w.james.id)]);
    for (const { until, control } of [olena, otherTab]) {
      await until(({ chat }) => chat?.isOpen === true, "the chat");
      expect(control.state.chat!.partnerId).toBe(w.james.id);
      expect(control.state.selectedId).toBe(w.james.id);
      expect(control.state.flashes.map(({ key, text }) => text ?? key)).toEqual(["accepted"]);
      // During the chat Wei's invitation is not shown, but it still waits.
      expect([firstInvitation(control.state), [...control.state.invitations.keys()]]).toEqual([undefined, [w.wei.id]]);
    }
    expect(olena.sounds.slice(0, 2)).toEqual(["ring", "silence"]);
    await olena.control.asking.stop();
    for (const { until } of [olena, otherTab]) await until((state) => firstInvitation(state)?.[0] === w.wei.id, "Wei");
    expect(wei.control.state.askingId).toBe(w.olena.id);
  },
);

Deno.test(
  "an invitation that is taken back in one window ends in the other; one that is answered while the connection is down, when it is back",
  options,
  async () => {
    await using w = await world();
    await using cable = new Cable(w.instance.url);
    await using olena = await screenOf(w, w.olena);
    await using james = await screenOf(w, w.james);
    await james.until(({ online }) => online!.includes(w.olena.id), "Olena");
    await james.control.asking.invite(w.olena.id);
    await using otherTab = await screenOf(w, w.james, cable);
    await otherTab.until(({ askingId }) => askingId === w.olena.id, "the invitation in the other window");
    await james.control.asking.stop();
    await otherTab.until(({ askingId }) => askingId === null, "its end in the other window");
    expect([james.control.state.flashes, otherTab.control.state.flashes]).toEqual([[], []]);

    await otherTab.control.ask("text-request", { to: w.olena.id });
    cable.cut();
    await otherTab.until(({ link }) => link === "lost", "the loss");
    await olena.until(({ invitations }) => invitations.size > 0, "the invitation");
    await olena.control.ask("text-request-answer", { to: w.james.id, ev: "decline" });
    expect(otherTab.control.state.askingId).toBe(w.olena.id);
    cable.mend();
    await otherTab.until(({ askingId, link }) => link === "open" && askingId === null, "that nobody is asked any more");
  },
);
