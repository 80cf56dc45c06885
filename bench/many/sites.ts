/** The site as one process or several over one store: a file of its own, or a denokv. */
import { startDenokv } from "../../tests/rehearsal/denokv.ts";
import { freePort } from "../../tools/free_port.ts";
import { Commanded } from "../chat/commands.ts";
import { prepare } from "../chat/contenders.ts";
import { readSeats, type Seat } from "../chat/seats.ts";
import { cpuMs } from "../measure.ts";

export interface Sites {
  /** How many processes share a denokv; null for one process on a file. */
  processes: number | null;
  ports: number[];
  /** A man and a lady in turns. */
  seats: Seat[];
  /** Lets all pairs agree to talk. */
  agree: () => Promise<void>;
  /** Processor time so far, of all processes and of their store; that of a file is in its process. */
  used: () => Promise<{ siteMs: number; storeMs: number }>;
  end: () => Promise<void>;
}

/** Starts so many processes on a denokv of their own, or one on a file, with `pairs` pairs of people. */
export async function startSites(
  processes: number | null,
  { folder, pairs, denokv: program }: { folder: string; pairs: number; denokv: string },
): Promise<Sites> {
  await Deno.mkdir(`${folder}/store`, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const denokv = processes === null ? null : await startDenokv(program, `${folder}/store`);
  if (denokv) stack.defer(denokv.stop);
  const env: Record<string, string> = denokv ? { KV_URL: denokv.url, DENO_KV_ACCESS_TOKEN: denokv.token } : {};
  await prepare(folder, pairs, "alike", env);
  const servers: Commanded[] = [];
  const ports: number[] = [];
  for (let started = 0; started < (processes ?? 1); started++) {
    const port = freePort();
    const server = new Commanded(
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--v8-flags=--expose-gc", "bench/chat/site_server.ts", folder, String(port)],
        // A clock that stands almost still, as in the chat's own measurements.
        env: { CLOCK_RATE: "0.001", SECRET: secret, ...env },
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn(),
    );
    stack.defer(() => server.end());
    await server.answer("ready");
    servers.push(server);
    ports.push(port);
  }
  const kept = stack.move();
  return {
    processes,
    ports,
    seats: readSeats(folder),
    agree: () => servers[0]!.ask("agree"),
    async used() {
      const used = await Promise.all(servers.map(({ pid }) => cpuMs(pid)));
      return { siteMs: used.reduce((sum, ms) => sum + ms, 0), storeMs: denokv ? await cpuMs(denokv.pid) : 0 };
    },
    end: () => kept.disposeAsync(),
  };
}

/** The same for all processes: what one has signed the others read. */
const secret = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(33))));
