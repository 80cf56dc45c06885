/** Asks the site over HTTP. If the server dies, nobody knows what it did about a question. */
import { patience } from "../patience.ts";
import type { Book, Line } from "./book.ts";
import { isHere, type Person } from "./people.ts";
import type { Site } from "./site.ts";

export interface Reply {
  status: number;
  text: string;
  // deno-lint-ignore no-explicit-any
  json: any;
  code: string | null;
}

export interface Question {
  method?: string;
  path: string;
  json?: unknown;
  form?: Record<string, string>;
  /** Idempotency-Key. */
  key?: string;
}

/** Who has no answer by then gives up. */
const patienceMs = patience(60);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Client {
  readonly site: Site;
  readonly book: Book;

  constructor(site: Site, book: Book) {
    this.site = site;
    this.book = book;
  }

  /** Asks once. Null if the server died meanwhile, so that nobody knows what it did. */
  async ask(asker: Person | null, { method = "GET", path, json, form, key }: Question): Promise<Reply | null> {
    const origin = await this.site.up;
    const kills = this.site.kills;
    const headers: Record<string, string> = {
      "accept-language": "en",
      "x-forwarded-for": asker?.address ?? "10.200.0.1",
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
      // Pages know a person by the cookie, and accept forms only from their own origin.
      ...(asker?.token && path.startsWith("/api/") && { authorization: `Bearer ${asker.token}` }),
      ...(asker?.token && !path.startsWith("/api/") && { cookie: `slsid=${asker.token}`, origin }),
    };
    const body = json !== undefined ? JSON.stringify(json) : form && new URLSearchParams(form);
    try {
      const response = await fetch(origin + path, {
        method,
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(patienceMs),
      });
      const reply = this.#read(method, path, response.status, await response.text());
      if (!reply) await pause(500);
      return reply;
    } catch (error) {
      if (error instanceof DOMException && error.name === "TimeoutError") {
        this.book.fault(`${method} ${path} got no answer within ${patienceMs / 1000} s`);
      } else if (kills === this.site.kills) {
        // This may notice the kill before the one who kills.
        await pause(200);
        if (kills === this.site.kills) this.book.count("lines that broke by themselves");
      }
      return null;
    }
  }

  #read(method: string, path: string, status: number, text: string): Reply | null {
    const json = text.startsWith("{") ? JSON.parse(text) : null;
    if (status === 503 && json?.status === "starting") return null;
    // The disk is busy or full: nobody knows what was stored.
    if (status === 503 && (json?.code === "store_unavailable" || json === null)) {
      this.book.count("answers without the store");
      return null;
    }
    if (status >= 500) this.book.fault(`${method} ${path} was answered ${status}: ${text.slice(0, 200)}`);
    return { status, text, json, code: json?.code ?? null };
  }

  /** Asks again and again until there is an answer. */
  async sure(asker: Person | null, question: Question): Promise<Reply> {
    for (;;) {
      const reply = await this.ask(asker, question);
      if (reply) return reply;
    }
  }

  /**
   * Asks for what a line of the book stands for. If the answer was lost, asks again with the same key, unless the asker
   * gives up; now and then asks once more although it was answered. Returns the reply that acknowledged it, or null.
   */
  async settle(
    asker: Person,
    line: Line,
    question: Question,
    { random, refusals, isSame = () => true }: {
      random: () => number;
      /** The codes with which it may be refused. */
      refusals: string[];
      /** Whether a repeat was answered like the first. */
      isSame?: (first: Reply, second: Reply) => boolean;
    },
  ): Promise<Reply | null> {
    const timesOut = asker.timesOut;
    const what = `${question.method} ${question.path} of ${asker.id}`;
    for (let tries = 1;; tries++) {
      const isTwice = random() < 0.05;
      const [reply, other] = await Promise.all([
        this.ask(asker, question),
        isTwice ? this.ask(asker, question) : null,
      ]);
      const answers = [reply, other].filter((each) => each !== null);
      const done = answers.find(({ status }) => status < 400);
      if (done) {
        this.book.acknowledge(line);
        const again = random() < 0.1 ? await this.ask(asker, question) : null;
        for (const each of [...answers, again]) {
          if (each && each.status < 400 && !isSame(done, each)) this.book.fault(`${what} was done twice: ${each.text}`);
        }
        return done;
      }
      if (answers.length > 0) {
        // An earlier try whose answer was lost may have done it.
        if (tries === 1 && answers.length === (isTwice ? 2 : 1)) line.state = "refused";
        const { status, code } = answers[0]!;
        this.book.count(`refused: ${code ?? status}`);
        if (code === "insufficient_credits") asker.isPoor = true;
        const wasOut = !isHere(asker) || asker.timesOut !== timesOut;
        const isExpected = refusals.includes(code ?? "") || (wasOut && [401, 403].includes(status));
        if (!isExpected) this.book.fault(`${what} was refused: ${status} ${answers[0]!.text.slice(0, 300)}`);
        return null;
      }
      if (random() < 0.08) return null;
    }
  }
}
