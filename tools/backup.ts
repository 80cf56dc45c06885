/** `deno task backup FILE`: a consistent copy of the store of DATA_DIR, which may be in use, and of its uploads. */
import { backup } from "./store/backup.ts";
import { dataDirOf, megabytes, pathAsked, run } from "./store/command.ts";
import { Fault } from "./store/fault.ts";

await run("backup", async () => {
  const [file, ...more] = Deno.args;
  if (!file || more.length > 0 || file.startsWith("-")) throw new Fault("usage: deno task backup FILE");
  const { dataDir, bucket } = dataDirOf();
  const startedAt = performance.now();
  const { bytes, uploads } = await backup(dataDir, pathAsked(file), Date.now());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${file}: ${megabytes(bytes)}, ${uploads} uploads, ${seconds} s`);
  if (bucket) console.log(`Uploads in the bucket ${bucket} are not in it; they are kept and copied where they lie.`);
});
