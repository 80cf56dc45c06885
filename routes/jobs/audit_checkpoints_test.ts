import { expect } from "expect";
import { checkpointHead, waitingRecords } from "../../kv/records/audit_checkpoints.ts";
import { addAuditRecord } from "../../kv/store/audit_log.ts";
import { testStore } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { startAuditCheckpoints } from "./audit_checkpoints.ts";

const line = { action: "thing_done", actorId: 1, subject: "thing:1", details: {} };

Deno.test("what waits is covered before the site serves, then while it does, and the rest when it ends", async () => {
  using store = await testStore();
  await addAuditRecord(store, line);
  const checkpoints = await startAuditCheckpoints(store);
  expect(await waitingRecords(store)).toBe(0);
  await addAuditRecord(store, line);
  await until(async () => await waitingRecords(store) === 0);
  await addAuditRecord(store, line);
  await checkpoints.stop();
  expect([await waitingRecords(store), (await checkpointHead(store))?.recordCount]).toEqual([0, 3]);
});
