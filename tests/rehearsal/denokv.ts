/** A real denokv, which speaks like the platform's database. */

export interface Denokv {
  pid: number;
  url: string;
  port: number;
  token: string;
  /** Freezes it, or lets it go on. */
  freeze: (isFrozen: boolean) => void;
  /** Kills it with signal 9: it has no other end. */
  stop: () => Promise<void>;
}

/** The program that `DENOKV` names, or the one in the PATH; null if there is none. */
export async function findDenokv(): Promise<string | null> {
  const program = Deno.env.get("DENOKV")?.trim() || "denokv";
  try {
    const asked = await new Deno.Command(program, { args: ["--help"], stdout: "null", stderr: "null" }).output();
    return asked.success ? program : null;
  } catch {
    // If there is no such program, that is thrown at once, and not only when its end is waited for.
    return null;
  }
}

/** What docs/deploying.md recommends. */
const recommended = ["--num-workers", "4", "--atomic-write-batch-timeout-ms", "2"];

/** Serves the database in `folder`, on `port` or any free one. Throws if it does not come up. */
export async function startDenokv(program: string, folder: string, port = freeAddress().port): Promise<Denokv> {
  const token = "a token of the rehearsal";
  const child = new Deno.Command(program, {
    args: ["--sqlite-path", `${folder}/store.sqlite`, "serve", "--addr", `127.0.0.1:${port}`, ...recommended],
    env: { DENO_KV_ACCESS_TOKEN: token, RUST_LOG: "error" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let hasEnded = false;
  child.status.then(() => hasEnded = true);
  while (!await isHeard(port)) {
    if (hasEnded) throw new Error("denokv has ended at once");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    freeze: (isFrozen) => child.kill(isFrozen ? "SIGSTOP" : "SIGCONT"),
    async stop() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

function freeAddress(): Deno.NetAddr {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr as Deno.NetAddr;
}

const isHeard = (port: number): Promise<boolean> =>
  Deno.connect({ hostname: "127.0.0.1", port }).then((line) => {
    line.close();
    return true;
  }, () => false);
