import { expect } from "expect";
import { admin } from "../../../../kv/accounts/users.ts";
import { testApp } from "../../../testing/site.ts";

Deno.test("the admins' home and the metrics say that a backup is missing, and nothing where nobody can know", async () => {
  await using site = await testApp();
  const ada = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const home = async () => await (await ada.get("/en/admin")).text();
  const metrics = async () => await (await site.visitor({ address: "127.0.0.1" }).get("/metrics")).text();
  expect(await home()).not.toContain("backup");
  expect(await metrics()).not.toContain("vesna_last_backup");
  let lastAt: number | null = null;
  site.deps.lastBackupAt = () => Promise.resolve(lastAt);
  expect(await home()).toContain("No backup of this site has been made yet.");
  expect(await metrics()).toContain("\nvesna_last_backup_timestamp_seconds 0\n");
  lastAt = site.store.now() - 50 * 3600_000;
  expect(await home()).toContain("The last backup is 2 days old.");
  expect(await metrics()).toContain(`\nvesna_last_backup_timestamp_seconds ${lastAt / 1000}\n`);
  lastAt = site.store.now() - 20 * 3600_000;
  expect(await home()).not.toContain("backup");
});
