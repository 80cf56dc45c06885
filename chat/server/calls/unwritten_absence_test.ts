/** An absence that could not be written yet when a text chat becomes a call. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { keys } from "../../../kv/store/keys.ts";
import { withAtomics } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import { answerTo, offer, talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";

Deno.test("who goes from text to a call has not used the time of an absence that a full disk kept unwritten", async () => {
  const disk = { isFull: false, refused: 0 };
  await using w = await world({}, (store) =>
    withAtomics(store, (op) => {
      const [commit, set] = [op.commit.bind(op), op.set.bind(op)];
      let isOfChat = false;
      op.set = (key, ...rest) => {
        isOfChat ||= key[0] === keys.chat("")[0];
        return set(key, ...rest);
      };
      op.commit = async () => {
        if (!disk.isFull || !isOfChat) return await commit();
        disk.refused++;
        throw new Error("database or disk is full");
      };
    }));
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 25 });
  disk.isFull = true;
  await olena.leave();
  await until(() => disk.refused > 0, "the refused pause");
  w.clock.advance({ seconds: 9 });
  await until(() => disk.refused > 1, "another try");
  const back = await w.join(w.olena);
  await until(() => disk.refused > 2, "the refused return");
  disk.isFull = false;
  await james.ask("video-request", { to: w.olena.id, offer });
  await back.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  expect(await chatById(w.store, id)).toMatchObject({ kind: "video", servedMs: 25_000 });
});
