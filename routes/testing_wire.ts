/** For tests of what no browser and no fetch would send: a site on a real port, and requests byte by byte. */
import { connect as connectHttp2 } from "node:http2";
import { withGuestCache } from "./guest_cache.ts";
import { bareFailure } from "./middleware/errors.tsx";
import type { TestSite } from "./testing.ts";

export interface Served extends AsyncDisposable {
  port: number;
  /** Sends a request line and headers as they are; the connection is closed after the answer. */
  send: (requestLine: string, headers?: Record<string, string>, body?: string) => Promise<Answer>;
  /** The same over HTTP/2, without encryption; headers with a colon are its own. */
  sendHttp2: (headers: Record<string, string>) => Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** Serves the app behind its guest cache, as main.ts does. */
export function serveSite(site: TestSite): Served {
  const handle = withGuestCache(site.house, (request, connection) => site.app.fetch(request, connection as never));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {}, onError: bareFailure }, handle);
  const { port } = server.addr;
  return {
    port,
    async send(requestLine, headers = {}, body = "") {
      using line = await Deno.connect({ port, hostname: "127.0.0.1" });
      const lines = [requestLine, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
      const text = `${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`;
      // Byte by byte: a header may hold what is no UTF-8.
      await line.write(Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
      return parse(await new Response(line.readable).bytes());
    },
    sendHttp2: (headers) => sendHttp2(port, headers),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
    },
  };
}

function parse(bytes: Uint8Array<ArrayBuffer>): Answer {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1)];
  }));
  return { status: Number(statusLine.split(" ")[1]), headers, body: text.slice(end + 4) };
}

async function sendHttp2(port: number, sent: Record<string, string>): Promise<Answer> {
  const line = connectHttp2(`http://127.0.0.1:${port}`);
  try {
    return await new Promise((resolve, reject) => {
      line.on("error", reject);
      const stream = line.request(sent);
      const headers = new Headers();
      let [status, body] = [0, ""];
      stream.setEncoding("utf8");
      stream.on("response", (got) => {
        status = Number(got[":status"]);
        for (const [name, value] of Object.entries(got)) if (!name.startsWith(":")) headers.set(name, String(value));
      });
      stream.on("data", (text: string) => void (body += text));
      stream.on("end", () => resolve({ status, headers, body }));
      stream.on("error", reject);
      stream.end();
    });
  } finally {
    await new Promise<void>((resolve) => line.close(() => resolve()));
  }
}
