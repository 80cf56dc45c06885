/** Peers that leave unfinished what they begin: each writes bytes of its own to a plain connection, as fast as they go. */
import { upgradeBytes } from "../../chat/server/testing/server.ts";

const encoder = new TextEncoder();
const opcodes = { continuation: 0, text: 1, close: 8 };

/** A frame, or the beginning of one: masked with zeros, so that its bytes are those of the message. */
function frame(kind: keyof typeof opcodes, isLast: boolean, payload: Uint8Array, said = payload.length): Uint8Array {
  const head = new DataView(new ArrayBuffer(14));
  head.setUint8(0, (isLast ? 0x80 : 0) | opcodes[kind]);
  head.setUint8(1, 0x80 | 127);
  head.setBigUint64(2, BigInt(said));
  const bytes = new Uint8Array(14 + payload.length);
  bytes.set(new Uint8Array(head.buffer));
  bytes.set(payload, 14);
  return bytes;
}

const letters = (count: number) => new Uint8Array(count).fill(120);

/** What a peer writes, piece by piece, until it has written all or is broken off. */
export type Attack = () => Iterable<Uint8Array>;

/** How much each peer writes at most: kept by the site, the bytes of two hundred peers would fill hundreds of megabytes. */
const bytesEach = 4 * 1024 * 1024;
const pieceBytes = 64 * 1024;

export const attacks: Record<string, Attack> = {
  *"fragments without an end"() {
    yield frame("text", false, letters(1000));
    const piece = letters(pieceBytes);
    for (let at = 0; at < bytesEach; at += 1000) yield frame("continuation", false, piece.subarray(0, 1000));
  },
  *"large fragments without an end"() {
    yield frame("text", false, letters(1));
    const piece = frame("continuation", false, letters(pieceBytes));
    for (let at = 0; at < bytesEach; at += pieceBytes) yield piece;
  },
  *"fragments of nothing"() {
    yield frame("text", false, letters(0));
    const piece = frame("continuation", false, letters(0));
    for (let count = 0; count < 5000; count++) yield piece;
  },
  *"one frame of sixty megabytes"() {
    yield frame("text", true, letters(0), 60 * 1024 * 1024);
    const piece = letters(pieceBytes);
    for (let at = 0; at < bytesEach; at += pieceBytes) yield piece;
  },
  *"a frame that is as large as may be, but for its last byte"() {
    yield frame("text", true, letters(64 * 1024 - 1), 64 * 1024);
  },
  *"a frame that comes byte by byte"() {
    yield frame("text", true, letters(0), 60_000);
    const piece = letters(1);
    for (let count = 0; count < 300; count++) yield piece;
  },
  *"frames as fast as they go"() {
    const piece = frame("text", true, letters(60_000));
    for (let at = 0; at < bytesEach; at += 60_000) yield piece;
  },
  *"a goodbye that is answered by more"() {
    yield frame("close", true, Uint8Array.of(3, 232));
    const piece = letters(pieceBytes);
    for (let at = 0; at < bytesEach; at += pieceBytes) yield piece;
  },
};

export const requests: Record<string, Attack> = {
  *"a head without an end"() {
    yield encoder.encode("GET / HTTP/1.1\r\nHost: vesna.test\r\n");
    const piece = encoder.encode(`x-more: ${"x".repeat(1000)}\r\n`);
    for (let at = 0; at < bytesEach; at += 1000) yield piece;
  },
};

/** A connection that writes all of an attack, or as much of it as is taken, and reads nothing but the first answer. */
export class Peer {
  #line: Deno.TcpConn;
  /** The first answer. */
  answer = "";

  private constructor(line: Deno.TcpConn) {
    this.#line = line;
    line.setNoDelay(true);
  }

  /** Asks for a chat connection with a session's token, or with none (null); if it is undefined, only connects. */
  static async open(port: number, token: string | null | undefined): Promise<Peer> {
    const peer = new Peer(await Deno.connect({ port, hostname: "127.0.0.1" }));
    if (token === undefined) return peer;
    await peer.#line.write(upgradeBytes(`/chat/socket${token === null ? "" : `?access_token=${token}`}`));
    const bytes = new Uint8Array(4096);
    peer.answer = new TextDecoder().decode(bytes.subarray(0, await peer.#line.read(bytes) ?? 0));
    return peer;
  }

  /** Writes until all is written, the connection is broken off, or `isOver` resolves. */
  async write(attack: Attack, isOver: Promise<void>): Promise<void> {
    const writing = (async () => {
      for (const bytes of attack()) {
        for (let sent = 0; sent < bytes.length;) sent += await this.#line.write(bytes.subarray(sent));
      }
    })().catch(() => {/* It was broken off. */});
    await Promise.race([writing, isOver]);
  }

  close(): void {
    this.#line.close();
  }
}
