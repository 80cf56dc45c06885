/** `deno task start`: runs main.ts with the permissions it needs and no more. */

const dataDir = Deno.env.get("DATA_DIR")?.trim() || "./data";
await Deno.mkdir(dataDir, { recursive: true });

const server = new Deno.Command(Deno.execPath(), {
  args: [
    "run",
    "--no-prompt",
    "--unstable-kv",
    "--allow-net",
    "--allow-env",
    "--allow-sys",
    "--allow-ffi",
    `--allow-read=.,${dataDir}`,
    `--allow-write=${dataDir}`,
    "main.ts",
  ],
}).spawn();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => {
    try {
      server.kill(signal);
    } catch {
      // It has already ended.
    }
  });
}
Deno.exit((await server.status).code);
