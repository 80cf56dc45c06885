/** For tests of requests that no browser and no `fetch` would send: a site on a real port, and requests byte by byte. */
import { serveHttp } from "../../services/http/server.ts";
import { withGuestCache } from "../cache/guest_cache.ts";
import { bareFailure, bareRefusal } from "../middleware/errors.tsx";
import type { TestSite } from "./site.ts";

export interface Served extends AsyncDisposable {
  port: number;
  /** Sends a request line and headers as they are; the connection is closed after the answer. */
  send: (requestLine: string, headers?: Record<string, string>, body?: string) => Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** Serves the app behind its guest cache, as main.ts does. */
export async function serveSite(site: TestSite): Promise<Served> {
  const handle = withGuestCache(site.deps, (request, caller) => site.app.fetch(request, caller));
  const server = await serveHttp(
    { port: 0, hostname: "127.0.0.1", onError: bareFailure, onNonsense: bareRefusal },
    handle,
  );
  const { port } = server.addr;
  return {
    port,
    async send(requestLine, headers = {}, body = "") {
      using line = await Deno.connect({ port, hostname: "127.0.0.1" });
      const lines = [requestLine, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
      const text = `${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`;
      // Each character is one byte: a header may hold bytes that are not UTF-8.
      await line.write(Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
      return parse(await new Response(line.readable).bytes());
    },
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
