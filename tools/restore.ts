/** `deno task restore FILE [--force]`: puts a backup into an empty DATA_DIR; --force moves what is there aside. */
import { parseArgs } from "node:util";
import { dataDirOf, pathAsked, run } from "./store/command.ts";
import { Fault } from "./store/fault.ts";
import { restore } from "./store/restore.ts";

await run("restore", async () => {
  const { file, force } = wished();
  const { dataDir, bucket } = dataDirOf();
  const { createdAt, uploads, aside } = await restore(dataDir, pathAsked(file), { force, at: Date.now() });
  console.log(`${dataDir} is as of ${createdAt}, with ${uploads} uploads`);
  if (aside) console.log(`What was there lies in ${aside}`);
  if (bucket) console.log(`Uploads in the bucket ${bucket} are as they were.`);
});

function wished(): { file: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { force: { type: "boolean" } }, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, force: values.force ?? false };
  } catch {
    // An option that does not exist.
  }
  throw new Fault("usage: deno task restore FILE [--force]");
}
