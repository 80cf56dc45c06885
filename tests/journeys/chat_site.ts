/**
 * A demo of the worker's own, for journeys that need their own time: its clock stands still and is moved by hand, it can be
 * ended in any way and started again, and its books can be checked.
 */
import type { BrowserContextOptions } from "@playwright/test";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { patience } from "../patience.ts";
import { test as base } from "./journey.ts";

const deno = process.env.DENO_PATH ?? "deno";
const startMs = Date.UTC(2026, 2, 14, 18);

export class SteppedSite {
  readonly origin: string;
  #port: number;
  #settings: Record<string, string>;
  #folder = mkdtempSync(join(tmpdir(), "stepped-"));
  #nowMs: number;
  #child: ChildProcessWithoutNullStreams | null = null;
  #said = "";

  /** `settings`: further variables of its environment; `beginsAt`: the first time of its clock, ms since the epoch. */
  constructor(port: number, settings: Record<string, string> = {}, beginsAt = startMs) {
    this.#nowMs = beginsAt;
    this.#port = port;
    this.#settings = settings;
    this.origin = `http://localhost:${port}`;
  }

  async start(): Promise<void> {
    const child = spawn(deno, ["run", "-A", "tests/journeys/stepped_demo.ts", String(this.#nowMs)], {
      env: { ...process.env, ...this.#env, PORT: String(this.#port), NO_COLOR: "1" },
    });
    this.#child = child;
    this.#said = "";
    child.stdout.on("data", (chunk) => this.#said += String(chunk));
    child.stderr.on("data", (chunk) => this.#said += String(chunk));
    await this.#until(async () => (await fetch(`${this.origin}/healthz`).catch(() => null))?.ok === true, "to serve");
  }

  /** Moves its clock on, and waits until the site has the new time. */
  async step(seconds: number): Promise<void> {
    this.#nowMs += seconds * 1000;
    this.#child!.stdin.write(`${seconds * 1000}\n`);
    await this.#until(() => this.#said.includes(`clock ${this.#nowMs}\n`), "to take the time");
  }

  /** How many connections of the chat the server has open, by its own count. */
  async chatLines(): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.#port}/metrics`)).text();
    return Number(/^vesna_chat_connections (\d+)$/m.exec(metrics)![1]);
  }

  /** Ends the server, in an orderly way or not, and waits for its end. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  /** What the audit finds in the store at the site's own time; empty if all is well. */
  async audit(): Promise<string> {
    const child = spawn(deno, ["run", "-A", "tests/journeys/stepped_audit.ts"], {
      env: { ...process.env, ...this.#env, STEPPED_NOW: String(this.#nowMs), NO_COLOR: "1" },
    });
    let said = "";
    child.stdout.on("data", (chunk) => said += String(chunk));
    child.stderr.on("data", (chunk) => said += String(chunk));
    const [code] = await once(child, "exit");
    return code === 0 ? "" : said;
  }

  async close(): Promise<void> {
    await this.end("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #env() {
    const secret = "a secret that only journeys may know";
    // Connections are counted: nobody but the people of the journey may be there.
    return { CLOCK_RATE: "0", ...this.#settings, DATA_DIR: this.#folder, SECRET: secret, COMPANIONS: "off" };
  }

  async #until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const deadline = performance.now() + patience(120);
    while (!await isSo()) {
      const { exitCode } = this.#child!;
      if (exitCode !== null || performance.now() > deadline) throw new Error(`the site failed ${what}: ${this.#said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A port of the worker's own, for one site at a time. */
export const ownPort = (workerIndex: number): number => Number(process.env.JOURNEY_PORT) + 17 + workerIndex;

/**
 * Every page of these journeys is the worker's own site's, with reduced motion: what blinks while a chat is open would be
 * painted sixty times a second on each page, which took two fifths of the browser's processor.
 */
export const test = base.extend<
  { baseURL: string; contextOptions: BrowserContextOptions },
  { beginsAt: number; settings: Record<string, string>; site: SteppedSite }
>({
  // Journeys with another beginning or other variables have a worker, and so a site, of their own.
  beginsAt: [startMs, { scope: "worker", option: true }],
  settings: [{}, { scope: "worker", option: true }],
  site: [async ({ beginsAt, settings }, use, { workerIndex }) => {
    const site = new SteppedSite(ownPort(workerIndex), settings, beginsAt);
    await site.start();
    await use(site);
    await site.close();
  }, { scope: "worker", timeout: patience(180) }],
  baseURL: async ({ site }, use) => await use(site.origin),
  contextOptions: async ({ contextOptions }, use) => await use({ ...contextOptions, reducedMotion: "reduce" }),
});
