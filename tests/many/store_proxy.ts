/**
 * The way from one process to a real remote store: each call takes a moment, connections break on it, and answers of writes
 * that were carried out are lost. It speaks HTTP/2 without a handshake, as Deno's client does.
 */

const loopback = "127.0.0.1";

interface Line {
  near: Deno.TcpConn;
  far: Deno.TcpConn;
}

export class StoreProxy {
  /** The address at which a process finds the store. */
  readonly url: string;
  /** How long the network takes for each call, ms. */
  delayMs = 1;
  /** One of so many writes is carried out without an answer: its connection breaks. Infinity: none. */
  losesOneOf = Infinity;
  /** How many answers were lost so far. */
  lost = 0;
  /** How many connections broke so far. */
  broken = 0;
  #writes = 0;
  #lines = new Map<number, Line>();
  #door: Deno.TcpListener;
  #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(storeUrl: string) {
    this.#server = Deno.serve({ hostname: loopback, port: 0, onListen: () => {} }, async (request, { remoteAddr }) => {
      const line = (remoteAddr as Deno.NetAddr).port;
      try {
        return await this.#pass(storeUrl, request);
      } catch {
        // The store is away, and a network does not answer in its place.
        this.#break(line);
        return new Response(null, { status: 502 });
      }
    });
    this.#door = Deno.listen({ hostname: loopback, port: 0 });
    this.url = `http://${loopback}:${(this.#door.addr as Deno.NetAddr).port}`;
    this.#take().catch(() => {});
  }

  async #pass(storeUrl: string, request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    const body = new Uint8Array(await request.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const answer = await fetch(storeUrl + pathname, { method: request.method, headers, body });
    if (!pathname.endsWith("/atomic_write") || ++this.#writes % this.losesOneOf !== 0) return answer;
    await answer.arrayBuffer();
    this.lost++;
    throw new Error("its answer is lost");
  }

  async #take(): Promise<void> {
    for await (const near of this.#door) this.#join(near).catch(() => near.close());
  }

  /** Joins a client's connection to one of its own to the server, whose port tells the server which client it is. */
  async #join(near: Deno.TcpConn): Promise<void> {
    const far = await Deno.connect({ hostname: loopback, port: this.#server.addr.port });
    const name = (far.localAddr as Deno.NetAddr).port;
    this.#lines.set(name, { near, far });
    for (const end of [near, far]) end.setNoDelay(true);
    const ways = [near.readable.pipeTo(far.writable), far.readable.pipeTo(near.writable)];
    await Promise.allSettled(ways);
    this.#lines.delete(name);
  }

  #break(name: number): void {
    const line = this.#lines.get(name);
    if (!line) return;
    this.#lines.delete(name);
    this.broken++;
    for (const end of [line.near, line.far]) {
      try {
        end.close();
      } catch {
        // The other side was quicker.
      }
    }
  }

  /** Breaks every connection, with whatever is under way on it. */
  breakAll(): void {
    for (const name of [...this.#lines.keys()]) this.#break(name);
  }

  async stop(): Promise<void> {
    this.#door.close();
    this.breakAll();
    await this.#server.shutdown();
  }
}
