/** A line to the site that can be cut: browsers that are driven from outside cannot be told that they are offline. */

export interface Line {
  /** The address of the site at this end of the line. */
  origin: string;
  /** Breaks everything that is under way, and lets nothing through any more. */
  cut: () => Promise<void>;
  mend: () => void;
  close: () => Promise<void>;
}

export function lineTo(origin: string): Line {
  const { hostname, port } = new URL(origin);
  const site = { hostname, port: Number(port) };
  let listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const own = listener.addr;
  const open = new Set<Deno.TcpConn>();
  let carrying = carry();

  async function carry(): Promise<void> {
    for await (const caller of listener) void connect(caller).catch(() => {});
  }

  async function connect(caller: Deno.TcpConn): Promise<void> {
    open.add(caller);
    const called = await Deno.connect(site);
    open.add(called);
    // Each direction ends by itself; once both have, both ends are closed.
    await Promise.allSettled([caller.readable.pipeTo(called.writable), called.readable.pipeTo(caller.writable)]);
    for (const end of [caller, called]) hangUp(end);
  }

  function hangUp(end: Deno.TcpConn): void {
    open.delete(end);
    try {
      end.close();
    } catch {
      // Its own streams have closed it.
    }
  }

  async function cut(): Promise<void> {
    listener.close();
    await carrying;
    for (const end of open) hangUp(end);
  }

  return {
    origin: `http://127.0.0.1:${own.port}`,
    cut,
    mend() {
      listener = Deno.listen({ hostname: "127.0.0.1", port: own.port });
      carrying = carry();
    },
    close: () => cut().catch(() => {}),
  };
}
