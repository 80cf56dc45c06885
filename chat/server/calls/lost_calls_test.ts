/** What is charged where a call is lost, by who says so and who contradicts, between real sockets. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { ring, see, talk, type TestClient } from "../testing/server.ts";
import { world } from "../testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

/** Waits until all that the clients have sent is answered and has had its effects. */
const settle = async (...clients: TestClient[]) => {
  for (const client of clients) await client.ask("latency-start", { startTimeLatency: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
};

/** James and Olena, who see each other in a call, after text for `textSeconds` if that is not 0. */
async function calling(w: World, textSeconds = 0) {
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  if (textSeconds > 0) await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: textSeconds });
  const id = await ring(james, w.james.id, olena, w.olena.id);
  await see(id, james, olena);
  const pass = async (seconds: number) => {
    w.clock.advance({ seconds });
    await settle(...[james, olena].filter(({ isOpen }) => isOpen));
  };
  return { james, olena, id, chatID: id, pass };
}
const balance = (w: World) => balanceOf(w.store, w.james.id);

Deno.test("the text before a call that is lost at once is paid, and the history gives each minute back once", async () => {
  await using w = await world();
  const { james, olena, id, chatID, pass } = await calling(w, 48);
  await pass(25);
  for (const client of [james, olena]) await client.ask("video-lost", { chatID });
  await pass(21);
  expect(await james.next("chat-session-end")).toMatchObject({ id, minutes: 3, kept: 1, cost: 7, refunded: 6 });
  expect(await olena.next("chat-session-end")).toMatchObject({ id, kept: 1, cost: 0, refunded: 0 });
  expect(await balance(w)).toBe(199);
  expect(await chatById(w.store, id)).toMatchObject({ charges: "TVt", endedBy: "server", endedReason: "lost" });
});
