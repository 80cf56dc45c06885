/**
 * `deno task test:many`: four processes of the site on one real denokv, over a bad network; exits 1 if a scene fails. Plays
 * only the scenes that are named, if any are. Without a denokv it says so in one line and exits 0.
 */
import { playMany } from "../tests/many/many.ts";

const begunAt = performance.now();
const say = (sentence: string) => console.log(`${Math.round((performance.now() - begunAt) / 1000)} s: ${sentence}`);
const named = Deno.args.length > 0 ? Deno.args : undefined;
const wasPlayed = await playMany(say, named).catch((error) => {
  console.error(error);
  Deno.exit(1);
});
if (!wasPlayed) {
  console.log("There is no denokv (in the PATH, or DENOKV its path): nothing was tried on several processes.");
}
Deno.exit(0);
