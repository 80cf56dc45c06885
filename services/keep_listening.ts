/**
 * Serving that outlives its listener: at the limit of open files Deno's server gives up listening, while the
 * connections that stand go on. Here it listens again as soon as the system lets it.
 */
import { getLogger } from "@logtape/logtape";

const log = getLogger(["vesna", "serve"]);

const retryMs = 200;

export interface Listening {
  addr: Deno.NetAddr;
  /** Takes nobody new, and resolves when everybody who is under way was answered. */
  shutdown: () => Promise<void>;
}

/** Nobody can listen there; the message says where and why, for the operator. */
export class NotListening extends Error {}

/** Throws NotListening where it cannot at first, say because another process does; later it tries until it can. */
export function keepListening(
  options: { port: number; hostname: string; onError?: (error: unknown) => Response },
  handle: (request: Request, connection: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>,
): Listening {
  let isStopping = false;
  const listen = (port: number) => Deno.serve({ ...options, port, onListen: () => {} }, handle);
  let server = listenAtFirst();
  const { addr } = server;

  function listenAtFirst() {
    try {
      return listen(options.port);
    } catch (error) {
      const why = error instanceof Deno.errors.AddrInUse ? "another process does already" : (error as Error).message;
      throw new NotListening(`nobody can listen on ${options.hostname}:${options.port}: ${why}`, { cause: error });
    }
  }

  async function again(): Promise<void> {
    for (;;) {
      const error = await server.finished.then(() => null, (error) => error);
      if (isStopping) return;
      log.error("the server stopped listening and begins again: {error}", { error });
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        if (isStopping) return;
        try {
          server = listen(addr.port);
          break;
        } catch {
          // No file can be opened yet.
        }
      }
    }
  }

  const watching = again();
  return {
    addr,
    async shutdown() {
      isStopping = true;
      await server.shutdown().catch(() => {});
      await watching;
    },
  };
}
