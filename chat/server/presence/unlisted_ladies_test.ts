/** A lady who is not listed on the site chats and calls like any other: those in the chat see each other. */
import { expect } from "expect";
import { setPutForward } from "../../../kv/ladies/listing.ts";
import { answerTo, offer, talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";

Deno.test("an unlisted lady is seen in the chat, talks, and is called", async () => {
  await using w = await world();
  await setPutForward(w.store, w.olena.id, false);
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const { users } = (await james.ask("GetAllConnectedUsers")).data;
  expect(users.map(({ userId }: { userId: number }) => userId)).toEqual([w.olena.id]);
  await talk(james, w.james.id, olena, w.olena.id);
  expect(await james.ask("ChatNewMessage", { to: w.olena.id, message: "Good evening.", clientId: "c" })).toMatchObject({
    event: "NewMessage",
  });
  await olena.next("NewMessage");
  await james.ask("video-request", { to: w.olena.id, offer });
  await olena.next("video-request");
  expect(await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo })).toMatchObject({
    event: "video-request-accept",
  });
});
