/**
 * The demo with a clock that stands still and goes on only when it is told to: each line on its input is so many
 * milliseconds. Argument: the time of the beginning, in ms since the epoch.
 */
let nowMs = Number(Deno.args[0]);
Date.now = () => nowMs;
// Imported after that: the site takes the clock as it finds it.
void import("../../tools/demo.ts");

let text = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  const lines = text.split("\n");
  text = lines.pop()!;
  for (const line of lines) nowMs += Number(line);
  console.log(`clock ${nowMs}`);
}
// Whoever started it is gone.
Deno.exit(0);
