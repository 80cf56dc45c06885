/** For tests: the server on loopback, and what it answers a peer that asks for a WebSocket. */
import { request as send } from "node:http";
import type { HttpLimits } from "../limits.ts";
import { type Handle, type Listening, serveHttp } from "../server.ts";

/** Starts a server on loopback that answers a failure with its text. */
export const serveForTest = (handle: Handle, port = 0, limits: Partial<HttpLimits> = {}): Promise<Listening> =>
  serveHttp({
    port,
    hostname: "127.0.0.1",
    limits,
    onError: (error) => new Response(String(error), { status: 500 }),
    onNonsense: (status) => new Response(null, { status }),
  }, handle);

export interface Told {
  status: number;
  headers: Headers;
  body: string;
}

/** Asks for a WebSocket as a browser does, and returns the answer given in its place; rejects if a connection opens. */
export function askForSocket(url: string, headers: Record<string, string> = {}): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const asked = send(url, { headers: { ...socketHeaders, ...headers } });
  asked.on("response", async (message) => {
    const headers = new Headers();
    for (let at = 0; at < message.rawHeaders.length; at += 2) {
      headers.append(message.rawHeaders[at]!, message.rawHeaders[at + 1]!);
    }
    let body = "";
    for await (const chunk of message) body += chunk;
    resolve({ status: message.statusCode!, headers, body });
  });
  asked.on("upgrade", (_message, socket) => {
    socket.destroy();
    reject(new Error("a connection was opened"));
  });
  asked.on("error", reject);
  asked.end();
  return promise;
}

export const socketHeaders = {
  "Connection": "Upgrade",
  "Upgrade": "websocket",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version": "13",
};
