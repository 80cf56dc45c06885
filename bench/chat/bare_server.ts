/** The yardstick: Deno.serve, a Map of sockets, and one write to the store for each message. Arguments: folder, port. */
import { answerCommands, residentBytes } from "./commands.ts";
import { idleSeconds, partnerOf } from "./seats.ts";

const [folder = "", port = "0"] = Deno.args;
const kv = await Deno.openKv(`${folder}/kv.sqlite3`);
const sockets = new Map<number, WebSocket>();

Deno.serve({ port: Number(port), hostname: "127.0.0.1", onListen: () => console.log("ready") }, (request) => {
  const seat = Number(new URL(request.url).searchParams.get("seat"));
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: idleSeconds });
  sockets.set(seat, socket);
  socket.onclose = () => sockets.delete(seat);
  socket.onmessage = async ({ data }) => {
    const { n, body } = JSON.parse(data);
    await kv.set(["message", seat, n], { n, body, at: Date.now() });
    sockets.get(partnerOf(seat))?.send(data);
  };
  return response;
});

await answerCommands({ resident: residentBytes });
