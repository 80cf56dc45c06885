/** Everybody's mailbox: the demo's outbox on disk, which outlives the server. */
import PostalMime from "postal-mime";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export class PostOffice {
  mailCount = 0;
  #folder: string;
  #seen = new Set<string>();
  #boxes = new Map<string, Mail[]>();
  #waiting = new Map<string, Set<() => void>>();
  #isOpen = true;
  #work: Promise<void>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#work = this.#deliver();
  }

  async #deliver(): Promise<void> {
    while (this.#isOpen) {
      for (const name of await namesIn(this.#folder)) {
        if (!this.#seen.has(name)) await this.#sort(name);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async #sort(name: string): Promise<void> {
    const { to, subject, text } = await PostalMime.parse(await Deno.readFile(`${this.#folder}/${name}`));
    const address = to?.[0]?.address;
    // Only half of the mail is written yet, or ever: then the server died, and will send another.
    if (!address || !text) return;
    this.#seen.add(name);
    this.mailCount++;
    this.#boxes.set(address, [...this.#boxes.get(address) ?? [], { to: address, subject: subject ?? "", text }]);
    for (const wake of this.#waiting.get(address) ?? []) wake();
  }

  mailsTo(address: string): Mail[] {
    return this.#boxes.get(address) ?? [];
  }

  /** All mails to an address as soon as there are more than `known`; or those there are once `givesUp` resolves. */
  async next(address: string, known: number, givesUp: Promise<void>): Promise<Mail[]> {
    while (this.mailsTo(address).length <= known) {
      const { promise, resolve } = Promise.withResolvers<"mail">();
      const waiting = this.#waiting.get(address) ?? new Set();
      const wake = () => resolve("mail");
      this.#waiting.set(address, waiting.add(wake));
      const came = await Promise.race([promise, givesUp]);
      waiting.delete(wake);
      if (came !== "mail") break;
    }
    return this.mailsTo(address);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#work;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).filter((name) =>
      name.endsWith(".eml")
    );
  } catch {
    return [];
  }
}

/** The code of a mail: its only run of six digits. */
export const codeIn = ({ text }: Mail): string | null => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
