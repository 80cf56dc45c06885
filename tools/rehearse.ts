/** `deno task rehearse`: the site's life on Deno Deploy, played on this machine; exit 1 if it is not as it must be. */
import { rehearse } from "../tests/rehearsal/rehearsal.ts";

const wasPlayed = await rehearse((sentence) => console.log(sentence)).catch((error) => {
  console.error(error);
  return false;
});
Deno.exit(wasPlayed ? 0 : 1);
