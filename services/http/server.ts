/**
 * The server of the site: hands requests to a handler as the standard's Request, and cuts off peers that send or take
 * nothing for too long. It is node's server because Deno's has no time limits for a peer, and none for what a WebSocket
 * holds.
 */
import { getLogger } from "@logtape/logtape";
import { createServer, type IncomingMessage, METHODS, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { requestOf } from "./arrived_request.ts";
import { watchListening } from "./watch_listening.ts";
import { headBytesMax, type HttpLimits, usualLimits } from "./limits.ts";
import type { BoundedSocket } from "./bounded_socket.ts";
import { BoundedSockets, type SocketOptions } from "./bounded_sockets.ts";
import { sendAnswer } from "./send_answer.ts";
import { Untaken } from "./untaken.ts";

const log = getLogger(["vesna", "serve"]);

/** What is known of who asks. */
export interface Caller {
  remoteAddr: { hostname: string };
  /**
   * Opens a WebSocket in place of an answer: what the handler returns afterwards is sent to nobody. Null if the peer is
   * gone. Absent if none was asked for, or not as the standard has it.
   */
  openSocket?: (options: SocketOptions) => BoundedSocket | null;
}

export type Handle = (request: Request, caller: Caller) => Response | Promise<Response>;

export interface Answered {
  status: number;
  /** Of the answer as it was sent, with its head. */
  bytes: number;
  /** From the arrival of the request to the end of its answer. */
  ms: number;
}

export interface HttpOptions {
  port: number;
  hostname: string;
  limits?: Partial<HttpLimits>;
  /** The answer where the handler threw. */
  onError: (error: unknown) => Response;
  /** Told of each request when its answer was sent, or its peer gone; not of connections that are opened. */
  onAnswered?: (request: Request, answered: Answered) => void;
  /** The answer to what is no request: too slow (408), too large (431), of no known method (405), or none at all (400). */
  onNonsense: (status: number) => Response;
}

export interface Listening {
  addr: Deno.NetAddr;
  /** Takes no new connections, and resolves when every request under way was answered. */
  shutdown: () => Promise<void>;
}

/** Nobody can listen there; the message says where and why, for the operator. */
export class NotListening extends Error {}

/** How often connections are checked whose time may be over. */
const checkEveryMs = 2000;

/** Begins to serve. Rejects with NotListening if it cannot listen, say because another process does. */
export async function serveHttp(options: HttpOptions, handle: Handle): Promise<Listening> {
  const limits = { ...usualLimits, ...options.limits };
  const { onAnswered } = options;
  const sockets = new BoundedSockets();
  const untaken = new Untaken(limits.untakenSeconds);
  /**
   * Connections without a request so far, which browsers open ahead of need: node's server does not count them as idle.
   */
  const silent = new Set<Socket>();

  function answer(
    message: IncomingMessage,
    caller: Caller,
    send: (response: Response) => void,
    watch?: (request: Request) => void,
  ): void {
    silent.delete(message.socket);
    try {
      const request = requestOf(message, limits);
      watch?.(request);
      const response = handle(request, caller);
      if (response instanceof Response) return send(response);
      response.then(send, (error) => send(options.onError(error)));
    } catch (error) {
      send(options.onError(error));
    }
  }

  /** A request for a WebSocket or a tunnel has left node's server, so the answer is written by hand. */
  function answerDetached(message: IncomingMessage, socket: Duplex, head: Uint8Array): void {
    socket.on("error", () => {});
    let isUpgrade = false;
    const openSocket = (wanted: SocketOptions) => {
      isUpgrade = true;
      return sockets.open(message, socket, head, wanted);
    };
    const caller = new ArrivedCaller(message);
    if (BoundedSockets.canOpen(message)) caller.openSocket = openSocket;
    answer(message, caller, (response) => {
      if (isUpgrade) return;
      const out = new ServerResponse(message);
      out.shouldKeepAlive = false;
      out.assignSocket(socket as Socket);
      out.on("finish", () => (socket as Socket).destroySoon());
      sendAnswer(response, message, out);
    });
  }

  const settings = {
    headersTimeout: limits.headSeconds * 1000,
    // Bodies have a time limit of their own, by what comes.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleSeconds * 1000,
    connectionsCheckingInterval: Math.min(checkEveryMs, limits.headSeconds * 500),
    maxHeaderSize: headBytesMax,
    // The site says itself what is wrong with a host.
    requireHostHeader: false,
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === "websocket",
  };
  const server = createServer(
    settings,
    (message, out) => {
      const send = (response: Response) => sendAnswer(response, message, out);
      answer(
        message,
        new ArrivedCaller(message),
        send,
        onAnswered && ((request) => watchAnswer(request, out, onAnswered)),
      );
    },
  );
  server.maxConnections = limits.connectionsMax;
  server.on("upgrade", answerDetached);
  server.on("connect", answerDetached);
  server.on("connection", (socket) => {
    untaken.watch(socket);
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("clientError", (error: ClientError, socket) => {
    answerNonsense(socket as Socket, options.onNonsense(statusOfNonsense(error)));
  });
  server.on("drop", () => log.debug("a connection too many was dropped"));
  await new Promise<void>((resolve, reject) => {
    const onError = (error: Error & { code?: string }) => {
      const why = error.code === "EADDRINUSE" ? "another process does already" : error.message;
      const place = `${options.hostname}:${options.port}`;
      reject(new NotListening(`nobody can listen on ${place}: ${why}`, { cause: error }));
    };
    server.once("error", onError);
    server.listen(options.port, options.hostname, () => {
      server.off("error", onError);
      resolve();
    });
  });
  server.on("error", (error) => log.error("the server failed: {error}", { error }));
  // Null if a platform moves the server to a socket of its own (DENO_SERVE_ADDRESS): nobody can knock there, either.
  const bound = server.address() as { address: string; port: number } | null;
  const addr: Deno.NetAddr = {
    transport: "tcp",
    hostname: bound?.address ?? options.hostname,
    port: bound?.port ?? options.port,
  };
  const stopWatching = bound ? watchListening(server, addr, limits.knockSeconds * 1000) : async () => {};
  return {
    addr,
    async shutdown() {
      const stopped = stopWatching();
      sockets.end();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of silent) socket.destroy();
      await Promise.all([stopped, closed]);
    },
  };
}

class ArrivedCaller implements Caller {
  #message: IncomingMessage;
  openSocket?: Caller["openSocket"];

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  get remoteAddr(): Caller["remoteAddr"] {
    return { hostname: this.#message.socket.remoteAddress ?? "unknown" };
  }
}

type ClientError = Error & { code?: string; rawPacket?: Uint8Array };

function statusOfNonsense({ code, rawPacket }: ClientError): number {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  // For everything else the parser only says that it is no request. If only the method is unknown, the peer is told so.
  const begin = new TextDecoder().decode(rawPacket?.subarray(0, headBytesMax));
  const method = /^([\w-]+) \S+ HTTP\/1\.[01]\r\n/.exec(begin)?.[1];
  return method !== undefined && !METHODS.includes(method) ? 405 : 400;
}

/** Writes an answer as plain text: without a request there is nothing else to answer by. */
function answerNonsense(socket: Socket, { status, headers }: Response): void {
  if (!socket.writable) return void socket.destroy();
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} \r\n${lines}content-length: 0\r\nconnection: close\r\n\r\n`);
  socket.destroySoon();
}

function watchAnswer(request: Request, out: ServerResponse, onAnswered: NonNullable<HttpOptions["onAnswered"]>): void {
  const { socket } = out;
  const [startedAt, sentBefore] = [performance.now(), socket?.bytesWritten ?? 0];
  out.once("close", () => {
    const bytes = (socket?.bytesWritten ?? 0) - sentBefore;
    onAnswered(request, { status: out.statusCode, bytes, ms: Math.round(performance.now() - startedAt) });
  });
}
