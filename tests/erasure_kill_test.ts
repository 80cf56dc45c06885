/** Erasing is killed at any moment, again and again, and in the end nothing is left and every book agrees. */
import { expect } from "expect";
import { fileURLToPath } from "node:url";
import { deleteAccount, deletionOf } from "../kv/accounts/deletions.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import { audit } from "../kv/records/audit.ts";
import { wordsOf } from "../kv/records/own_data/testing/cast.ts";
import { fullLives } from "../kv/records/own_data/testing/full_lives.ts";
import { giveCredits, testPassword, type TestStore, testStore } from "../kv/testing/store.ts";
import { storeFile } from "../tools/store/sqlite.ts";
import { inFolder } from "../tools/store/testing/world.ts";
import { kill } from "./kill.ts";

const worker = fileURLToPath(new URL("erasure_worker.ts", import.meta.url));
const killings = 6;
/** So many that the erasing can be broken off. */
const lettersOfEach = 60;

Deno.test("a man and a lady are erased, however often the erasing is killed", () =>
  inFolder(async (folder) => {
    const file = `${folder}/${storeFile}`;
    let nowMs: number;
    let ids: number[];
    let words: string[];
    {
      using store = await testStore({ location: file });
      const { him, her, wei, olena } = await fullLives(store, async () => {});
      await giveCredits(store, him.id, 1000);
      await writeMany(store, [[him.id, olena.id], [her.id, wei.id]]);
      for (const { id } of [him, her]) {
        expect((await deleteAccount(store, id, { password: testPassword, wantsRefund: true })).ok).toBe(true);
      }
      [nowMs, ids] = [store.clock.now, [him.id, her.id]];
      words = [...wordsOf.man, ...wordsOf.lady, "number 0 of many"];
    }
    for (let killing = 0; killing <= killings; killing++) {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--unstable-kv", worker, file, String(nowMs), folder],
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      const said = heard(child.stdout);
      await said.until("ready");
      if (killing === killings) await said.until("done");
      else {
        // Each time a little later, on any machine.
        await new Promise((resolve) => setTimeout(resolve, 8 * 2 ** (killing % 4)));
        kill(child);
      }
      await said.end();
      await child.status;
      nowMs += 10 * 60_000;
    }
    using store = await testStore({ location: file, now: nowMs + 24 * 3600_000 });
    for (const id of ids) {
      expect(await deletionOf(store, id)).toMatchObject({ email: null, erasedAt: expect.any(Number) });
    }
    expect(await audit(store)).toEqual([]);
    for await (const { key, value } of store.kv.list({ prefix: [] })) {
      const text = Deno.inspect([key, value], { depth: 20, strAbbreviateSize: Infinity, iterableLimit: Infinity });
      expect(words.filter((word) => text.includes(word)).map((word) => [key, word])).toEqual([]);
    }
  }));

async function writeMany(store: TestStore, pairs: [number, number][]): Promise<void> {
  for (const [authorId, recipientId] of pairs) {
    for (let n = 0; n < lettersOfEach; n++) {
      const body = `number ${n} of many`;
      const sent = await sendLetter(store, { authorId, recipientId, body, sendKey: `many-${authorId}-${n}` });
      if (!sent.ok) throw new Error(sent.reason);
    }
  }
}

/** The words that a process says, one a line. */
function heard(stdout: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let isOver = false;
  const read = async () => {
    const { done, value = "" } = await reader.read();
    text += value;
    isOver = done;
  };
  return {
    async until(word: string) {
      while (!text.includes(word) && !isOver) await read();
      if (!text.includes(word)) throw new Error(`the process never said ${word}`);
    },
    async end() {
      while (!isOver) await read();
    },
  };
}
