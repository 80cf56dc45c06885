import { expect } from "expect";
import { chatById, servedMsAt } from "../../kv/chats/chats.ts";
import { openChat } from "../../kv/testing/chats.ts";
import { afterMeanwhile, createPeople, testStore } from "../../kv/testing/store.ts";
import { Deadlines } from "./deadlines.ts";
import { heldSince } from "./held_chat.ts";
import { HeldTime } from "./held_time.ts";
import { PendingWork } from "./pending_work.ts";

Deno.test("time in which nobody could write is not counted, also if the store goes away again while that is noted", async () => {
  for (const isRefused of [false, true]) {
    using store = await testStore();
    const { james, olena } = await createPeople(store);
    const chat = await openChat(store, { manId: james.id, ladyId: olena.id });
    const openedAt = store.now();
    const deadlines = new Deadlines(store.now, 1000);
    const held = heldSince(chat, store.now);
    const after = (seconds: number) => openedAt + seconds * 1000;
    const slow = afterMeanwhile(store, () => {
      // The store answers at 30 s, and had gone away again at 12.
      store.clock.advance({ seconds: 20 });
      time.leaveOut(held, after(12));
      return isRefused ? Promise.reject(new Error("the disk is full")) : Promise.resolve();
    });
    const time: HeldTime = new HeldTime({ store: slow, deadlines } as never, new PendingWork(), {
      isHeld: () => true,
      changed: (held, chat) => held.chat = chat,
      noted: () => {},
      lookAgain: () => {},
    });

    store.clock.advance({ seconds: 10 });
    time.leaveOut(held, after(5));
    for (let tail; tail !== held.tail;) await (tail = held.tail);
    const kept = (await chatById(store, chat.id))!;
    // 5 s, and the 2 s between the two absences; where the first could not be noted, the two are one.
    expect([isRefused, servedMsAt(kept, store.now())]).toEqual([isRefused, isRefused ? 5000 : 7000]);
    expect([held.uncountedSinceMs, held.leavingOutSinceMs]).toEqual([null, null]);
  }
});
