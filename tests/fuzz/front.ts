/**
 * A proxy between the fuzz and the site: each request comes from another address and, in turns, from another person of the
 * role, so that no limit hides what lies behind it. It counts the answers.
 */
import { request as ask } from "node:http";

export interface Front extends AsyncDisposable {
  origin: string;
  /** How many answers had each status: "200", "429". */
  statuses: Map<string, number>;
  calls: () => number;
  /** Answers with a status above 499, each with its request. */
  failures: string[];
}

/** How many requests in a row are one person's, so that what was made can be asked for again. */
const requestsInARow = 25;

/** `tokens` are the sessions of a role; none for guests. */
export function openFront(site: string, tokens: string[]): Front {
  let calls = 0;
  const statuses = new Map<string, number>();
  const failures: string[] = [];

  async function pass(request: Request): Promise<Response> {
    const turn = calls++;
    const { pathname, search } = new URL(request.url);
    const headers: Record<string, string> = Object.fromEntries(request.headers);
    headers["x-forwarded-for"] = `10.${turn >> 16 & 255}.${turn >> 8 & 255}.${turn & 255}`;
    const token = tokens[Math.floor(turn / requestsInARow) % tokens.length];
    if (token) headers.authorization = `Bearer ${token}`;
    else delete headers.authorization;
    const answer = await send(site + pathname + search, request.method, headers, await request.bytes());
    statuses.set(String(answer.status), (statuses.get(String(answer.status)) ?? 0) + 1);
    if (answer.status > 499) failures.push(`${request.method} ${pathname}${search} answered ${answer.status}`);
    return answer;
  }

  const end = new AbortController();
  const options = { port: 0, hostname: "127.0.0.1", onListen: () => {}, signal: end.signal };
  const server = Deno.serve(options, pass);
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    statuses,
    calls: () => calls,
    failures,
    async [Symbol.asyncDispose]() {
      // Whoever asked is gone: connections that are still open are broken off.
      end.abort();
      await server.finished;
    },
  };
}

/** Sends any method and header as they came; fetch would refuse some of them by itself. */
function send(url: string, method: string, headers: Record<string, string>, body: Uint8Array): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = ask(url, { method, headers }, (answer) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        const status = answer.statusCode ?? 502;
        const got = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) {
          if (!hopByHop.has(name)) { for (const each of [value ?? []].flat()) got.append(name, each); }
        }
        const isEmpty = status === 204 || status === 304 || method === "HEAD";
        resolve(new Response(isEmpty ? null : new Blob(parts), { status, headers: got }));
      });
    });
    sent.on("error", reject);
    // A refused CONNECT is answered by no other event than this one.
    sent.on("connect", ({ statusCode }) => resolve(new Response(null, { status: statusCode })));
    sent.on("close", () => reject(new Error(`${method} ${url} was not answered`)));
    sent.end(body);
  });
}

/** Headers that concern one connection alone. */
const hopByHop = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);
