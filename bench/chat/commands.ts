/** The commands of the runner to a process of these measurements, one line each, and how the answers come back. */

/** Begins a line that says why a process goes no further. */
const brokeOff = "broke_off";

type Commands = Record<string, (argument: number) => unknown>;

/** Answers `name argument` lines on the input with `name JSON` lines; ends with the input. */
export async function answerCommands(commands: Commands): Promise<never> {
  let text = "";
  for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop()!;
    for (const line of lines) {
      const [name = "", argument] = line.split(" ");
      console.log(`${name} ${JSON.stringify(await commands[name]!(Number(argument)) ?? null)}`);
    }
  }
  Deno.exit(0);
}

/** Says why the process goes no further, and ends it. */
export function breakOff(reason: string): never {
  console.log(`${brokeOff} ${reason}`);
  Deno.exit(1);
}

/** Resident memory after garbage collection. Needs --expose-gc. */
export async function residentBytes(): Promise<number> {
  const { gc } = globalThis as unknown as { gc: () => void };
  for (let times = 0; times < 3; times++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return Deno.memoryUsage().rss;
}

/** A process that answers commands. */
export class Commanded {
  #child: Deno.ChildProcess;
  #lines: ReadableStreamDefaultReader<string>;
  #input: WritableStreamDefaultWriter<Uint8Array>;
  #text = "";

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#input = child.stdin.getWriter();
  }

  get pid(): number {
    return this.#child.pid;
  }

  async ask<T = null>(name: string, argument = 0): Promise<T> {
    await this.#input.write(new TextEncoder().encode(`${name} ${argument}\n`));
    return JSON.parse(await this.answer(name)) as T;
  }

  /** What follows `name` on the next line that begins with it; other lines are dropped. Throws if the process breaks off. */
  async answer(name: string): Promise<string> {
    for (;;) {
      const end = this.#text.indexOf("\n");
      if (end < 0) {
        const { value, done } = await this.#lines.read();
        if (done) throw new Error(`a process ended before it answered ${name}`);
        this.#text += value;
        continue;
      }
      const line = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 1);
      if (line.startsWith(`${brokeOff} `)) throw new Error(line.slice(brokeOff.length + 1));
      if (line === name || line.startsWith(`${name} `)) return line.slice(name.length + 1);
    }
  }

  /** Closes the input, and waits until the process has ended by itself. */
  async leave(): Promise<void> {
    await this.#input.close();
    await this.#child.status;
  }

  async end(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It is gone.
    }
    await this.#input.close().catch(() => {});
    await this.#lines.cancel().catch(() => {});
    await this.#child.status;
  }
}
