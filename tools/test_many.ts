/**
 * `deno task test:many`: four processes of the site on one real denokv, by a bad network; exit 1 where it is not as it must
 * be. Scenes that are named are played alone. Without a denokv one line says so, and it exits 0.
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
