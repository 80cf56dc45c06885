/**
 * Whether a server still takes connections. At the limit of open files the server of Deno 2.9.6 stops doing so,
 * silently and for good, while open connections go on. So when nobody has come for a while, this connects to the server
 * itself, and lets it listen anew if it does not accept.
 */
import { getLogger } from "@logtape/logtape";
import type { Server } from "node:net";
import { pause } from "../patience.ts";

const log = getLogger(["vesna", "serve"]);

/**
 * Watches a server that listens at an address. Returns a function that ends this, and resolves when no check is under
 * way.
 */
export function watchListening(
  server: Server,
  { hostname, port }: Deno.NetAddr,
  everyMs: number,
): () => Promise<void> {
  let cameAt = performance.now();
  // An older Deno (2.5) does not tell of new connections: there it means nothing that none is heard of.
  let tellsWhoComes = false;
  const isQuiet = () => performance.now() - cameAt >= everyMs;
  const onConnection = () => {
    tellsWhoComes = true;
    cameAt = performance.now();
  };
  const over = new AbortController();
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    if (server.listening && !isQuiet()) return;
    // If not even this connection can be opened, nothing is known yet.
    const hasKnocked = await knock(withinReach(hostname), port, everyMs, () => !isQuiet(), over.signal);
    if (over.signal.aborted || !hasKnocked || (server.listening && !(tellsWhoComes && isQuiet()))) return;
    log.error("nobody was let in any more: the server listens anew");
    if (server.listening) server.close();
    server.listen(port, hostname);
  }

  server.on("connection", onConnection);
  const timer = setInterval(() => looking ??= look().finally(() => looking = null), everyMs);
  return async () => {
    over.abort();
    clearInterval(timer);
    server.off("connection", onConnection);
    await looking;
  };
}

/**
 * Connects to the server and waits a moment until it accepts. True also if the server refuses; false if no connection
 * could be tried.
 */
async function knock(
  hostname: string,
  port: number,
  patienceMs: number,
  isHeard: () => boolean,
  over: AbortSignal,
): Promise<boolean> {
  try {
    using _line = await Deno.connect({ hostname, port });
    for (let looks = 0; looks < 20 && !isHeard() && !over.aborted; looks++) await pause(patienceMs / 20, over);
    return true;
  } catch (error) {
    return error instanceof Deno.errors.ConnectionRefused;
  }
}

/** An address that means all interfaces is reached at the loopback address. */
const withinReach = (hostname: string): string =>
  hostname === "0.0.0.0" ? "127.0.0.1" : hostname === "::" ? "::1" : hostname;
