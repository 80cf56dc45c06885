/**
 * `deno task erase FOLDER`: after an older backup was restored, erases again every account that the store of FOLDER (where
 * the restore moved it) knows as deleted. The server must be stopped; the erasing itself is its first work when it starts.
 */
import { dataDirOf, pathAsked, run, writingOfTask } from "./store/command.ts";
import { eraseAgain } from "./store/erase_again.ts";
import { Fault } from "./store/fault.ts";

await run("erase", async () => {
  const [from, ...more] = Deno.args;
  if (!from || more.length > 0) throw new Fault("usage: deno task erase FOLDER");
  const { dataDir } = dataDirOf();
  const { known, again } = await eraseAgain(dataDir, pathAsked(from), writingOfTask());
  console.log(`${known} accounts were deleted there, ${again} of them are here and are erased at the next start`);
});
