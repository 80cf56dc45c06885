/** The screen's own sending and hearing, over real sockets to the real server, and a connection that is cut. */
import { expect } from "expect";
import { world } from "../../chat/server/testing/world.ts";
import { balanceOf, post } from "../../kv/credits/ledger.ts";
import { Cable, type Screen, screenOf, type World } from "./testing/screen.ts";
import { until } from "../../tests/patience.ts";

const bodies = (screen: Screen, userId: number) => screen.control.conversation(userId).messages.map(({ body }) => body);

/** Each sees the other, James asks, Olena accepts, and their chat is open and paid. */
async function open(w: World, james: Screen, olena: Screen): Promise<void> {
  await james.until(({ online }) => online!.includes(w.olena.id), "Olena");
  james.control.select(w.olena.id);
  await james.control.asking.invite(w.olena.id);
  await olena.until(({ invitation }) => invitation !== null, "the invitation");
  await olena.control.asking.accept();
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
  expect(james.control.state.notes.map(({ key }) => key)).toContain("left");
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
  },
);

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
    expect(james.control.state.notes.map(({ key }) => key)).toContain("endedAway");
    await james.until(() => james.control.conversation(w.olena.id).pending[0]?.isFailed === true, "the failure");
    expect(james.control.conversation(w.olena.id).pending[0]!.reason).toContain("chat_not_open");
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
    expect(olena.control.state.notes).toEqual([]);
    await james.until(({ invitation }) => invitation !== null, "the invitation");
    await james.control.asking.accept();
    expect(james.control.state).toMatchObject({ invitation: null, chat: null, notes: [{ key: "lowCredits" }] });
    await olena.until(({ askingId }) => askingId === null, "the answer");
    expect(olena.control.state.notes).toMatchObject([{ key: "declined", values: { name: "James" } }]);
  },
);
