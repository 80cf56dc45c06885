/** What people ask of the site again and again, each caller as soon as the previous answer is there. */
import { pause } from "../chat/contenders.ts";
import { dialects } from "../chat/dialects.ts";
import { partnerOf } from "../chat/seats.ts";
import type { Sites } from "./sites.ts";

/** What was done in some seconds, and how long each piece of work took, in ms. */
export interface Done {
  times: number[];
  seconds: number;
}

const letter = "Thank you for your letter. The linden trees are out, and I thought of you. ".repeat(8);
/** How long the last answers and messages may take. */
const patienceMs = 20_000;
/** Nobody writes faster: a connection may say 50 things a second. */
const betweenMessagesMs = 25;

/** Each lady reads her inbox. */
export const readPages = (sites: Sites, ms: number): Promise<Done> =>
  again(sites, ms, 1, async (seat, url) => {
    const cookie = `slsid=${sites.seats[seat]!.token}`;
    const page = await fetch(`${url}/en/lady/mail/inbox`, { headers: { cookie } });
    await page.text();
    if (page.status !== 200) throw new Error(`an inbox answered ${page.status}`);
  });

/** Each man writes to a lady, and pays. */
export const sendLetters = (sites: Sites, ms: number): Promise<Done> =>
  again(sites, ms, 0, async (seat, url) => {
    const sent = await fetch(`${url}/api/mail`, {
      method: "POST",
      headers: { authorization: `Bearer ${sites.seats[seat]!.token}`, "content-type": "application/json" },
      body: JSON.stringify({ recipientId: sites.seats[partnerOf(seat)]!.id, body: letter }),
    });
    const answer = await sent.text();
    if (!sent.ok) throw new Error(`a letter was answered ${sent.status}: ${answer}`);
  });

/** The seats of one side call again and again, in turns at each of the processes. */
async function again(
  { seats, ports }: Sites,
  ms: number,
  side: number,
  call: (seat: number, url: string) => Promise<void>,
): Promise<Done> {
  const times: number[] = [];
  const startedAt = performance.now();
  await Promise.all(seats.map(async (_, seat) => {
    if (seat % 2 !== side) return;
    for (let turn = seat >> 1; performance.now() - startedAt < ms; turn++) {
      const askedAt = performance.now();
      await call(seat, `http://127.0.0.1:${ports[turn % ports.length]}`);
      times.push(performance.now() - askedAt);
    }
  }));
  return { times, seconds: (performance.now() - startedAt) / 1000 };
}

interface Line {
  socket: WebSocket;
  hear: (frame: string) => void;
}

/** Everybody in chats, the two of a pair on different processes if there are several. */
export class Talks {
  #sites: Sites;
  #lines: Line[] = [];
  /** By seat: when each message was sent, how many were heard, and what to call when the last one is answered. */
  #sentAt: number[][];
  #heard: number[];
  #answered: (() => void)[] = [];
  #times: number[] = [];
  #closed: string | null = null;

  constructor(sites: Sites) {
    this.#sites = sites;
    this.#sentAt = sites.seats.map(() => []);
    this.#heard = sites.seats.map(() => 0);
  }

  /** Connects everybody, and lets each man begin his chat and pay its first minute. */
  async begin(): Promise<void> {
    const { seats, ports, agree } = this.#sites;
    await Promise.all(seats.map((_, seat) => this.#connect(seat, ports[seat % ports.length]!)));
    await agree();
    for (let man = 0; man < seats.length; man += 2) {
      const { id } = await this.#ask(man, "do-start-chat-session", { targetID: seats[man + 1]!.id });
      await this.#ask(man, "do-reserve-chat-time", { chatID: id, minutes: 1 });
    }
  }

  /** Everybody writes for `ms` ms, each as soon as the last message was answered; ends when all have heard everything. */
  async talk(ms: number): Promise<Done> {
    this.#times = [];
    const startedAt = performance.now();
    await Promise.all(this.#lines.map(async (_, seat) => {
      while (performance.now() - startedAt < ms) await Promise.all([this.#say(seat), pause(betweenMessagesMs)]);
    }));
    const isAllHeard = () => this.#heard.every((count, seat) => count === this.#sentAt[partnerOf(seat)]!.length);
    const endsAt = performance.now() + patienceMs;
    while (!isAllHeard()) {
      if (this.#closed) throw new Error(this.#closed);
      if (performance.now() > endsAt) throw new Error("messages were lost");
      await pause(5);
    }
    return { times: this.#times, seconds: (performance.now() - startedAt) / 1000 };
  }

  end(): void {
    for (const { socket } of this.#lines) {
      socket.onclose = null;
      socket.close();
    }
  }

  #connect(seat: number, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(dialects.site.address(port, seat, this.#sites.seats[seat]!));
      const hear = (frame: string) => this.#hear(seat, frame);
      this.#lines[seat] = { socket, hear };
      socket.onmessage = ({ data }) => {
        if (dialects.site.isWelcome!(data)) resolve();
        else this.#lines[seat]!.hear(data);
      };
      socket.onerror = () => reject(new Error("a connection broke"));
      socket.onclose = ({ code, reason }) => this.#closed = `a connection was closed: ${code} ${reason}`;
    });
  }

  #hear(seat: number, frame: string): void {
    const heard = dialects.site.hear(frame, this.#sites.seats[seat]!);
    if (!heard) return;
    if (heard.isAnswer) return this.#answered[seat]!();
    const { n } = heard.said;
    if (n !== this.#heard[seat]) this.#closed = `message ${n} came as number ${this.#heard[seat]}`;
    this.#heard[seat]!++;
    this.#times.push(performance.now() - this.#sentAt[partnerOf(seat)]![n]!);
  }

  #say(seat: number): Promise<void> {
    const n = this.#sentAt[seat]!.length;
    const said = { n, body: `The ${n}th from seat ${seat}: the linden trees are out.` };
    const answered = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(this.#closed ?? "a message was not answered")), patienceMs);
      this.#answered[seat] = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#sentAt[seat]!.push(performance.now());
    this.#lines[seat]!.socket.send(dialects.site.say(said, this.#sites.seats[partnerOf(seat)]!));
    return answered;
  }

  // deno-lint-ignore no-explicit-any
  #ask(seat: number, event: string, data: object): Promise<any> {
    const line = this.#lines[seat]!;
    const { hear } = line;
    return new Promise((resolve, reject) => {
      line.hear = (frame) => {
        if (!frame.endsWith(',"id":"q"}')) return hear(frame);
        line.hear = hear;
        const answer = JSON.parse(frame).data;
        if (answer.error || answer.code) reject(new Error(`${event}: ${frame}`));
        else resolve(answer);
      };
      line.socket.send(JSON.stringify({ event, data, id: "q" }));
    });
  }
}
