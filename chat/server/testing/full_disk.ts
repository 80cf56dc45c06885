/** For tests: a chat whose disk is full for a while. */
import { keys } from "../../../kv/store/keys.ts";
import { withAtomics } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import { talk } from "./server.ts";
import { world } from "./world.ts";

/** James and Olena in a chat, on a disk that can be filled; counts the looks at the clock and the refused chat commits. */
export async function talkOnDisk() {
  const disk = { isFull: false, refused: 0, looks: 0 };
  const w = await world({}, (store) =>
    withAtomics({ ...store, now: () => (disk.looks++, store.clock.now) }, (op) => {
      const [commit, set] = [op.commit.bind(op), op.set.bind(op)];
      let isOfChat = false;
      op.set = (key, ...rest) => {
        isOfChat ||= key[0] === keys.chat("")[0];
        return set(key, ...rest);
      };
      op.commit = async () => {
        if (!disk.isFull) return await commit();
        // Other commits, such as the server's sign of life every second, do not count.
        if (isOfChat) disk.refused++;
        throw new Error("database or disk is full");
      };
    }));
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  /** Waits until the server has looked at its chats hundreds of times. */
  const looked = async () => {
    const from = disk.looks;
    await until(() => disk.looks > from + 300, "looks at the chats");
  };
  return { ...w, disk, asJames: james, asOlena: olena, id, looked };
}
