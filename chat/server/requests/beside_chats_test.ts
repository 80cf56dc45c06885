/** What somebody asked, or agreed on, beside the chat that she or he is in by now. */
import { expect } from "expect";
import { talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";

Deno.test("who takes back what was agreed on while in a chat with somebody else ends that chat on no page", async () => {
  await using w = await world();
  const [james, second, olena] = [await w.join(w.james), await w.join(w.james), await w.join(w.olena)];
  const daria = await w.join(w.daria);
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  const id = await talk(james, w.james.id, daria, w.daria.id);
  const taken = await james.ask("stop-text-chat", { targetId: w.olena.id });
  expect(taken).toMatchObject({ event: "chat-session-end", data: { id: "" } });
  expect(await olena.next("stop-text-chat")).toEqual({ targetId: w.olena.id, myId: w.james.id });
  await james.ask("stop-text-chat", { targetId: w.daria.id });
  expect(await second.next("chat-session-end")).toMatchObject({ id });
});
