/** The yardstick: Deno.serve that sends one fixed file with one content type. Arguments: file, port. */

const [file = "", port = "0"] = Deno.args;
const body = await Deno.readFile(file);
Deno.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  onListen: () => console.log("Listening"),
}, () => new Response(body, { headers: { "content-type": "text/html; charset=UTF-8" } }));
