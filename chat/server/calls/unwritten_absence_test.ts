/** A text chat becomes a call while an absence in it could not be written yet. */
import { expect } from "expect";
import { startSession } from "../../../kv/accounts/signing_in/sessions.ts";
import { chatById } from "../../../kv/chats/chats.ts";
import { until } from "../../../tests/patience.ts";
import { talkOnDisk } from "../testing/full_disk.ts";
import { answerTo, offer } from "../testing/server.ts";

Deno.test("who goes from text to a call has not used the time of an absence that a full disk kept unwritten", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, asOlena, id } = w;
  w.clock.advance({ seconds: 25 });
  const { token } = await startSession(w.store, w.olena.id, false);
  disk.isFull = true;
  await asOlena.leave();
  await until(() => disk.refused > 0, "the refused pause");
  w.clock.advance({ seconds: 9 });
  await until(() => disk.refused > 1, "another try");
  const back = await w.join(w.olena, token);
  await until(() => disk.refused > 2, "the refused return");
  disk.isFull = false;
  await asJames.ask("video-request", { to: w.olena.id, offer });
  await back.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  expect(await chatById(w.store, id)).toMatchObject({ kind: "video", servedMs: 25_000 });
});
