/** A suspended person is disconnected at once, the chat ends as by the server, and nobody sees the person any more. */
import { expect } from "expect";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { chatById } from "../../kv/chats/chats.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import type { Store } from "../../kv/open.ts";
import { reinstate, suspend } from "../../kv/safety/suspensions.ts";
import { createVera } from "../../kv/testing/safety.ts";
import { talk, type TestClient } from "./testing/server.ts";
import { twoInstances, world } from "./testing/world.ts";

async function keepOut(store: Store, userId: number): Promise<number> {
  const vera = await createVera(store);
  const suspended = await suspend(store, { userId, kind: "conduct", reason: "Rude", actorId: vera.id });
  if (!suspended.ok) throw new Error(suspended.reason);
  return vera.id;
}

const onlineFor = async (client: TestClient): Promise<number[]> =>
  (await client.ask("GetAllConnectedUsers")).data.users.map(({ userId }: { userId: number }) => userId);

for (const who of ["lady", "man"] as const) {
  Deno.test(`an open chat of a suspended ${who} ends as the site's doing: the minute that was not served goes back`, async () => {
    await using w = await world();
    const { token: hisToken } = await startSession(w.store, w.james.id, false);
    const { token: herToken } = await startSession(w.store, w.olena.id, false);
    const [james, olena] = [await w.join(w.james, hisToken), await w.join(w.olena, herToken)];
    const id = await talk(james, w.james.id, olena, w.olena.id);
    w.clock.advance({ seconds: 5 });
    const [out, stays, outId] = who === "lady" ? [olena, james, w.olena.id] : [james, olena, w.james.id];
    await keepOut(w.store, outId);
    expect((await out.closing()).code).toBe(4403);
    expect(await stays.next("chat-session-end")).toMatchObject({ id });
    expect(await chatById(w.store, id)).toMatchObject({ state: "ended", endedBy: "server", refundedCredits: 1 });
    expect(await balanceOf(w.store, w.james.id)).toBe(200);
    // The list and the end of the chat may be told in either order.
    const isTold = () =>
      stays.heard.some(({ event, data }) => event === "update-user-list" && data.gone.includes(outId));
    await stays.until(isTold, "the list without the one who is out");
    expect(await onlineFor(stays)).toEqual([]);
  });
}

Deno.test("nobody chats with a suspended person until she is let back", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const actorId = await keepOut(w.store, w.olena.id);
  expect((await james.ask("text-request", { to: w.olena.id })).data).toMatchObject({ code: "not_found" });
  await reinstate(w.store, { userId: w.olena.id, reason: "A mistake", actorId });
  await w.join(w.olena);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
});

Deno.test("a suspension on one instance ends the connection and the chat that another holds", async () => {
  await using w = await twoInstances();
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.length > 0);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await keepOut(w.one.store, w.olena.id);
  expect((await olena.closing()).code).toBe(4403);
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 1 });
});
