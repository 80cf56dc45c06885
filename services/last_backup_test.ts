import { expect } from "expect";
import { isBackupLate, lastBackupAt, noteBackup } from "./last_backup.ts";

const noon = Date.UTC(2026, 2, 1, 12);

Deno.test("a folder says when it was last backed up, and that nobody has said so yet", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    expect(await lastBackupAt(dataDir)).toBeNull();
    for (const at of [noon, noon + 1000]) {
      await noteBackup(dataDir, at);
      expect(await lastBackupAt(dataDir)).toBe(at);
      if (Deno.build.os !== "windows") expect(Deno.statSync(`${dataDir}/.last-backup`).mode! & 0o777).toBe(0o600);
    }
    await Deno.writeTextFile(`${dataDir}/.last-backup`, "2026-03-02T03:15:00Z\n");
    expect(await lastBackupAt(dataDir)).toBe(Date.UTC(2026, 2, 2, 3, 15));
    await Deno.writeTextFile(`${dataDir}/.last-backup`, "yesterday");
    expect(await lastBackupAt(dataDir)).toBeNull();
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a backup is late when a night has passed without one", () => {
  const hourMs = 3600_000;
  expect([null, noon - 37 * hourMs, noon - 25 * hourMs].map((at) => isBackupLate(at, noon))).toEqual([
    true,
    true,
    false,
  ]);
});
