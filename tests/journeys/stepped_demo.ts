/**
 * The demo with a clock that stands still and goes on only when it is told to: each line on its input is so many
 * milliseconds. Arguments: the time of the beginning, in ms since the epoch, and a pipe to read instead of its input.
 */
const [beginsAt, pipe] = Deno.args;
let nowMs = Number(beginsAt);
Date.now = () => nowMs;
// Imported after that: the site takes the clock as it finds it.
void import("../../tools/demo.ts");

// Open for writing as well, so that it has no end.
const orders = pipe === undefined ? Deno.stdin : await Deno.open(pipe, { read: true, write: true });
let text = "";
for await (const chunk of orders.readable.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  const lines = text.split("\n");
  text = lines.pop()!;
  for (const line of lines) nowMs += Number(line);
  console.log(`clock ${nowMs}`);
}
// Whoever started it is gone.
Deno.exit(0);
