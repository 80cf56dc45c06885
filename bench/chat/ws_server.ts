/** The same relay with `ws`: one write to the store for each message. Arguments: folder, port. */
import { createServer } from "node:http";
// @ts-types="../../services/http/ws.d.ts"
import { type WebSocket, WebSocketServer } from "ws";
import { answerCommands, residentBytes } from "./commands.ts";
import { partnerOf } from "./seats.ts";

const [folder = "", port = "0"] = Deno.args;
const kv = await Deno.openKv(`${folder}/kv.sqlite3`);
const sockets = new Map<number, WebSocket>();

const http = createServer();
new WebSocketServer({ server: http }).on("connection", (socket, request) => {
  const seat = Number(new URL(request.url!, "http://localhost").searchParams.get("seat"));
  sockets.set(seat, socket);
  socket.on("close", () => sockets.delete(seat));
  socket.on("message", async (data) => {
    const text = String(data);
    const { n, body } = JSON.parse(text);
    await kv.set(["message", seat, n], { n, body, at: Date.now() });
    sockets.get(partnerOf(seat))?.send(text);
  });
});
http.listen(Number(port), "127.0.0.1", () => console.log("ready"));

await answerCommands({ resident: residentBytes });
