/**
 * Makes the bundler start a process of its own for each build. Its worker thread would outlive the build with an open
 * message port. Imported before the bundler, which reads this once, when it is loaded.
 */
Deno.env.set("ESBUILD_WORKER_THREADS", "0");
