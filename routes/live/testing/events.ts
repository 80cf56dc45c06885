/** For tests of server-sent events: reads a stream frame by frame, and never waits for ever. */

import { patience } from "../../../tests/patience.ts";

export interface Frame {
  event?: string;
  data?: string;
  retry?: string;
  comment?: string;
}

export class EventReader {
  #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next frame; null at the end of the stream. */
  async frame(): Promise<Frame | null> {
    while (!this.#text.includes("\n\n")) {
      const { done, value } = await this.#read();
      if (done) return null;
      this.#text += value;
    }
    const end = this.#text.indexOf("\n\n");
    const lines = this.#text.slice(0, end).split("\n");
    this.#text = this.#text.slice(end + 2);
    return Object.fromEntries(lines.map((line) => {
      const [name = "", ...rest] = line.split(": ");
      return [name === "" ? "comment" : name.replace(/:$/, ""), rest.join(": ")];
    }));
  }

  async #read(): Promise<ReadableStreamReadResult<string>> {
    const { promise: impatience, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("no event came")), patience(60));
    try {
      return await Promise.race([this.#reader.read(), impatience]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The counters of the next `new-message`; other frames are skipped. */
  async counter(): Promise<{ inbox: number; introduction: number } | null> {
    const said = await this.event("new-message") as { counter: { inbox: number; introduction: number } } | null;
    return said?.counter ?? null;
  }

  /** Resolves when the stream has ended; remaining frames are skipped. */
  async end(): Promise<void> {
    while (await this.frame() !== null);
  }

  /** The data of the next event of this name; other frames are skipped. */
  async event(name: string): Promise<unknown> {
    while (true) {
      const frame = await this.frame();
      if (frame === null) return null;
      if (frame.event === name) return JSON.parse(frame.data!);
    }
  }

  /** Leaves, as a closed page does. */
  async leave(): Promise<void> {
    await this.#reader.cancel();
  }
}
