import { expect } from "expect";
import { fileURLToPath } from "node:url";
import { openStore } from "../kv/open.ts";
import { addAuditCheckpoint, checkpointHead, checkpointName } from "../kv/records/audit_checkpoints.ts";
import { addAuditRecord } from "../kv/store/audit_log.ts";

const secret = "a secret of thirty-two bytes and more";

Deno.test("deno task audit finds a log whose noted checkpoint is missing, and one under another secret", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "audit-" });
  try {
    const store = await openStore({ location: `${dataDir}/kv.sqlite3`, secret });
    for (let count = 0; count < 3; count++) {
      await addAuditRecord(store, { action: "thing_done", actorId: 1, subject: "thing:1", details: {} });
      await addAuditCheckpoint(store);
    }
    const name = checkpointName((await checkpointHead(store))!);
    store.close();
    const said = async (args: string[], env: Record<string, string>) => {
      const audit = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", "--no-check", fileURLToPath(new URL("./audit.ts", import.meta.url)), ...args],
        env: { DATA_DIR: dataDir, SECRET: "", FORMER_SECRETS: "", KV_URL: "", ...env },
      });
      const { code, stdout, stderr } = await audit.output();
      return [code, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr)];
    };
    const another = "another secret of thirty-two bytes and more";
    const [plain, noted, cut, rotated, foreign, wrong, misspelt] = await Promise.all([
      said([], {}),
      said(["--known", name, "--ours"], { SECRET: secret }),
      said(["--known", name.replace("3:", "4:")], { SECRET: secret }),
      said(["--ours"], { SECRET: another, FORMER_SECRETS: secret }),
      said([], { SECRET: another }),
      said(["--known", "something"], {}),
      said(["--knwon", name], {}),
    ]);
    expect(plain).toEqual([0, "every invariant holds\n"]);
    expect(noted).toEqual([0, "every invariant holds\n"]);
    expect(cut).toEqual([1, "the audit log ends at checkpoint 3, but checkpoint 4 was noted elsewhere\n1 broken\n"]);
    expect(rotated).toEqual([0, "every invariant holds\n"]);
    expect(foreign).toEqual([1, "the end of the chain of checkpoints was made under another SECRET\n1 broken\n"]);
    expect(wrong).toEqual([1, "audit: --known takes a checkpoint as the log names it: 12:hash\n"]);
    expect(misspelt).toEqual([1, "audit: usage: deno task audit [--known CHECKPOINT] [--ours]\n"]);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});
