/** A connection of the chat to an instance: asks, and remembers what it heard. */
import { until } from "../patience.ts";

export interface Frame {
  event: string;
  // deno-lint-ignore no-explicit-any
  data: any;
  id?: string;
}

export class ChatLine {
  /** The code with which the other end has closed it. */
  readonly closedWith: Promise<number>;
  #socket: WebSocket;
  #frames: Frame[] = [];
  #ids = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => void this.#frames.push(JSON.parse(String(data)));
    socket.onerror = () => {};
    this.closedWith = new Promise((resolve) => socket.onclose = ({ code }) => resolve(code));
  }

  /** Resolves when the server has greeted. */
  static async open(origin: string, token: string): Promise<ChatLine> {
    const line = new ChatLine(new WebSocket(`${origin.replace("http", "ws")}/chat/socket?access_token=${token}`));
    await line.heard("conn-good");
    return line;
  }

  heard(event: string): Promise<Frame> {
    return until(() => this.#frames.find((frame) => frame.event === event), `the event ${event}`);
  }

  async ask(event: string, data: object): Promise<Frame> {
    const id = `q${++this.#ids}`;
    this.#socket.send(JSON.stringify({ event, data, id }));
    return await until(() => this.#frames.find((frame) => frame.id === id), `the answer to ${event}`);
  }

  close(): void {
    this.#socket.close();
  }
}
