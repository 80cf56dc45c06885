/** Somebody deletes the account in the middle of a chat: the other hears of it, and unserved time is not paid for. */
import { expect } from "expect";
import { deleteAccount, secondPassMs } from "../../kv/accounts/deletions.ts";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { chatById } from "../../kv/chats/chats.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { eraseMember } from "../../kv/records/own_data/erase.ts";
import { testPassword } from "../../kv/testing/store.ts";
import { talk } from "./testing/server.ts";
import { world } from "./testing/world.ts";

for (const who of ["james", "olena"] as const) {
  Deno.test(`a chat ends when ${who} deletes the account in it, and the other is told at once`, async () => {
    await using w = await world();
    const leaver = w[who];
    const { token } = await startSession(w.store, leaver.id, false);
    const clients = {
      james: await w.join(w.james, who === "james" ? token : undefined),
      olena: await w.join(w.olena, who === "olena" ? token : undefined),
    };
    const other = clients[who === "james" ? "olena" : "james"];
    const id = await talk(clients.james, w.james.id, clients.olena, w.olena.id);
    const before = await balanceOf(w.store, w.james.id);
    expect((await deleteAccount(w.store, leaver.id, { password: testPassword, wantsRefund: false })).ok).toBe(true);
    await eraseMember(w.store, leaver.id, async () => {});
    expect((await clients[who].closing()).code).toBe(4401);
    expect(await other.next("chat-session-end")).toMatchObject({ id });
    w.clock.advance({ ms: secondPassMs });
    await eraseMember(w.store, leaver.id, async () => {});
    expect(await chatById(w.store, id)).toMatchObject({ state: "ended" });
    // James gets back the minute that was not served; after his own deletion he has no credits at all.
    expect(await balanceOf(w.store, w.james.id)).toBe(who === "james" ? 0 : before + 1);
  });
}
