/** The chat server as a process: started, killed, started again on the same port and file, with a clock that is moved. */

const script = new URL("./server_process.ts", import.meta.url);

export class ChatProcess {
  readonly port: number;
  #file: string;
  #rate: number;
  #child: Deno.ChildProcess | null = null;
  #input: WritableStreamDefaultWriter<Uint8Array> | null = null;
  /** By how much the clock was moved, ms; a new process takes this over. */
  skewMs = 0;
  #startedAt = Date.now();
  kills = 0;

  constructor(file: string, port: number, rate: number) {
    this.#file = file;
    this.port = port;
    this.#rate = rate;
  }

  async start(): Promise<void> {
    // A clock that runs faster is ahead of the real one by all that it has gained since the beginning.
    const aheadMs = (Date.now() - this.#startedAt) * (this.#rate - 1) + this.skewMs;
    const args = ["run", "-A", "--no-check", "--unstable-kv", script.href, this.#file, String(this.port)];
    const child = new Deno.Command(Deno.execPath(), {
      args: [...args, String(this.#rate), String(Math.round(aheadMs))],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#child = child;
    this.#input = child.stdin.getWriter();
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    if (!value || !new TextDecoder().decode(value).startsWith("ready")) {
      throw new Error("the chat server did not start");
    }
    // What else it prints is thrown away, so that it never waits for a reader.
    void (async () => {
      while (!(await reader.read().catch(() => ({ done: true }))).done);
    })();
  }

  async step(ms: number): Promise<void> {
    this.skewMs += ms;
    await this.#input?.write(new TextEncoder().encode(`${ms}\n`)).catch(() => {});
  }

  /** Kills the process with signal 9 and starts a new one. */
  async killAndStart(): Promise<void> {
    this.kills++;
    this.#child!.kill("SIGKILL");
    await this.#end();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#input!.write(new TextEncoder().encode("stop\n"));
    const { code } = await this.#end();
    if (code !== 0) throw new Error(`the chat server ended with ${code}`);
  }

  async #end(): Promise<Deno.CommandStatus> {
    const status = await this.#child!.status;
    await this.#input?.close().catch(() => {});
    this.#input = null;
    this.#child = null;
    return status;
  }
}
