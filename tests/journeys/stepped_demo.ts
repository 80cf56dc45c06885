/**
 * The demo with a clock that stands still and goes on only when told to: each line on its input moves it by so many ms.
 * Arguments: the first time of the clock, ms since the epoch, and a pipe to read instead of the input.
 */
const [beginsAt, pipe] = Deno.args;
let nowMs = Number(beginsAt);
Date.now = () => nowMs;
// Imported only now, because the site takes the clock as it finds it.
void import("../../tools/demo.ts");

// The pipe is opened for writing as well, so that it never ends.
const orders = pipe === undefined ? Deno.stdin : await Deno.open(pipe, { read: true, write: true });
let text = "";
for await (const chunk of orders.readable.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  const lines = text.split("\n");
  text = lines.pop()!;
  for (const line of lines) nowMs += Number(line);
  console.log(`clock ${nowMs}`);
}
// The input has ended: whoever started it is gone.
Deno.exit(0);
