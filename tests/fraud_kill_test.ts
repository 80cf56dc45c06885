/** The refunds of a fraud, killed with signal 9 again and again: in the end everybody was repaid and told once. */
import { expect } from "expect";
import { fileURLToPath } from "node:url";
import { history } from "../kv/credits/ledger/history.ts";
import { balanceOf } from "../kv/credits/ledger/ledger.ts";
import { audit } from "../kv/records/audit.ts";
import { noticesOf } from "../kv/safety/notices.ts";
import { suspend } from "../kv/safety/suspensions.ts";
import { writeMany } from "../kv/testing/many_letters.ts";
import { createVera } from "../kv/testing/safety.ts";
import { createLady, testStore } from "../kv/testing/store.ts";
import { kill } from "./kill.ts";

const worker = fileURLToPath(new URL("fraud_worker.ts", import.meta.url));
const menCount = 150;
const lettersEach = 2;
const killsAtMost = 3;

Deno.test("killed with signal 9 in the middle of its refunds, nobody is repaid or told twice, and nobody forgotten", async () => {
  const folder = await Deno.makeTempDir();
  const location = `${folder}/kv.sqlite3`;
  try {
    let nowMs: number, manIds: number[];
    {
      using store = await testStore({ location });
      const olena = await createLady(store);
      const firstId = await store.ids.reserveRange("user", menCount);
      manIds = Array.from({ length: menCount }, (_, at) => firstId + at);
      for (let letter = 0; letter < lettersEach; letter++) await writeMany(store, olena.id, manIds);
      const { id: actorId } = await createVera(store);
      await suspend(store, { userId: olena.id, kind: "fraud", reason: "Stolen photos", actorId });
      nowMs = store.now();
    }
    let kills = 0;
    for (let isDone = false; !isDone;) {
      // By now the leases of the process before are over.
      nowMs += 2 * 60_000;
      isDone = await live(location, nowMs, kills < killsAtMost ? 10 + 40 * kills : null);
      if (!isDone) kills++;
    }
    expect(kills).toBeGreaterThan(0);
    using store = await testStore({ location, now: nowMs });
    for (const manId of manIds) {
      const { entries } = await history(store, manId, { page: 1, limit: 10 }, { operation: "refund" });
      expect([manId, entries.length, (await noticesOf(store, manId)).length]).toEqual([manId, lettersEach, 1]);
      expect(await balanceOf(store, manId)).toBe(10 * lettersEach);
    }
    // The men have letters and no accounts, which the audit also says.
    expect((await audit(store)).filter((sentence) => sentence.startsWith("entry "))).toEqual([]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** One life of the worker, killed so many ms after its store was open, or left alone; returns whether it came to its end. */
async function live(location: string, nowMs: number, killAfterMs: number | null): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "--quiet", worker, location, String(nowMs)],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let isDone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    heard += text;
    if (heard.includes("open") && killAfterMs !== null) {
      timer ??= setTimeout(() => kill(child), killAfterMs);
    }
    isDone = heard.includes("done");
  }
  await child.status;
  clearTimeout(timer);
  return isDone;
}
