/** How each server of the chat's measurements is spoken to: the same message in the protocol of each. */
import type { Seat } from "./seats.ts";

/** The message `n` of a seat, and what it says. */
export interface Said {
  n: number;
  body: string;
}

export interface Dialect {
  address: (port: number, seat: number, who: Seat) => string;
  say: (said: Said, to: Seat) => string;
  /** The message in a frame, and whether it is the answer to one's own; null if the frame holds no message. */
  hear: (frame: string, me: Seat) => { said: Said; isAnswer: boolean } | null;
  /** The answer to a frame that the protocol itself requires; null if it requires none. */
  reply?: (frame: string) => string | null;
  /** Whether a frame says that the server has let somebody in. */
  isWelcome?: (frame: string) => boolean;
  /** Whether the server answers the author of a message. */
  answers: boolean;
}

const numberOf = (name: string): number => Number(name.slice(1));

const site: Dialect = {
  address: (port, _seat, who) => `ws://127.0.0.1:${port}/chat/socket?access_token=${who.token}`,
  say: ({ n, body }, to) =>
    JSON.stringify({ event: "ChatNewMessage", data: { to: to.id, message: body, clientId: `n${n}` }, id: `n${n}` }),
  hear(frame, me) {
    if (!frame.startsWith('{"event":"NewMessage"')) return null;
    const { data: { message } } = JSON.parse(frame);
    return { said: { n: numberOf(message.clientId), body: message.body }, isAnswer: message.from === me.id };
  },
  isWelcome: (frame) => frame.startsWith('{"event":"conn-good"'),
  answers: true,
};

const plain: Dialect = {
  address: (port, seat) => `ws://127.0.0.1:${port}/?seat=${seat}`,
  say: (said) => JSON.stringify(said),
  hear: (frame) => ({ said: JSON.parse(frame), isAnswer: false }),
  answers: false,
};

/** Engine.IO 4 over a plain socket: 0 and 40 open the connection, 2 asks for a 3, 42 carries an event. */
const socketIo: Dialect = {
  address: (port, seat) => `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket&seat=${seat}`,
  say: (said) => `42${JSON.stringify(["message", said])}`,
  hear: (frame) => frame.startsWith("42") ? { said: JSON.parse(frame.slice(2))[1], isAnswer: false } : null,
  reply: (frame) => frame === "2" ? "3" : frame.startsWith("0") ? "40" : null,
  isWelcome: (frame) => frame.startsWith("40"),
  answers: false,
};

export const dialects = { site, bare: plain, ws: plain, socket_io: socketIo };
export type Kind = keyof typeof dialects;
