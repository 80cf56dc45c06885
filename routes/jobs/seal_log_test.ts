import { expect } from "expect";
import { sealHead, waitingLines } from "../../kv/records/audit_seals.ts";
import { addAuditLine } from "../../kv/store/audit_log.ts";
import { testStore } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { sealName, sealOfName, startLogSealer } from "./seal_log.ts";

const line = { action: "thing_done", actorId: 1, subject: "thing:1", details: {} };

Deno.test("what waits is sealed before the site serves, then while it does, and the rest when it ends", async () => {
  using store = await testStore();
  await addAuditLine(store, line);
  const sealer = await startLogSealer(store);
  expect(await waitingLines(store)).toBe(0);
  await addAuditLine(store, line);
  await until(async () => await waitingLines(store) === 0);
  await addAuditLine(store, line);
  await sealer.stop();
  expect([await waitingLines(store), (await sealHead(store))?.lineCount]).toEqual([0, 3]);
});

Deno.test("a seal is named as it is read again", () => {
  const hash = "a-B_".repeat(10) + "abc";
  expect(sealOfName(sealName({ seq: 12, hash }))).toEqual({ seq: 12, hash });
  for (const name of ["", "12", "0:" + hash, "12:" + hash + "x", "x12:" + hash]) expect(sealOfName(name)).toBe(null);
});
