/** A server on loopback that accepts connections and says nothing, or a greeting and nothing more. */

export interface SilentServer {
  /** Host and port. */
  host: string;
  /** How many connections came in so far. */
  lines: number;
  stop: () => Promise<void>;
}

export function startSilentServer(greeting = ""): SilentServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const lines: Deno.Conn[] = [];
  const server: SilentServer = {
    host: `127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    lines: 0,
    async stop() {
      listener.close();
      await taken;
      for (const line of lines) line.close();
    },
  };

  async function take(): Promise<void> {
    for await (const line of listener) {
      lines.push(line);
      server.lines++;
      await line.write(new TextEncoder().encode(greeting));
    }
  }
  // A connection that broke off takes no greeting.
  const taken = take().catch(() => {});
  return server;
}
