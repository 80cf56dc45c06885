/** `deno task compact`: gives the space back that deleted records left in the stopped store of DATA_DIR. */
import { dataDirOf, megabytes, run } from "./store/command.ts";
import { compact } from "./store/compact.ts";

await run("compact", async () => {
  const { beforeBytes, afterBytes } = await compact(dataDirOf().dataDir);
  console.log(`${megabytes(beforeBytes)} before, ${megabytes(afterBytes)} after`);
});
