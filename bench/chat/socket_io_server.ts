/** The same relay with Socket.IO: one write to the store for each message. Arguments: folder, port. */
import { createServer } from "node:http";
import { Server } from "socket.io";
import { answerCommands, residentBytes } from "./commands.ts";
import { idleSeconds, partnerOf } from "./seats.ts";

const [folder = "", port = "0"] = Deno.args;
const kv = await Deno.openKv(`${folder}/kv.sqlite3`);

const http = createServer();
const io = new Server(http, {
  transports: ["websocket"],
  pingInterval: 500 * idleSeconds,
  pingTimeout: 500 * idleSeconds,
});
io.on("connection", (socket) => {
  const seat = Number(socket.handshake.query.seat);
  socket.join(String(seat));
  socket.on("message", async (message: { n: number; body: string }) => {
    const { n, body } = message;
    await kv.set(["message", seat, n], { n, body, at: Date.now() });
    io.to(String(partnerOf(seat))).emit("message", message);
  });
});
http.listen(Number(port), "127.0.0.1", () => console.log("ready"));

await answerCommands({ resident: residentBytes });
